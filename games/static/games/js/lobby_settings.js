// The dialog in which the host changes a lobby's settings.
import { post } from "./http.js";
import { RaceForm } from "./raceform.js";

/** Binds the button that opens it; everybody hears of the change by the race's socket. */
export function bindSettings(button, race) {
  const dialog = document.getElementById("race-settings");
  const form = new RaceForm(dialog.querySelector("form"), {
    async onSubmit(settings) {
      await post(`/api/v1/races/${race.slug}/settings`, settings);
      dialog.close();
    },
  });
  button.addEventListener("click", () => {
    form.show(race);
    dialog.showModal();
  });
}
