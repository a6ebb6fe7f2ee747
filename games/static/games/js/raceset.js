// The settings of a race, in words.
import { fill, gettext, ngettext } from "./text.js";

const MINUTE_MS = 60000;

export function ruleWords(rule) {
  return rule === "C" ? gettext("Classic") : gettext("Easy");
}

function limitWords(limit) {
  if (limit === null) return gettext("no time limit");
  const count = Math.round(limit / MINUTE_MS);
  return fill(ngettext("%(count)s minute", "%(count)s minutes", count), { count });
}

/** Rule, undo, limit and deal of a race, one phrase each. */
export function settingWords(race) {
  const words = [
    ruleWords(race.rule),
    race.undo ? gettext("undo allowed") : gettext("no undo"),
    limitWords(race.limit_ms),
  ];
  if (race.commitment) words.push(gettext("secret deal"));
  else if (race.deal) words.push(race.deal);
  return words;
}
