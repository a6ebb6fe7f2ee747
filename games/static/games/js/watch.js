// For who has no seat: the way in while the lobby is open, then how all stand, and never a card.
import { CallError, post } from "./http.js";
import { hideLobby, lobbyError, showClosed, showInvitation } from "./lobby.js";
import { drawStrip } from "./strips.js";
import { gettext } from "./text.js";

function byId(id) {
  return document.getElementById(id);
}

function showDoor(race, next) {
  const count = race.racers.length;
  if (count > 0 && count < race.seats) showInvitation(race);
  else showClosed(race, count ? "full" : "over", next);
}

/** Shows a race to who watches it. `next`: the next race of the chain, or null. */
export function showWatching(race, next) {
  if (race.status === "lobby") showDoor(race, next);
  else hideLobby();
  const isUnderWay = ["countdown", "running"].includes(race.status);
  byId("watch").hidden = !isUnderWay;
  byId("watch-next").hidden = !next;
  if (next) byId("watch-next").href = next.url;
  if (isUnderWay) showWatched(race);
}

/** How all stand, in large. */
export function showWatched(race) {
  byId("watch-strips").replaceChildren(...race.racers.map((racer) => drawStrip(racer, race)));
}

/** The clock of a race that is watched: since the start, standing still before and after it. */
export function watchedClock(race) {
  if (race.starts_at === null) return { ms: 0, isRunning: false };
  if (race.status === "finished") {
    return { ms: Math.max(0, ...race.places.map((place) => place.duration_ms)), isRunning: false };
  }
  const since = race.serverNow - race.starts_at;
  return { ms: Math.max(0, since), isRunning: since >= 0 };
}

/** Makes a visitor somebody, so that a socket opens to him; says whether it worked. */
export async function becomeWatcher(slug) {
  try {
    await post(`/api/v1/races/${slug}/watch`);
    return true;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    byId("watch-error").textContent = error.message;
    lobbyError(gettext("What happens here is not followed live: reload the page to try again."));
    return false;
  }
}
