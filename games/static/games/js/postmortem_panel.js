// The post-mortem in the side panel: the verdict, the way to the losing move and, of a win, how
// far it was from the best and where that went.
import { cardLabel, cardName } from "./cards.js";
import { number } from "./format.js";
import { dropWords, losingSentence, verdict } from "./postmortem_words.js";
import { gettext } from "./text.js";

const MOST_DROPS = 3;

function byId(id) {
  return document.getElementById(id);
}

function cell(tag, text) {
  const box = document.createElement(tag);
  box.textContent = text;
  return box;
}

function row(name, [best, yours, gap]) {
  const line = document.createElement("tr");
  const head = cell("th", name);
  head.scope = "row";
  line.append(head, cell("td", best), cell("td", yours), cell("td", gap));
  return line;
}

function gapName(aim) {
  return aim === "combo" ? gettext("combo") : gettext("points");
}

function gapRows(mortem) {
  const { streak, cards_left: left } = mortem.replay.scores;
  const proven = mortem.gaps().map(({ aim, best, yours, gap }) => {
    const below = gap === 0 ? gettext("best") : number(-gap);
    return row(gapName(aim), [number(best), number(yours), below]);
  });
  return [
    ...proven,
    row(gettext("streak"), ["–", number(streak), "–"]),
    row(gettext("left"), [number(0), number(left), gettext("best")]),
  ];
}

export class PostMortemPanel {
  /** `onPick(index)` leads to a state; `onRetry()` asks for the analysis again. */
  constructor({ mortem, onPick, onRetry }) {
    this.mortem = mortem;
    this.onPick = onPick;
    byId("mortem-retry").addEventListener("click", onRetry);
    for (const button of document.querySelectorAll("[data-losing]")) {
      button.addEventListener("click", () => onPick(mortem.losing?.index ?? 0));
    }
  }

  wait() {
    byId("mortem-working").hidden = false;
    byId("mortem-failed").hidden = true;
  }

  fail(message) {
    byId("mortem-working").hidden = true;
    byId("mortem-failed").hidden = false;
    byId("mortem-error").textContent = message;
  }

  /** Shows what was found; what was lost is listed by `aim`. */
  show(aim) {
    const { mortem } = this;
    byId("mortem-working").hidden = true;
    byId("mortem-found").hidden = false;
    byId("mortem-verdict").textContent = verdict(mortem);
    byId("mortem-jump").hidden = mortem.losing === null;
    if (mortem.losing) this.nameJump();
    byId("mortem-gaps").hidden = !mortem.isWon;
    if (mortem.isWon) byId("mortem-gap-rows").replaceChildren(...gapRows(mortem));
    this.showDrops(aim);
  }

  nameJump() {
    const words = losingSentence(this.mortem, { label: cardName });
    byId("mortem-jump").setAttribute("aria-label", `${gettext("Show the losing move")}. ${words}`);
    byId("losing-words").textContent = losingSentence(this.mortem);
    byId("losing-line").hidden = false;
  }

  showDrops(aim) {
    const drops = this.mortem.isWon ? this.mortem.drops(aim).slice(0, MOST_DROPS) : [];
    byId("mortem-drops").hidden = drops.length === 0;
    byId("mortem-drops-title").textContent =
      aim === "combo" ? gettext("Where the combo went") : gettext("Where the points went");
    byId("mortem-drop-rows").replaceChildren(...drops.map((drop) => this.drop(drop)));
  }

  drop({ index, cost }) {
    const { action, after } = this.mortem.game.step(index + 1);
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.index = index;
    const card = cell("span", cardLabel(after.waste));
    card.className = "move-card";
    card.toggleAttribute("data-red", "HD".includes(after.waste[1]));
    const what = action.kind === "draw" ? gettext("drawn") : gettext("taken");
    button.append(cell("span", dropWords({ index, cost })), card, cell("span", what));
    button.setAttribute("aria-label", `${dropWords({ index, cost })}: ${cardName(after.waste)}, ${what}`);
    button.addEventListener("click", () => this.onPick(index));
    const item = document.createElement("li");
    item.append(button);
    return item;
  }
}
