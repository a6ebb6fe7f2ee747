// Copying a link, with an answer in the button itself.
import { gettext } from "./text.js";

const SHOWN_MS = 1800;

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  return undefined;
}

/** Copies what `text()` gives when the button is pressed. */
export function bindCopy(button, text) {
  const label = button.querySelector("[data-label]") ?? button;
  const usual = label.textContent;
  button.addEventListener("click", async () => {
    try {
      await copy(text());
      label.textContent = gettext("Copied");
    } catch {
      window.prompt(gettext("Copy this link"), text());
    }
    setTimeout(() => (label.textContent = usual), SHOWN_MS);
  });
}
