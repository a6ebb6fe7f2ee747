// Short movements by transform and opacity. Nothing ever waits for one to end:
// the page is already right when a movement starts, and finishing them early changes nothing.
import { settings } from "./settings.js";

const TAKE = 180;
const TURN = 140;
const DRAW = 140;
const REFUSAL = 120;
const running = new Set();

/** Whether things may move, by the player's choice and the system's. */
export function moves() {
  if (settings.motion !== "auto") return settings.motion === "on";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Ends whatever still flies, at once. */
export function finishAll() {
  for (const animation of running) animation.finish();
  running.clear();
}

function play(element, frames, options) {
  if (!moves()) return;
  const animation = element.animate(frames, options);
  running.add(animation);
  animation.onfinish = () => running.delete(animation);
}

function arc(from, lift) {
  const steps = [0, 0.2, 0.4, 0.6, 0.8, 1];
  return steps.map((part) => {
    const rise = -lift * 4 * part * (1 - part);
    const x = from.x * (1 - part);
    const y = from.y * (1 - part) + rise;
    const turn = from.x === 0 ? 0 : Math.sign(from.x) * -5 * Math.sin(Math.PI * part);
    const size = 1 + 0.06 * Math.sin(Math.PI * part);
    return { transform: `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${size})`, zIndex: 60 };
  });
}

/** Lets an element arrive from an offset on a slight arc. */
export function fly(element, from) {
  const lift = Math.min(46, 12 + Math.hypot(from.x, from.y) * 0.07);
  play(element, arc(from, lift), { duration: TAKE, easing: "cubic-bezier(.3,.1,.25,1)" });
}

/** The waste gives a little as the next card lands on it. */
export function settle(element) {
  const frames = [{ transform: "none" }, { transform: "scale(.965)", offset: 0.75 }, { transform: "none" }];
  play(element, frames, { duration: TAKE + 60 });
}

/** Slides an element in from an offset, as a draw does. */
export function slide(element, from) {
  const frames = [
    { transform: `translate(${from.x}px, ${from.y}px)`, zIndex: 60 },
    { transform: "none", zIndex: 60 },
  ];
  play(element, frames, { duration: DRAW, easing: "cubic-bezier(.3,.1,.25,1)" });
}

/** Turns a card about its own axis: `up` shows the face, otherwise the back comes. */
export function turn(card, { up, axis = "Y" }) {
  const [shown, gone] = up ? [".face", ".back"] : [".back", ".face"];
  const rotated = (angle) => `perspective(700px) rotate${axis}(${angle}deg)`;
  const leaving = card.querySelector(gone);
  const coming = card.querySelector(shown);
  const options = { duration: TURN, easing: "linear" };
  if (leaving) {
    const frames = [
      { transform: rotated(0), visibility: "visible" },
      { transform: rotated(90), visibility: "visible", offset: 0.5 },
      { transform: rotated(90), visibility: "hidden", offset: 0.5 },
      { transform: rotated(90), visibility: "hidden" },
    ];
    play(leaving, frames, options);
  }
  if (coming) {
    const frames = [
      { transform: rotated(-90), visibility: "hidden" },
      { transform: rotated(-90), visibility: "visible", offset: 0.5 },
      { transform: rotated(0), visibility: "visible" },
    ];
    play(coming, frames, options);
  }
}

/** A refusal: three pixels to and fro; without motion the style sheet's ring tells it. */
export function shake(element) {
  const frames = [0, -3, 3, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  play(element, frames, { duration: REFUSAL });
  element.dataset.refused = "";
  setTimeout(() => delete element.dataset.refused, 420);
}

/** A number that was won rises for a moment. */
export function pop(element) {
  const frames = [{ transform: "scale(1.18)" }, { transform: "none" }];
  play(element, frames, { duration: 160, easing: "ease-out" });
}

/** Cards of a fresh deal come down row by row. */
export function deal(element, { delay, from }) {
  const frames = [
    { transform: `translate(${from.x}px, ${from.y}px)`, opacity: 0 },
    { transform: "none", opacity: 1 },
  ];
  play(element, frames, {
    duration: 220,
    delay,
    fill: "backwards",
    easing: "cubic-bezier(.2,.7,.25,1)",
  });
}
