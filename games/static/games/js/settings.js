// What a player chose for this browser, kept in localStorage. theme.js reads the same key
// before the first paint; change one and look at the other.
const KEY = "tripeaks-settings";
const DEFAULTS = { theme: "auto", motion: "auto", errorHelp: true, fourColours: false, rule: "E" };
const listeners = new Set();

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export const settings = { ...DEFAULTS, ...stored() };

function show() {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = settings.theme === "auto" ? (dark ? "dark" : "light") : settings.theme;
  root.dataset.motion = settings.motion;
  root.dataset.deck = settings.fourColours ? "four" : "two";
}

/** Keeps one choice and tells whoever listens. */
export function choose(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays with the choice until the page closes.
  }
  show();
  for (const listener of listeners) listener(name, value);
}

const DEAL_KEY = "tripeaks-deal";

/** The code of the deal this browser played last, or null: "Board" leads to it. */
export function lastDeal() {
  try {
    return localStorage.getItem(DEAL_KEY);
  } catch {
    return null;
  }
}

export function rememberDeal(code) {
  try {
    localStorage.setItem(DEAL_KEY, code);
  } catch {
    // Then "Board" leads to the first deal.
  }
}

export function onChoice(listener) {
  listeners.add(listener);
}

function readField(field) {
  return field.type === "checkbox" ? field.checked : field.value;
}

function fillField(field) {
  const value = settings[field.name];
  if (field.type === "checkbox") field.checked = value;
  else if (field.type === "radio") field.checked = field.value === value;
}

/** Ties the settings form to the choices. */
export function bindSettings(form) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
  if (!form) return;
  for (const field of form.elements) if (field.name) fillField(field);
  form.addEventListener("change", ({ target }) => {
    if (target.name in DEFAULTS) choose(target.name, readField(target));
  });
  form.addEventListener("submit", (event) => event.preventDefault());
}
