// The running score of a chain of races, in words.
import { fill, gettext } from "./text.js";

function nameOf(player, me) {
  return player === me ? gettext("You") : player;
}

/** Who sits here, or has won before; best first, equals in the order of their seats. */
function standings({ score, racers }) {
  const known = new Map(score.map(({ player, wins }) => [player, wins]));
  const winners = score.filter(({ wins }) => wins > 0).map(({ player }) => player);
  const players = new Set([...racers.map(({ player }) => player), ...winners]);
  const rows = [...players].map((player) => ({ player, wins: known.get(player) ?? 0 }));
  return rows.sort((one, other) => other.wins - one.wins);
}

/** "Race 3 · Wren 2 – Egret 1", or null where there is no score yet. */
export function scoreWords(race) {
  const rows = standings(race);
  if (race.number === 1 && !rows.some(({ wins }) => wins > 0)) return null;
  const names = rows.map(({ player, wins }) => `${nameOf(player, race.me)} ${wins}`);
  return `${fill(gettext("Race %(number)s"), { number: race.number })} · ${names.join(" – ")}`;
}

/** Who has more than half of the races that decide a match, or null. */
function winner(race) {
  return race.best_of ? (race.score.find(({ wins }) => wins * 2 > race.best_of)?.player ?? null) : null;
}

/** What the end of a race means for its match: who has won it, or how it stands. */
export function matchWords(race) {
  const name = winner(race);
  const score = scoreWords(race);
  if (!name) return score;
  const text = name === race.me ? gettext("You win the match!") : gettext("%(name)s wins the match!");
  return `${fill(text, { name })} ${score}`;
}
