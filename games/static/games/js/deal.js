// Entry of a deal's page: looking at what the solver knows, after what that means was said.
import "./chrome.js";
import { CallError, post } from "./http.js";
import { gettext } from "./text.js";

const { deal } = document.getElementById("main").dataset;
const button = document.getElementById("look");

/** The server draws the verdict: the section is taken from the page as it stands after the look. */
async function redraw() {
  const answer = await fetch(location.href, { credentials: "same-origin" });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const section = fresh.getElementById("solver");
  document.getElementById("solver").replaceWith(section);
  document.getElementById("solver-title").focus();
}

async function look() {
  const label = button.textContent;
  button.disabled = true;
  button.textContent = gettext("Proving …");
  try {
    await post(`/api/v1/deals/${deal}/verdict`);
    await redraw();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    document.getElementById("look-error").textContent = error.message;
    button.textContent = label;
    button.disabled = false;
  }
}

button?.addEventListener("click", look);
