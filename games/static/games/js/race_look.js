// Entry of a race's replay for who may not see it yet: looking, after what that means was said.
import "./chrome.js";
import { CallError, post } from "./http.js";

const button = document.getElementById("look");

async function look() {
  button.disabled = true;
  try {
    await post(`/api/v1/races/${button.dataset.slug}/look`);
    location.reload();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    document.getElementById("look-error").textContent = error.message;
    button.disabled = false;
  }
}

button?.addEventListener("click", look);
