// Before a race: who sits, who is ready, the link to send; for a newcomer, the way in.
import { settingWords } from "./raceset.js";
import { fill, gettext, ngettext } from "./text.js";

function byId(id) {
  return document.getElementById(id);
}

function show(id, on) {
  byId(id).hidden = !on;
}

function seat(racer, race) {
  const item = document.createElement("li");
  item.className = "seat";
  item.dataset.player = racer.player;
  item.toggleAttribute("data-ready", Boolean(racer.ready));
  const name = document.createElement("b");
  name.textContent = racer.player === race.me ? gettext("You") : racer.player;
  const note = document.createElement("span");
  note.className = "note";
  const words = racer.player === race.host ? [gettext("host")] : [];
  words.push(racer.ready ? gettext("ready ✓") : gettext("not ready"));
  note.textContent = words.join(" · ");
  item.append(name, note);
  return item;
}

function freeSeat() {
  const item = document.createElement("li");
  item.className = "seat free";
  item.textContent = gettext("free seat");
  return item;
}

function facts(race) {
  return settingWords(race).map((words) => {
    const item = document.createElement("li");
    item.textContent = words;
    return item;
  });
}

function seatedWords(race) {
  const free = race.seats - race.racers.length;
  if (race.racers.length < 2) return gettext("Send the link. The race begins when all who sit here are ready.");
  const ready = race.racers.filter((racer) => racer.ready).length;
  const missing = race.racers.length - ready;
  if (missing > 0 && race.own?.ready) {
    return fill(ngettext("Waiting for %(count)s racer …", "Waiting for %(count)s racers …", missing), { count: missing });
  }
  if (free > 0) return fill(ngettext("%(count)s seat is free.", "%(count)s seats are free.", free), { count: free });
  return gettext("All seats are taken. Ready?");
}

function closedWords(code) {
  if (code === "full") return [gettext("This race is full"), gettext("All its seats are taken.")];
  if (code === "running") return [gettext("This race has begun"), gettext("Nobody can join it any more.")];
  return [gettext("This race is over"), gettext("You can open one of your own, or join the next one.")];
}

function say(title, words) {
  byId("lobby-title").textContent = title;
  byId("lobby-words").textContent = words;
}

function fillCommon(race) {
  byId("lobby-facts").replaceChildren(...facts(race));
  const free = Array.from({ length: Math.max(0, race.seats - race.racers.length) }, freeSeat);
  byId("lobby-seats").replaceChildren(...race.racers.map((racer) => seat(racer, race)), ...free);
  byId("lobby-url").value = new URL(race.url, location.href).href;
  show("lobby-seal", Boolean(race.commitment));
  byId("lobby").querySelector(".fingerprint").textContent = race.commitment ?? "";
}

function buttons(shown) {
  for (const id of ["join", "ready", "start", "leave", "next", "new"]) show(`lobby-${id}`, shown.includes(id));
}

/** For a racer who sits in the lobby. */
export function showLobby(race) {
  fillCommon(race);
  show("lobby-link", true);
  say(race.isHost ? gettext("Your race is open") : gettext("In the lobby"), seatedWords(race));
  const canStart = race.isHost && race.racers.length >= 2;
  buttons(["ready", "leave", ...(canStart ? ["start"] : [])]);
  const isReady = Boolean(race.own?.ready);
  byId("lobby-ready").textContent = isReady ? gettext("Not ready after all") : gettext("Ready");
  byId("lobby-ready").classList.toggle("main", !isReady);
  byId("lobby-ready").setAttribute("aria-pressed", String(isReady));
  show("lobby", true);
}

/** For someone who opens the link. */
export function showInvitation(race) {
  fillCommon(race);
  show("lobby-link", false);
  const words = gettext("Same cards, same start. First to clear the peaks wins.");
  say(fill(gettext("%(host)s invites you to a race"), { host: race.host }), words);
  buttons(["join"]);
  show("lobby", true);
}

/** There is no way in: why, and where the newest race of the chain is (or null). */
export function showClosed(race, code, next) {
  fillCommon(race);
  show("lobby-link", false);
  say(...closedWords(code));
  buttons(next ? ["next", "new"] : ["new"]);
  if (next) byId("lobby-next").href = next.url;
  show("lobby", true);
}

export function hideLobby() {
  show("lobby", false);
}

export function lobbyError(text) {
  byId("lobby-error").textContent = text;
}
