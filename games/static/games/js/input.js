// Hands on the table: a press acts at once, keys act as presses do. Input is never locked.
import { finishAll } from "./motion.js";

const ECHO_MS = 500;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function tapped(target) {
  const card = target.closest?.("[data-slot]");
  if (card) return { kind: "take", slot: Number(card.dataset.slot) };
  return target.closest?.("#stock") ? { kind: "draw", slot: null } : null;
}

/** What a press means: the open card that is seen there or, where something flies across or away,
    what lies there when all has landed. */
function under({ clientX, clientY, target }) {
  if (target.closest?.("[data-open], #stock")) return target;
  finishAll();
  return document.elementFromPoint(clientX, clientY) ?? target;
}

/** Presses and clicks; `onTap({kind, slot})`. */
export function bindPointer(felt, onTap) {
  let isPressed = false;
  let releasedAt = -Infinity;
  felt.addEventListener("pointerdown", (event) => {
    const tap = event.button === 0 ? tapped(under(event)) : null;
    isPressed = tap !== null;
    if (tap) onTap(tap);
  });
  window.addEventListener("pointerup", (event) => {
    if (isPressed) releasedAt = event.timeStamp;
    isPressed = false;
  });
  // The click that follows a press is the same tap, however long it was held. One without a press
  // comes from the keyboard or from a screen reader.
  felt.addEventListener("click", (event) => {
    const tap = tapped(event.target);
    const isEcho = event.detail > 0 && event.timeStamp - releasedAt < ECHO_MS;
    if (tap && !isEcho) onTap(tap);
  });
  felt.addEventListener("dragstart", (event) => event.preventDefault());
  felt.addEventListener("contextmenu", (event) => tapped(event.target) && event.preventDefault());
}

function centre(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

function distance([x, y], [toX, toY], [dx, dy]) {
  const along = (toX - x) * dx + (toY - y) * dy;
  const across = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx);
  return along > 2 ? along + across * 2.2 : Infinity;
}

function step(felt, direction) {
  const places = [...felt.querySelectorAll("[data-slot][data-open], #stock")];
  const here = document.activeElement;
  if (!places.includes(here)) return places[0].focus();
  const from = centre(here);
  const far = (place) => (place === here ? Infinity : distance(from, centre(place), direction));
  const next = places.reduce((best, place) => (far(place) < far(best) ? place : best), here);
  next.focus();
}

function isBusy(event) {
  if (event.altKey || document.querySelector("dialog[open]")) return true;
  return Boolean(event.target.closest?.("input, select, textarea, [popover]:popover-open"));
}

/** Keys: arrows walk, the rest are named in `keys`, for instance `{u: undo, "?": help}`. */
export function bindKeys(felt, keys) {
  document.addEventListener("keydown", (event) => {
    if (isBusy(event)) return;
    const { target } = event;
    const isOutside = target !== document.body && !felt.contains(target);
    const held = event.ctrlKey || event.metaKey;
    const name = held ? `ctrl+${event.key.toLowerCase()}` : event.key.toLowerCase();
    if (!held && event.key in ARROWS && !isOutside) step(felt, ARROWS[event.key]);
    else if (name in keys && !event.repeat) keys[name]();
    else return;
    event.preventDefault();
  });
}

/** Keeps the focus on the table when the card that had it goes: the nearest open one gets it. */
export function keepFocus(cards, here) {
  if (!here?.matches?.('[data-slot][data-state="gone"]')) return;
  const from = centre(here);
  const open = cards.filter((card) => card.hasAttribute("data-open"));
  const far = (card) => Math.hypot(...centre(card).map((value, axis) => value - from[axis]));
  const near = open.reduce((best, card) => (!best || far(card) < far(best) ? card : best), null);
  (near ?? document.getElementById("stock")).focus({ preventScroll: true });
}
