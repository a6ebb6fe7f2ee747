// Numbers and times as this page writes them.
import { language } from "./text.js";

const plain = new Intl.NumberFormat(language);

/** 1,482 or −30, with a true minus sign. */
export function number(value) {
  return plain.format(value).replace("-", "−");
}

/** "+100", with its sign always. */
export function gain(value) {
  return value < 0 ? number(value) : `+${number(value)}`;
}

function two(value) {
  return String(value).padStart(2, "0");
}

/** 1:12, or 1:02:09 from an hour on; from milliseconds. */
export function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes % 60)}:${rest}` : `${minutes}:${rest}`;
}

/** "an 8, a 9 or a jack", in the page's language. */
export function either(words) {
  return new Intl.ListFormat(language, { type: "disjunction" }).format(words);
}
