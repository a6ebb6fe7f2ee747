// Runs before the first paint (a plain script in the head), so that no page flashes in the
// wrong colours. settings.js keeps the same key.
(() => {
  const root = document.documentElement;
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("tripeaks-settings")) || {};
  } catch {
    chosen = {};
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = chosen.theme || "auto";
  root.dataset.theme = theme === "auto" ? (dark ? "dark" : "light") : theme;
  root.dataset.motion = chosen.motion || "auto";
  root.dataset.deck = chosen.fourColours ? "four" : "two";
})();
