// Hands on a replay: buttons, slider and keys. Time runs the way the page is read, so in a
// language written from the right the left arrow leads on.
const byId = (id) => document.getElementById(id);

/** Where the buttons of `data-step` lead. */
function steps(player) {
  return {
    first: () => player.goTo(0),
    back: () => player.step(-1),
    next: () => player.step(1),
    last: () => player.goTo(player.last),
  };
}

/** Ties the buttons, the slider and the speeds to the player. */
export function bindTransport(player) {
  const lead = steps(player);
  for (const button of document.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => lead[button.dataset.step]());
  }
  byId("play").addEventListener("click", () => player.toggle());
  byId("slider").addEventListener("input", ({ target }) => player.goTo(Number(target.value)));
  byId("speeds").addEventListener("change", ({ target }) => player.setSpeed(Number(target.value)));
  freeKeys(byId("speeds"));
}

/** Choices that were pressed, not walked to, give the focus back: arrows and space are the
 *  replay's again. */
function freeKeys(choices) {
  let isPressed = false;
  choices.addEventListener("pointerdown", () => (isPressed = true));
  choices.addEventListener("click", ({ target }) => {
    if (isPressed && target.matches("input")) {
      isPressed = false;
      target.blur();
    }
  });
}

const FIELDS = "input[type='radio'], select, textarea, [popover]:popover-open";

function isElsewhere({ target, altKey, ctrlKey, metaKey }) {
  if (altKey || ctrlKey || metaKey || document.querySelector("dialog[open]")) return true;
  return Boolean(target.closest?.(FIELDS));
}

function isPressable(target) {
  return Boolean(target.closest?.("button, a, summary"));
}

/** Arrows step, Home and End lead to the ends, space plays and pauses. */
export function bindKeys(player) {
  const { first, back, next, last } = steps(player);
  document.addEventListener("keydown", (event) => {
    if (isElsewhere(event)) return;
    const isFromRight = document.documentElement.dir === "rtl";
    const keys = {
      ArrowRight: isFromRight ? back : next,
      ArrowLeft: isFromRight ? next : back,
      Home: first,
      End: last,
    };
    if (event.target.closest?.("#moves")) Object.assign(keys, { ArrowUp: back, ArrowDown: next });
    if (!isPressable(event.target)) keys[" "] = () => event.repeat || player.toggle();
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
}
