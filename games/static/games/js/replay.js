// Entry of a replay: a finished game, move by move.
import "./chrome.js";
import { say as announce } from "./announce.js";
import { cardName } from "./cards.js";
import { bindCopy } from "./clipboard.js";
import { number } from "./format.js";
import { pageData } from "./http.js";
import { ReplayFelt } from "./replay_felt.js";
import { bindKeys, bindTransport } from "./replay_input.js";
import { MoveList } from "./replay_list.js";
import { Player } from "./replay_player.js";
import { parseActions, states, viewOf } from "./replay_state.js";
import { sentence } from "./replay_words.js";
import { Scores } from "./scores.js";
import { Sheet } from "./sheet.js";
import * as status from "./status.js";
import { fill, gettext } from "./text.js";

const { replay } = pageData("page-data");
const byId = (id) => document.getElementById(id);
const actions = parseActions(replay.actions);
const views = states(replay.cards.split(" "), replay.rule, actions).map(viewOf);
const last = actions.length;

class ReplayScores extends Scores {
  gainOf(view) {
    return view.run_gain;
  }
}

function stepTo(index) {
  return {
    action: actions[index - 1],
    before: views[index - 1],
    after: views[index],
    isTimedOut: index === last && replay.status === "timed_out",
  };
}

const felt = new ReplayFelt();
const scores = new ReplayScores();
const player = new Player({ times: replay.times_ms, onShow, onPlaying });
const list = new MoveList(byId("moves"), {
  steps: actions.map((_, place) => stepTo(place + 1)),
  onPick: (index) => player.goTo(index),
});
const sheet = new Sheet();

function onShow(index, { by }) {
  const step = stepTo(index);
  const view = step.after;
  felt.show(view, { isJump: by === "jump" });
  scores.render(view, view);
  scores.setClock(player.time, false);
  const tone = view.status === "won" || step.isTimedOut ? "won" : "plain";
  status.say(sentence(step), tone);
  if (by !== "play") announce(sentence(step, cardName));
  list.show(index);
  showPlace(index);
}

function showPlace(index) {
  const words = { index: number(index), last: number(last) };
  const place = fill(gettext("%(index)s of %(last)s"), words);
  for (const box of document.querySelectorAll("[data-place]")) box.textContent = place;
  const slider = byId("slider");
  slider.value = index;
  slider.style.setProperty("--done", last ? index / last : 0);
  slider.setAttribute("aria-valuetext", fill(gettext("Move %(index)s of %(last)s"), words));
  for (const button of document.querySelectorAll("[data-step]")) {
    const isBack = ["first", "back"].includes(button.dataset.step);
    button.disabled = isBack ? index === 0 : index === last;
  }
}

function onPlaying(isPlaying) {
  const button = byId("play");
  button.toggleAttribute("data-playing", isPlaying);
  button.setAttribute("aria-label", isPlaying ? gettext("Pause") : gettext("Play"));
}

byId("slider").max = last;
byId("play").disabled = last === 0;
bindTransport(player);
bindKeys(player);
byId("more").addEventListener("click", () => sheet.open());
bindCopy(byId("copy-link"), () => location.href);
player.show(0, "jump");
