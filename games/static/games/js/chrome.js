// The parts around every page: settings, menu, dialogs that open by a button.
import { bindSettings } from "./settings.js";

bindSettings(document.getElementById("settings-form"));

for (const dialog of document.querySelectorAll("dialog.box")) {
  for (const button of dialog.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => dialog.close());
  }
}
