// The parts around every page: settings, menu, dialogs that open by a button.
import { bindSettings, lastDeal } from "./settings.js";

const known = lastDeal();
for (const link of document.querySelectorAll('[data-deal-link=""]')) {
  if (known) link.href = `/deals/${known}/`;
}

bindSettings(document.getElementById("settings-form"));

for (const dialog of document.querySelectorAll("dialog.box")) {
  for (const button of dialog.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => dialog.close());
  }
}
