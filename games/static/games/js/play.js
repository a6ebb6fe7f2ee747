// Entry of the table: a game alone.
import "./chrome.js";
import { Banner } from "./banner.js";
import { showBoard } from "./board.js";
import { Chance } from "./chance.js";
import { bindCopy } from "./clipboard.js";
import { Connection } from "./connection.js";
import { Game } from "./game.js";
import { GiveUp } from "./giveup.js";
import { CallError, pageData, post } from "./http.js";
import { bindKeys } from "./input.js";
import { NewGame } from "./newgame.js";
import { hidePanels, showPlace, showResigned, showStuck, showWon } from "./panels.js";
import { choose, rememberDeal, settings } from "./settings.js";
import { Sheet } from "./sheet.js";
import * as status from "./status.js";
import { fill, gettext } from "./text.js";

const page = pageData("page-data");
const byId = (id) => document.getElementById(id);
const felt = byId("felt");
let connection = null;
let current = {
  game: page.game,
  attempt: page.attempt ?? null,
  assisted: page.assisted ?? false,
  deal: page.state?.deal ?? null,
};
let isGuest = page.player?.is_guest ?? true;

const send = (frame) => connection?.send(frame) ?? false;
const hooks = { ended, result, played, changed: () => banner.count(game.session.unsaved) };
const game = new Game({ send, hooks });
const chance = new Chance({ game, send, onAssisted: assisted });
const giveUp = new GiveUp({ onYes: () => game.act("resign") });
const banner = new Banner({
  felt,
  onRetry: () => connection?.retry(),
  onBack: () => status.say(gettext("Back in step"), "won"),
});
const sheet = new Sheet();
const newGame = new NewGame({ onStart: begin });

function ruleName(rule) {
  return rule === "C" ? gettext("Classic") : gettext("Easy");
}

function attemptName(attempt) {
  if (!attempt) return "";
  if (attempt === 1) return gettext("first attempt");
  return fill(gettext("attempt %(number)s"), { number: attempt });
}

function dealPage() {
  return `/deals/${current.deal}/`;
}

/** Names the deal at hand wherever the page shows it. */
function nameDeal(state) {
  current.deal = state.deal;
  current.assisted ||= state.assisted;
  if (state.deal) rememberDeal(state.deal);
  for (const link of document.querySelectorAll("[data-deal-link]")) {
    if (state.deal) link.href = dealPage();
    if (link.dataset.dealLink === "code") link.textContent = state.deal ?? gettext("secret deal");
  }
  for (const link of document.querySelectorAll("[data-race-link]")) {
    link.href = state.deal ? `/races/?deal=${encodeURIComponent(state.deal)}` : "/races/";
  }
  for (const link of document.querySelectorAll("[data-account-link]")) {
    link.search = new URLSearchParams({ next: `/games/${state.game}/` });
  }
  for (const link of document.querySelectorAll("[data-post-mortem]")) {
    link.href = `/replays/${state.game}/`;
  }
  byId("rule-name").textContent = ruleName(state.rule);
  byId("attempt-name").textContent = attemptName(current.attempt);
}

/** Shows a whole state that came with the page or with the answer to a new game. */
function take(state) {
  nameDeal(state);
  game.setAssisted(current.assisted);
  game.start(state);
  chance.begin(state, current.assisted);
  game.setClock(state);
  game.checkEnd();
  follow();
  showBoard(byId("board"), state.deal);
}

function connect(path) {
  connection?.end();
  connection = new Connection({ path, onMessage, onStatus });
}

function onStatus(state, reason) {
  if (state !== "open") game.session.pause();
  if (state !== "open") chance.pause();
  banner.follow(state, reason);
}

function onMessage(message) {
  if (message.type === "state" && message.deal && message.deal !== current.deal) {
    nameDeal(message);
    showBoard(byId("board"), message.deal);
  }
  if (message.type === "state" && message.assisted) assisted();
  if (message.type === "server_error") status.say(message.message ?? gettext("The server had a fault"));
  else if (message.type === "chance") chance.receive(message);
  else game.receive(message);
  if (["state", "applied"].includes(message.type)) follow();
}

