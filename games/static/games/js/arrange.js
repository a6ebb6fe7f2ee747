// Puts the felt's parts where geometry.js says: cards, piles, the sentence, tools and the range.
import { layoutFor } from "./geometry.js";

const LEAST = { width: 240, height: 200 };

function put(id, { x, y, width, height }) {
  const { style } = document.getElementById(id);
  style.left = `${x}px`;
  style.top = `${y}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}

function measure(felt, layout) {
  const across = layout.name === "tall" ? layout.cardHeight : layout.cardWidth;
  felt.dataset.layout = layout.name;
  felt.style.setProperty("--cw", `${layout.cardWidth}px`);
  felt.style.setProperty("--ch", `${layout.cardHeight}px`);
  felt.style.setProperty("--gap", `${layout.pitch - across}px`);
}

/** Lays out a felt of the size it has. `hasTools`: a row of tools stands beside the waste where
 *  there is room for it. */
export function arrange({ felt, table, piles, hasTools }) {
  const width = Math.max(felt.clientWidth, LEAST.width);
  const height = Math.max(felt.clientHeight, LEAST.height);
  const panel = hasTools && matchMedia("(min-width: 1000px)").matches;
  const roomy = matchMedia("(min-width: 1800px) and (min-height: 900px)").matches;
  const layout = layoutFor({ width, height, panel, roomy });
  measure(felt, layout);
  table.arrange(layout);
  piles.arrange(layout);
  put("status", layout.status);
  put("controls", layout.controls);
  put("range", layout.peaks);
  put("sign", layout.sign);
  put("bar", { x: 0, y: 0, width, height: 0, ...layout.bar });
}
