// Ranks and suits, drawn and named in this one place.
import { fill, gettext, pgettext } from "./text.js";

const LETTERS = "A23456789TJQK";
const SVG = "http://www.w3.org/2000/svg";

const RANKS = [
  { label: pgettext("rank letter", "A"), name: gettext("ace"), phrase: gettext("an ace") },
  { label: "2", name: "2", phrase: gettext("a 2") },
  { label: "3", name: "3", phrase: gettext("a 3") },
  { label: "4", name: "4", phrase: gettext("a 4") },
  { label: "5", name: "5", phrase: gettext("a 5") },
  { label: "6", name: "6", phrase: gettext("a 6") },
  { label: "7", name: "7", phrase: gettext("a 7") },
  { label: "8", name: "8", phrase: gettext("an 8") },
  { label: "9", name: "9", phrase: gettext("a 9") },
  { label: "10", name: "10", phrase: gettext("a 10") },
  { label: pgettext("rank letter", "J"), name: gettext("jack"), phrase: gettext("a jack") },
  { label: pgettext("rank letter", "Q"), name: gettext("queen"), phrase: gettext("a queen") },
  { label: pgettext("rank letter", "K"), name: gettext("king"), phrase: gettext("a king") },
];

const SUITS = {
  S: { sign: "♠", name: gettext("spades") },
  H: { sign: "♥", name: gettext("hearts") },
  D: { sign: "♦", name: gettext("diamonds") },
  C: { sign: "♣", name: gettext("clubs") },
};

const SHAPES = {
  S: "M16 1.5C19 8 29.5 13 29.5 20.4c0 4-3 6.8-6.7 6.8-2.3 0-4.2-1-5.4-2.8.3 2.6 1.5 4.6 3.6 6.1H11c2.1-1.5 3.3-3.5 3.6-6.1-1.2 1.8-3.1 2.8-5.4 2.8-3.7 0-6.7-2.8-6.7-6.8C2.5 13 13 8 16 1.5Z",
  H: "M16 30C13 25 2 18.6 2 10.4 2 5.6 5.4 2.4 9.5 2.4c2.8 0 5.2 1.5 6.5 4.2 1.3-2.7 3.7-4.2 6.5-4.2 4.1 0 7.5 3.2 7.5 8C30 18.6 19 25 16 30Z",
  D: "M16 1C18.6 6.3 22.8 11.6 27.5 16 22.8 20.4 18.6 25.7 16 31 13.4 25.7 9.2 20.4 4.5 16 9.2 11.6 13.4 6.3 16 1Z",
  C: "M16 1.6a6.9 6.9 0 0 1 5.3 11.3 6.9 6.9 0 1 1-3.7 10.5c.3 3 1.5 5.4 3.7 7.1H10.700c2.2-1.7 3.4-4.1 3.7-7.1A6.9 6.9 0 1 1 10.7 12.9 6.9 6.9 0 0 1 16 1.6Z",
};

/** 1 for an ace to 13 for a king. */
export function rankOf(card) {
  return LETTERS.indexOf(card[0]) + 1;
}

/** The rank a letter means: 1 for "A", 10 for "T"; a number stays what it is. */
export function rankFrom(letter) {
  return typeof letter === "number" ? letter : LETTERS.indexOf(letter) + 1;
}

export function rankLabel(rank) {
  return RANKS[rank - 1].label;
}

/** "an 8", "a queen": for the middle of a sentence. */
export function rankPhrase(rank) {
  return RANKS[rank - 1].phrase;
}

/** "7♠", in text presentation. */
export function cardLabel(card) {
  return `${rankLabel(rankOf(card))}${SUITS[card[1]].sign}\uFE0E`;
}

/** "7 of spades". */
export function cardName(card) {
  const names = { rank: RANKS[rankOf(card) - 1].name, suit: SUITS[card[1]].name };
  return fill(gettext("%(rank)s of %(suit)s"), names);
}

function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function sign(suit, name) {
  const path = svg("path", { d: SHAPES[suit] });
  return svg("svg", { class: name, viewBox: "0 0 32 32", "aria-hidden": "true" }, path);
}

function element(name, ...children) {
  const box = document.createElement("span");
  box.className = name;
  box.append(...children);
  return box;
}

/** The face of a card: index in one corner, one large suit in the other. */
export function drawFace(card) {
  const rank = rankOf(card);
  const index = element("index", element("rank", rankLabel(rank)), sign(card[1], "small-suit"));
  const face = element("face", index, sign(card[1], "large-suit"));
  face.dataset.suit = card[1];
  if (rank === 10) face.dataset.ten = "";
  return face;
}

/** A chip of rank and suit for running text and panels. */
export function drawChip(card) {
  const chip = element("chip", element("rank", rankLabel(rankOf(card))), sign(card[1], "small-suit"));
  chip.dataset.suit = card[1];
  chip.setAttribute("aria-label", cardName(card));
  chip.setAttribute("role", "img");
  return chip;
}

function triangles({ columns, rows, width, height }) {
  const shapes = [];
  for (let row = 0; row < rows; row += 1) {
    const shift = row % 2 ? -width / 2 : 0;
    for (let column = 0; column <= columns; column += 1) {
      const left = column * width + shift;
      const foot = (row + 1) * height;
      const d = `M${left} ${foot}l${width / 2} ${-height}l${width / 2} ${height}Z`;
      shapes.push(svg("path", { d, class: `tone-${(row + column * 2) % 3}` }));
    }
  }
  return shapes;
}

const BACKS = {
  upright: { columns: 4, rows: 7, width: 22, height: 18.4 },
  lying: { columns: 9, rows: 4, width: 20.5, height: 20.5 },
};

/** The back: rows of small peaks. Both ways of lying are drawn, the style sheet shows one. */
export function drawBack() {
  const drawings = Object.entries(BACKS).map(([way, grid]) => {
    const box = `0 0 ${grid.columns * grid.width} ${grid.rows * grid.height}`;
    return svg("svg", { class: way, viewBox: box, preserveAspectRatio: "xMidYMid slice" }, ...triangles(grid));
  });
  const back = element("back", ...drawings);
  back.setAttribute("aria-hidden", "true");
  return back;
}
