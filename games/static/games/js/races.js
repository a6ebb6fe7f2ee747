// Entry of the form that opens a race.
import "./chrome.js";
import { CallError, post } from "./http.js";
import { gettext } from "./text.js";

const form = document.getElementById("race-form");
const error = document.getElementById("race-error");
const field = document.getElementById("race-code-field");

function wish() {
  const { which, code, rule, seats, limit, undo } = form.elements;
  return {
    deal: which.value === "given" ? code.value.trim() : null,
    rule: rule.value,
    seats: Number(seats.value),
    limit_ms: limit.value === "" ? null : Number(limit.value),
    undo: undo.checked,
  };
}

function follow() {
  field.hidden = form.elements.which.value !== "given";
  error.textContent = "";
}

async function open(event) {
  event.preventDefault();
  const button = form.querySelector(".main");
  const data = wish();
  if (data.deal === "") {
    error.textContent = gettext("Type a number or paste a code.");
    return;
  }
  button.disabled = true;
  try {
    const { url } = await post("/api/v1/races", data);
    location.assign(url);
  } catch (fault) {
    if (!(fault instanceof CallError)) throw fault;
    error.textContent = fault.message;
    button.disabled = false;
  }
}

// At once, not on leaving a field: that is when a press on the button begins, and it must not move.
form.addEventListener("input", follow);
form.addEventListener("submit", open);
follow();
