// Entry of the form that opens a race.
import "./chrome.js";
import { post } from "./http.js";
import { RaceForm } from "./raceform.js";

async function open(settings) {
  const { url } = await post("/api/v1/races", settings);
  location.assign(url);
}

new RaceForm(document.getElementById("race-form"), { onSubmit: open });
