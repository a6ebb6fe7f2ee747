// The dialog for a new game: which rule, and a random deal of some difficulty or a given one.
import { CallError } from "./http.js";
import { gettext } from "./text.js";

export class NewGame {
  /** `onStart({deal, rule, grade, sure})` resolves when the game stands, or throws a CallError. */
  constructor({ onStart }) {
    this.onStart = onStart;
    this.dialog = document.getElementById("new-game");
    this.form = this.dialog.querySelector("form");
    this.field = this.form.elements.code;
    this.error = document.getElementById("new-game-error");
    this.anyway = this.form.querySelector('[value="sure"]');
    this.start = this.form.querySelector('[type="submit"]:not([value])');
    this.form.addEventListener("submit", (event) => this.submit(event));
    this.form.addEventListener("change", () => this.follow());
    this.field.addEventListener("input", () => this.follow());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    for (const button of this.dialog.querySelectorAll("[data-close]")) {
      button.addEventListener("click", () => this.dialog.close());
    }
  }

  open(rule) {
    this.form.elements.rule.value = rule;
    this.form.elements.which.value = "random";
    this.field.value = "";
    this.follow();
    this.dialog.showModal();
  }

  /** Opens with a deal that was asked for by its link, and what is to be said of it first. */
  warn({ deal, rule }, error) {
    this.open(rule.toUpperCase() === "C" ? "C" : "E");
    this.form.elements.which.value = "given";
    this.field.value = deal;
    this.follow();
    this.refused(error);
  }

  /** Shows what belongs to the choice at hand; another choice was not refused yet. */
  follow() {
    const isGiven = this.form.elements.which.value === "given";
    this.field.required = isGiven;
    document.getElementById("new-game-field").hidden = !isGiven;
    this.form.querySelector(".grades").hidden = isGiven;
    this.fail("");
    if (isGiven && document.activeElement?.name === "which") this.field.focus();
  }

  fail(text) {
    this.error.textContent = text;
    this.field.setAttribute("aria-invalid", String(text !== ""));
    this.anyway.hidden = true;
    this.start.hidden = false;
  }

  /** What cannot be won may be dealt all the same, once that was said. */
  refused(error) {
    this.fail(error.message);
    if (error.code !== "not_winnable") return this.field.focus();
    this.start.hidden = true;
    this.anyway.hidden = false;
    return this.anyway.focus();
  }

  wish() {
    const { which, rule, grade } = this.form.elements;
    if (which.value === "given") return { deal: this.field.value.trim(), rule: rule.value };
    return { deal: null, rule: rule.value, grade: grade.value || null };
  }

  async submit(event) {
    event.preventDefault();
    const wish = this.wish();
    if (wish.deal === "") return this.fail(gettext("Type a number or paste a code."));
    const button = event.submitter ?? this.start;
    button.disabled = true;
    try {
      await this.onStart({ ...wish, sure: !this.anyway.hidden });
      this.dialog.close();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      button.disabled = false;
      this.refused(error);
    } finally {
      button.disabled = false;
    }
  }
}
