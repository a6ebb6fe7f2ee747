// Whoever asks for a rematch is ready for it: kept in this tab while its page changes.
const KEY = "tripeaks-ready";

/** Remembers that this tab's racer is ready for a race. */
export function keepReady(slug) {
  try {
    sessionStorage.setItem(KEY, slug);
  } catch {
    // Then the racer says so in the lobby, as for any race.
  }
}

/** Says whether that was so for this race; only once. */
export function takeReady(slug) {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return kept === slug;
  } catch {
    return false;
  }
}