/** What depends on the state that the server has confirmed. */
function follow() {
  chance.follow();
  byId("give-up").disabled = !game.session.isPlaying;
}

function assisted() {
  current.assisted = true;
  game.setAssisted(true);
}

function ended(state) {
  if (state.status === "stuck") showStuck(state);
  else if (state.status === "won") showWon(state, state.elapsed_ms);
  else if (state.status === "resigned") showResigned(state);
  else hidePanels();
}

function played(message) {
  if (message.status === "playing") hidePanels();
}

async function result(message) {
  if (giveUp.leadsOn) return location.assign(message.replay);
  showPlace(message, isGuest);
  const answer = await showBoard(byId("board"), current.deal);
  if (isGuest && answer?.me?.provisional) showPlace({ ...message, ...answer.me }, isGuest);
  return undefined;
}

function remember(url) {
  if (current.game) history.replaceState({ game: current.game }, "", `/games/${current.game}/`);
  if (current.game) history.pushState({}, "", url);
  else if (page.wished?.deal) history.replaceState({}, "", url);
}

/** Starts another game: `{deal: code, number or null, rule, grade, sure}`. Throws a CallError. */
async function begin(wish) {
  const answer = await post(page.play_url, wish);
  choose("rule", answer.rule);
  if (answer.id === current.game) return hidePanels();
  remember(answer.url);
  hidePanels();
  game.clear();
  current = { game: answer.id, attempt: answer.attempt, assisted: answer.assisted, deal: null };
  if (answer.player) isGuest = answer.player.is_guest;
  if (answer.state) take(answer.state);
  return connect(answer.socket);
}

async function again(wish) {
  try {
    await begin(wish);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    status.say(error.message, "refused");
  }
}

function sameDeal() {
  if (current.deal) again({ deal: current.deal, rule: game.session.confirmed.rule, sure: true });
}

function dealAnother() {
  again({ deal: null, rule: game.session.confirmed?.rule ?? settings.rule });
}

function openNewGame() {
  sheet.close();
  newGame.open(game.session.confirmed?.rule ?? settings.rule);
}

function undo() {
  hidePanels();
  game.act("undo");
}

function askToEnd(options) {
  sheet.close();
  giveUp.ask(options);
}

function bindButtons() {
  const actions = {
    undo,
    hint: () => game.hint(),
    "same-deal": sameDeal,
    "new-deal": openNewGame,
    "give-up": () => askToEnd({ leadsOn: false }),
    "post-mortem": () => askToEnd({ leadsOn: true }),
    more: () => sheet.open(),
    help: () => byId("help-dialog").showModal(),
  };
  for (const button of document.querySelectorAll("[data-action]")) {
    button.addEventListener("click", () => actions[button.dataset.action]?.());
  }
  for (const button of document.querySelectorAll("[data-next]")) {
    button.addEventListener("click", dealAnother);
  }
  for (const button of document.querySelectorAll("[data-hide-end]")) {
    button.addEventListener("click", hidePanels);
  }
  const keys = { d: () => game.act("draw"), u: undo, "ctrl+z": undo, h: actions.hint };
  bindKeys(felt, { ...keys, n: openNewGame, "?": actions.help });
  bindCopy(byId("copy-link"), () => new URL(current.deal ? dealPage() : "/", location.href).href);
}

/** The page's first table: the wished deal or, where that cannot be had, another. */
async function dealFirst({ deal, rule }) {
  try {
    await begin({ deal, rule });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (deal) await again({ deal: null, rule: settings.rule });
    if (error.code === "not_winnable") newGame.warn({ deal, rule }, error);
    else status.say(error.message, "refused");
  }
}

bindButtons();
window.addEventListener("popstate", () => location.reload());
if (page.state) take(page.state);
const notice = byId("notice").textContent.trim();
if (notice) status.say(notice, "won");
if (page.socket) connect(page.socket);
else if (page.wished?.deal) dealFirst(page.wished);
else again({ deal: null, rule: settings.rule });
