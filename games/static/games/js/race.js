// Entry of a race's page: invitation, lobby, countdown, the race itself, places, rematch.
import "./chrome.js";
import { Absent, delayWords } from "./absent.js";
import { say as announce } from "./announce.js";
import { Banner } from "./banner.js";
import { bindCopy } from "./clipboard.js";
import { Connection } from "./connection.js";
import { Countdown } from "./countdown.js";
import { clock } from "./format.js";
import { Game } from "./game.js";
import { CallError, pageData, post } from "./http.js";
import { bindKeys } from "./input.js";
import { peaksLeft } from "./layout.js";
import { hideLobby, lobbyError, showClosed, showLobby } from "./lobby.js";
import { bindSettings } from "./lobby_settings.js";
import { matchWords, scoreWords } from "./match_words.js";
import { hideEnds, showDone, showFinish, showPostMortem } from "./podium.js";
import { showRaceEnd } from "./race_end.js";
import { settingWords } from "./raceset.js";
import { RaceState } from "./racestate.js";
import { keepReady, takeReady } from "./rematch.js";
import { bindShare } from "./share.js";
import { Sheet } from "./sheet.js";
import * as status from "./status.js";
import { showStrips } from "./strips.js";
import { fill, gettext } from "./text.js";
import { Waiting } from "./waiting.js";
import { becomeWatcher, showWatched, showWatching, watchedClock } from "./watch.js";

const WHOLE_STOCK = 23;
const TOO_LATE = ["full", "running", "over"];
const TABLE_CODES = [...TOO_LATE, "not_host", "too_few_racers", "not_finished", "needs_account"];
const page = pageData("page-data");
const byId = (id) => document.getElementById(id);
const felt = byId("felt");
const race = new RaceState(page.race, page.player?.name ?? null);
let connection = null;
let next = page.race.next ?? null;
let wantsRematch = false;
let isShown = false;
let hasAskedPlace = false;

const send = (frame) => connection?.send(frame) ?? false;
const game = new Game({ send, fromStart: true, hooks: { ended, changed } });
const sheet = new Sheet();
const banner = new Banner({
  felt,
  onRetry: () => connection?.retry(),
  onBack: () => status.say(gettext("Back in step"), "won"),
});
const countdown = new Countdown({ onSecond: (seconds) => seconds > 0 && announce(String(seconds)) });

const absent = new Absent({
  box: byId("absent"),
  race,
  onEnd: (player) => send({ type: "end_absent", player }),
});

const waiting = new Waiting({
  race,
  onFault: (text) => {
    lobbyError(text);
    status.say(text, "refused");
  },
});

/** Shows the race as it stands. */
function render() {
  absent.render();
  waiting.render();
  showSettings();
  byId("panel-seal").hidden = !race.commitment || race.status === "finished";
  showStrips(race);
  document.body.toggleAttribute("data-watching", Boolean(race.watching));
  if (race.watching) watch();
  else if (race.status === "lobby") showLobby(race);
  else hideLobby();
  if (race.status === "countdown") countdown.run(race.starts_at, () => race.serverNow);
  else countdown.stop();
  showTools();
  if (race.status !== "finished" || !race.places) return;
  if (!isShown) finish();
  // A page that was loaded after the finish learns of its own game from the socket.
  else showPostMortem(game.session.confirmed?.game ?? null);
}

function watch() {
  showWatching(race, next);
  const { ms, isRunning } = watchedClock(race);
  game.scores.setClock(ms, isRunning);
}

function showSettings() {
  const phrases = settingWords(race).map((words) => {
    const phrase = document.createElement("span");
    phrase.textContent = words;
    return phrase;
  });
  byId("race-facts").replaceChildren(...phrases);
  byId("race-score").textContent = scoreWords(race) ?? "";
  const limit = race.limit_ms === null ? "" : ` / ${clock(race.limit_ms)}`;
  for (const box of document.querySelectorAll("[data-race-limit]")) box.textContent = limit;
}

/** Only what can be done now has a button that works. */
function showTools() {
  const isPlaying = race.status === "running" && race.own && !race.isDone(race.own);
  for (const button of document.querySelectorAll('[data-action="resign"], #hint')) {
    button.disabled = !isPlaying;
  }
  byId("undo").hidden = !race.undo;
}

function finish() {
  isShown = true;
  for (const place of race.places) race.progress(place);
  showStrips(race);
  showFinish(race, game.session.confirmed?.game ?? null);
  byId("finish-match").textContent = matchWords(race) ?? "";
  showRaceEnd(race);
  offerRematch();
}

function offerRematch() {
  const button = byId("finish-rematch");
  button.disabled = wantsRematch;
  button.hidden = race.watching && !next;
  if (race.watching) button.textContent = gettext("To the newest race");
  else button.textContent = next ? gettext("Join the rematch") : gettext("Rematch");
}

function changed(view) {
  banner.count(game.session.unsaved);
  if (!race.own || view.status === "waiting") return;
  const left = view.tableau.filter((card) => card !== null).length;
  const peaks_left = peaksLeft(view.tableau).map((peak) => peak.left);
  const draws = WHOLE_STOCK - view.stock;
  Object.assign(race.own, { cards_left: left, run: view.run, draws, peaks_left });
  showStrips(race);
}

