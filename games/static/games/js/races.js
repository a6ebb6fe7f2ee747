// Entry of the form that opens a race.
import "./chrome.js";
import { CallError, post } from "./http.js";
import { gettext } from "./text.js";

const form = document.getElementById("race-form");
const error = document.getElementById("race-error");
const code = document.getElementById("race-code-field");
const grades = document.getElementById("race-grade-field");
const anyway = form.querySelector('[value="sure"]');
const start = form.querySelector('[type="submit"]:not([value])');

function isNamed() {
  return form.elements.which.value === "given";
}

function wish() {
  const { code, grade, rule, seats, limit, undo } = form.elements;
  return {
    deal: isNamed() ? code.value.trim() : null,
    grade: isNamed() ? null : grade.value || null,
    rule: rule.value,
    seats: Number(seats.value),
    limit_ms: limit.value === "" ? null : Number(limit.value),
    undo: undo.checked,
    sure: !anyway.hidden,
  };
}

/** Says what is wrong; what cannot be won may be raced on all the same, once that was said. */
function fail(text, isLost = false) {
  error.textContent = text;
  anyway.hidden = !isLost;
  start.hidden = isLost;
  if (isLost) anyway.focus();
}

function follow() {
  code.hidden = !isNamed();
  grades.hidden = isNamed();
  fail("");
}

async function open(event) {
  event.preventDefault();
  const data = wish();
  if (data.deal === "") return fail(gettext("Type a number or paste a code."));
  const button = event.submitter ?? start;
  button.disabled = true;
  try {
    const { url } = await post("/api/v1/races", data);
    location.assign(url);
  } catch (fault) {
    if (!(fault instanceof CallError)) throw fault;
    button.disabled = false;
    fail(fault.message, fault.code === "not_winnable");
  }
  return undefined;
}

// At once, not on leaving a field: that is when a press on the button begins, and it must not move.
form.addEventListener("input", follow);
form.addEventListener("submit", open);
follow();
