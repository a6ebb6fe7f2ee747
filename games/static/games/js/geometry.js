// Where everything lies on the felt, in CSS pixels from its upper left corner.
// Three ways: "wide" (piles below the peaks), "side" (piles right of them, for low screens)
// and "tall" (the peaks on their side, tips to the left).
import { PLACES } from "./layout.js";

const CARD = 0.91;
const RATIO = 1.4;
const STEP = 0.64;
const STEP_MOST = 0.72;
const ACROSS = 9 + CARD;
const CARD_HIGH = CARD * RATIO;
const PEAKS_HIGH = CARD_HIGH * (1 + 3 * STEP);

const STATUS = 40;
const LABEL = 30;
const SIGN = 28;
const CONTROLS = 372;
const CONTROLS_SMALL = 236;

function clamp(low, value, high) {
  return Math.max(low, Math.min(high, value));
}

function corner(centre, size) {
  return Math.round(centre - size / 2);
}

/**
 * The layout for a felt of this size. `panel`: the side panel stands beside it, so the tools are
 * all here; `roomy`: the screen is so large that words and tools are drawn larger (felt.css).
 */
export function layoutFor({ width, height, panel, roomy = false }) {
  if (width / height < 0.86) return tall(width, height);
  const below = wide({ width, height, panel, size: roomy ? 1.3 : 1 });
  const beside = side(width, height);
  return beside.pitch > below.pitch * 1.06 ? beside : below;
}

function upright(pitch) {
  const cardWidth = Math.floor(CARD * pitch);
  return { cardWidth, cardHeight: Math.round(cardWidth * RATIO) };
}

/** Between the tips of the first two peaks: room for a word that covers no card. */
function valley({ pitch, left, top, cardWidth }) {
  const width = 2 * pitch;
  return { x: Math.round(left + cardWidth / 2 + 3 * pitch - width / 2), y: top, width, height: SIGN };
}

function rowsOfCards({ pitch, left, top, step, cardWidth }) {
  return PLACES.map(({ row, at }) => ({
    x: corner(left + cardWidth / 2 + at * pitch, cardWidth),
    y: Math.round(top + row * step),
  }));
}

function wide({ width, height, panel, size }) {
  const status = STATUS * size;
  const pad = clamp(10, width * 0.03, 64);
  const air = clamp(10, height * 0.02, 30);
  const words = status + LABEL + 3 * air;
  const pitch = Math.min((width - 2 * pad) / ACROSS, (height - words) / (PEAKS_HIGH + CARD_HIGH));
  const card = upright(pitch);
  const spare = height - words - pitch * (PEAKS_HIGH + CARD_HIGH);
  const step = card.cardHeight * clamp(STEP, STEP + spare / 3 / card.cardHeight, STEP_MOST);
  const peaksHigh = card.cardHeight + 3 * step;
  const block = peaksHigh + status + card.cardHeight + LABEL + air;
  const top = Math.round((height - block) / 2);
  const pilesTop = Math.round(top + peaksHigh + status + air);
  const controls = (panel ? CONTROLS : CONTROLS_SMALL) * size;
  const gap = Math.round(clamp(18, card.cardWidth * 0.32, 48));
  const group = 2 * card.cardWidth + 2 * gap + controls;
  const first = Math.round((width - group) / 2);
  const left = (width - ACROSS * pitch) / 2;
  return {
    name: "wide",
    pitch,
    ...card,
    slots: rowsOfCards({ pitch, left, top, step, ...card }),
    stock: { x: first, y: pilesTop },
    waste: { x: first + card.cardWidth + gap, y: pilesTop },
    status: { x: 0, y: Math.round(top + peaksHigh + air / 2), width, height: status },
    controls: {
      x: first + 2 * (card.cardWidth + gap),
      y: pilesTop,
      width: controls,
      height: card.cardHeight,
    },
    peaks: { x: left, y: top, width: ACROSS * pitch, height: peaksHigh },
    sign: valley({ pitch, left, top, ...card }),
  };
}

function side(width, height) {
  const pad = 14;
  const air = 8;
  const pitch = Math.min(
    (width - 3 * pad) / (ACROSS + 2 * CARD + 0.3),
    (height - STATUS - 2 * air) / PEAKS_HIGH,
  );
  const card = upright(pitch);
  const gap = Math.round(pitch * 0.18);
  const column = Math.max(2 * card.cardWidth + gap, 132);
  const left = (width - ACROSS * pitch - column - pad) / 2;
  const right = Math.round(left + ACROSS * pitch + pad);
  const spare = height - STATUS - air - PEAKS_HIGH * pitch;
  const top = Math.round(air + Math.max(0, spare - air) / 2);
  const step = card.cardHeight * STEP;
  const peaksHigh = card.cardHeight + 3 * step;
  return {
    name: "side",
    pitch,
    ...card,
    slots: rowsOfCards({ pitch, left, top, step, ...card }),
    stock: { x: right, y: top },
    waste: { x: right + card.cardWidth + gap, y: top },
    status: { x: 0, y: Math.round(top + peaksHigh + 2), width: right - pad, height: STATUS },
    controls: {
      x: right,
      y: top + card.cardHeight + LABEL,
      width: column,
      height: height - top - card.cardHeight - LABEL - air,
    },
    peaks: { x: left, y: top, width: ACROSS * pitch, height: peaksHigh },
    sign: valley({ pitch, left, top, ...card }),
  };
}

const BUTTONS = 3 * 48 + 8;
const BAR = 36;

function tall(width, height) {
  const pad = clamp(10, width * 0.032, 28);
  const inner = width - 2 * pad;
  const most = Math.floor((inner - BUTTONS - 16) / 2);
  const status = 30;
  const pitch = (height - status - BAR - 8) / (10 + CARD + 0.2);
  const cardHeight = Math.floor(CARD * pitch);
  const cardWidth = Math.floor(clamp(0.24 * inner, Math.min(most, cardHeight * 2.1), 0.4 * inner));
  const step = Math.min((inner - cardWidth) / 3, cardWidth * 0.86);
  const left = (width - 3 * step - cardWidth) / 2;
  const top = 8;
  const bar = Math.round(top + 10 * pitch + status);
  const pilesTop = bar + 9;
  return {
    name: "tall",
    pitch,
    cardWidth,
    cardHeight,
    slots: PLACES.map(({ row, at }) => ({
      x: Math.round(left + row * step),
      y: corner(top + (at + 0.5) * pitch, cardHeight),
    })),
    stock: { x: Math.round(pad), y: pilesTop },
    waste: { x: Math.round(pad + cardWidth + 10), y: pilesTop },
    status: { x: 0, y: bar - status, width, height: status },
    controls: {
      x: Math.round(width - pad - BUTTONS),
      y: pilesTop,
      width: BUTTONS,
      height: height - pilesTop - 8,
    },
    peaks: { x: left, y: top, width: 3 * step + cardWidth, height: 10 * pitch },
    sign: { x: Math.round(left), y: corner(top + 3.5 * pitch, SIGN), width: 2 * step - 6, height: SIGN },
    bar: { y: bar, height: height - bar },
  };
}