function ended(state) {
  if (race.own) Object.assign(race.own, { status: state.status, duration_ms: state.elapsed_ms });
  const isRunning = race.status === "running";
  if (isRunning && !["playing", "waiting"].includes(state.status)) showDone(state.status, race);
  else if (isRunning) hideEnds();
  if (isRunning && state.status === "won") askPlace();
  showTools();
  showStrips(race);
}

/** One's own place is certain at once: the whole race tells it. */
function askPlace() {
  if (hasAskedPlace || race.own?.place) return;
  hasAskedPlace = send({ type: "sync" });
}

/** The racer's own table, as in a game's greeting. The clock runs from the common start. */
function takeState(state) {
  if (!state) return;
  if (race.status === "countdown") race.status = "running";
  game.receive({ ...state, type: "state" });
}

function rivalMoved(message) {
  const before = race.racer(message.player)?.status;
  race.progress(message);
  showStrips(race);
  if (race.watching) showWatched(race);
  absent.render();
  if (message.status === before || message.status !== "won") return;
  const words = fill(gettext("%(name)s has cleared the peaks"), { name: message.player });
  status.say(words, "won");
  announce(words);
}

function follow(message) {
  next = message;
  race.next = message;
  if (waiting.isMine && !race.own) return waiting.follow(message);
  waiting.render();
  if (race.watching) watch();
  if (!wantsRematch) return offerRematch();
  keepReady(message.slug);
  return location.assign(message.url);
}

const handlers = {
  race(message) {
    const delayed = message.delayed_ms - race.delayed_ms;
    race.adopt(message);
    if (delayed > 0) status.say(delayWords(delayed));
    next = message.next ?? next;
    takeState(message.state);
    if (race.status === "lobby" && takeReady(race.slug)) send({ type: "ready", ready: true });
    render();
  },
  waiting({ players }) {
    race.waiting = players;
    waiting.render();
  },
  joined(message) {
    race.joined(message);
    announce(fill(gettext("%(name)s has joined"), { name: message.player }));
    render();
  },
  left(message) {
    race.left(message);
    if (message.player === race.me) race.watching = true;
    render();
  },
  ready(message) {
    race.ready(message);
    render();
  },
  countdown(message) {
    race.countdown(message);
    render();
  },
  started(message) {
    race.status = "running";
    render();
    takeState(message.state);
    announce(gettext("The race has started"));
  },
  progress: rivalMoved,
  finished(message) {
    race.finish(message);
    render();
  },
  rematch: follow,
  result() {},
};

function onMessage(message) {
  if (message.type === "server_error") status.say(message.message);
  else if (message.type === "refused" && TABLE_CODES.includes(message.code)) refusedHere(message);
  else if (message.type in handlers) handlers[message.type](message);
  else game.receive(message);
}

function refusedHere(message) {
  if (TOO_LATE.includes(message.code) && wantsRematch && next) return location.assign(next.url);
  wantsRematch = false;
  lobbyError(message.message);
  status.say(message.message, "refused");
  return offerRematch();
}

function connect() {
  connection = new Connection({
    path: page.race.socket,
    onMessage,
    onStatus: (state, reason) => {
      if (state !== "open") game.session.pause();
      banner.follow(state, reason);
    },
  });
}

async function join() {
  byId("lobby-join").disabled = true;
  try {
    await post(page.race.join_url);
    location.reload();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    byId("lobby-join").disabled = false;
    if (TOO_LATE.includes(error.code)) showClosed(race, error.code, error.body.next ?? null);
    else lobbyError(error.message);
  }
}

function leave() {
  send({ type: "leave" });
  connection.end();
  location.assign("/races/");
}

function resign() {
  sheet.close();
  const dialog = byId("resign-dialog");
  dialog.returnValue = "";
  dialog.showModal();
}

function undo() {
  hideEnds();
  game.act("undo");
}

function link() {
  return new URL(race.url, location.href).href;
}

function bindButtons() {
  const actions = {
    undo,
    resign,
    hint: () => game.hint(),
    more: () => sheet.open(),
    help: () => byId("help-dialog").showModal(),
  };
  for (const button of document.querySelectorAll("[data-action]")) {
    button.addEventListener("click", () => actions[button.dataset.action]());
  }
  for (const button of document.querySelectorAll("[data-hide-end]")) button.addEventListener("click", hideEnds);
  byId("resign-dialog").addEventListener("close", ({ target }) => {
    if (target.returnValue === "yes") game.act("resign");
  });
  byId("lobby-join").addEventListener("click", join);
  byId("lobby-ready").addEventListener("click", () => send({ type: "ready", ready: !race.own?.ready }));
  byId("lobby-start").addEventListener("click", () => send({ type: "start" }));
  byId("lobby-leave").addEventListener("click", leave);
  byId("finish-rematch").addEventListener("click", () => {
    if (race.watching) return location.assign(next.url);
    wantsRematch = send({ type: "rematch" });
    offerRematch();
  });
  bindSettings(byId("lobby-settings"), race);
  bindShare(byId("lobby-share"), link);
  const keys = { d: () => game.act("draw"), u: undo, "ctrl+z": undo, h: actions.hint, "?": actions.help };
  bindKeys(felt, keys);
  for (const id of ["copy-link", "lobby-copy"]) bindCopy(byId(id), link);
}

/** Who has no seat and is nobody yet becomes a guest, so that he can watch. */
async function begin() {
  render();
  if (page.race.seated || page.player || (await becomeWatcher(race.slug))) connect();
}

bindButtons();
begin();
