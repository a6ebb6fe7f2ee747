// How the racers stand: three little peaks that fill, name, cards left, and the gap.
import { fill, gettext, ngettext } from "./text.js";

const SVG = "http://www.w3.org/2000/svg";
const WHOLE = 28;
const PEAK_SIZES = [9, 9, 10];
const WIDTH = 26;
const HEIGHT = 27;

function shape(d, name) {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", d);
  path.setAttribute("class", name);
  return path;
}

/** A peak whose lower part is filled: `part` from 0 to 1. */
function peak(index, part) {
  const left = index * WIDTH;
  const middle = left + WIDTH / 2;
  const whole = `M${left} ${HEIGHT}L${middle} 0L${left + WIDTH} ${HEIGHT}Z`;
  const shapes = [shape(whole, "empty-peak")];
  const high = HEIGHT * part;
  const inset = (WIDTH / 2) * part;
  const top = HEIGHT - high;
  const cut = `M${left} ${HEIGHT}L${left + inset} ${top}L${left + WIDTH - inset} ${top}L${left + WIDTH} ${HEIGHT}Z`;
  if (part > 0) shapes.push(shape(cut, "full-peak"));
  return shapes;
}

/** How far each of the three peaks is cleared, from 0 to 1. */
function parts({ peaks_left: left = PEAK_SIZES }) {
  return left.map((cards, index) => 1 - cards / PEAK_SIZES[index]);
}

function drawPeaks(racer) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "peaks-fill");
  svg.setAttribute("viewBox", `0 0 ${3 * WIDTH} ${HEIGHT}`);
  svg.setAttribute("aria-hidden", "true");
  parts(racer).forEach((part, index) => svg.append(...peak(index, part)));
  return svg;
}

function standing(racer, race) {
  switch (racer.status) {
    case "won":
      return racer.place === 1 ? gettext("cleared, first") : gettext("cleared");
    case "resigned":
      return gettext("resigned");
    case "timed_out":
      return gettext("out of time");
    case "stuck":
      return race.undo ? gettext("stuck for now") : gettext("stuck");
    default:
      return null;
  }
}

function detail(racer, race) {
  if (racer.connected === false && !race.isDone(racer)) return gettext("disconnected");
  const left = racer.cards_left ?? WHOLE;
  const words = [standing(racer, race) ?? fill(ngettext("%(left)s left", "%(left)s left", left), { left })];
  const draws = racer.draws ?? 0;
  if (standing(racer, race)) words.push(fill(ngettext("%(left)s left", "%(left)s left", left), { left }));
  else words.push(fill(ngettext("%(draws)s draw", "%(draws)s draws", draws), { draws }));
  if (racer.run > 2 && !standing(racer, race)) words.push(fill(gettext("%(run)s in a row"), { run: racer.run }));
  return words.join(" · ");
}

function gapWords(racer, own) {
  const gap = (own.cards_left ?? WHOLE) - (racer.cards_left ?? WHOLE);
  if (gap === 0) return "";
  return gap > 0 ? `−${gap}` : `+${-gap}`;
}

function box(tag, name, ...children) {
  const element = document.createElement(tag);
  element.className = name;
  element.append(...children);
  return element;
}

/** One racer's strip; the gap is how many cards fewer (−) or more (+) he has left than I. */
export function drawStrip(racer, race) {
  const isMe = racer.player === race.me;
  const name = document.createElement("b");
  name.textContent = isMe ? gettext("You") : racer.player;
  const words = box("div", "words", name, box("span", "detail", detail(racer, race)));
  const strip = box("li", isMe ? "strip mine" : "strip", drawPeaks(racer), words);
  strip.dataset.player = racer.player;
  strip.dataset.status = racer.status ?? "waiting";
  strip.toggleAttribute("data-away", racer.connected === false && !race.isDone(racer));
  if (!isMe && race.own) {
    const gap = box("span", "gap", gapWords(racer, race.own));
    gap.title = gettext("cards left, against yours");
    strip.append(gap);
  }
  return strip;
}

/** Draws all strips: mine first, then the others. */
export function showStrips(race) {
  const everyone = race.own ? [race.own, ...race.rivals] : race.racers;
  document.getElementById("race-strip").replaceChildren(...everyone.map((racer) => drawStrip(racer, race)));
  const running = race.status !== "lobby";
  const rivals = running ? race.rivals.map((racer) => drawStrip(racer, race)) : [];
  document.getElementById("rivals").replaceChildren(...rivals);
}
