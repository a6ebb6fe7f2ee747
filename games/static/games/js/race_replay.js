// Entry of a race's replay: all boards side by side, on one clock from the race's start.
import "./chrome.js";
import { say as announce } from "./announce.js";
import { clock } from "./format.js";
import { pageData } from "./http.js";
import { RaceBoard } from "./race_board.js";
import { RacePlayer } from "./race_player.js";
import { bindKeys, bindTransport } from "./replay_input.js";
import { fill, gettext } from "./text.js";

const page = pageData("page-data");
const byId = (id) => document.getElementById(id);
const boards = page.boards.map((replay) => new RaceBoard(replay, page.player?.name ?? null));
const times = page.boards.flatMap((replay) => [...replay.times_ms, replay.duration_ms]);
const player = new RacePlayer({ times, onShow, onPlaying });

function onShow(ms, { by }) {
  for (const board of boards) board.show(ms, { by });
  showTime(ms);
  if (by !== "play") announce(boards.map(({ sentence }) => sentence).join(" "));
}

function showTime(ms) {
  const slider = byId("slider");
  slider.value = ms;
  slider.style.setProperty("--done", player.last ? ms / player.last : 0);
  const words = { time: clock(ms), whole: clock(player.last) };
  slider.setAttribute("aria-valuetext", fill(gettext("%(time)s of %(whole)s"), words));
  byId("at").textContent = words.time;
  for (const button of document.querySelectorAll("[data-step]")) {
    const isBack = ["first", "back"].includes(button.dataset.step);
    button.disabled = isBack ? ms <= 0 : ms >= player.last;
  }
}

function onPlaying(isPlaying) {
  const button = byId("play");
  button.toggleAttribute("data-playing", isPlaying);
  button.setAttribute("aria-label", isPlaying ? gettext("Pause") : gettext("Play"));
}

byId("boards").append(...boards.map(({ root }) => root));
byId("slider").max = player.last;
byId("whole").textContent = clock(player.last);
byId("play").disabled = player.last === 0;
bindTransport(player);
// The arrows lead through time; from move to move lead the buttons.
bindKeys({
  goTo: (ms) => player.goTo(ms),
  step: (way) => player.skip(way),
  toggle: () => player.toggle(),
  last: player.last,
});
player.show(0, "jump");
