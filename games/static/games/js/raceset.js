// The settings of a race, in words.
import { fill, gettext, ngettext } from "./text.js";

const MINUTE_MS = 60000;
const SECOND_MS = 1000;

export function ruleWords(rule) {
  return rule === "C" ? gettext("Classic") : gettext("Easy");
}

function limitWords(limit) {
  if (limit === null) return gettext("no time limit");
  const count = Math.round(limit / MINUTE_MS);
  return fill(ngettext("%(count)s minute", "%(count)s minutes", count), { count });
}

function graceWords(grace) {
  const count = Math.round(grace / SECOND_MS);
  const text = ngettext("%(count)s second to come back", "%(count)s seconds to come back", count);
  return fill(text, { count });
}

function gradeWords(grade) {
  const words = {
    gentle: gettext("secret deal, gentle"),
    fair: gettext("secret deal, fair"),
    tough: gettext("secret deal, tough"),
    brutal: gettext("secret deal, brutal"),
  };
  return words[grade] ?? gettext("secret deal");
}

/** Rule, undo, limit, deal, match, grace and rating of a race, one phrase each. */
export function settingWords(race) {
  const words = [
    ruleWords(race.rule),
    race.undo ? gettext("undo allowed") : gettext("no undo"),
    limitWords(race.limit_ms),
  ];
  if (race.commitment) words.push(gradeWords(race.grade));
  else if (race.deal) words.push(race.deal);
  if (race.best_of) words.push(fill(gettext("best of %(count)s"), { count: race.best_of }));
  words.push(graceWords(race.grace_ms));
  if (race.rated) words.push(gettext("rated"));
  return words;
}
