// The dialog for a new game: which rule, and a random deal or a given one.
import { CallError } from "./http.js";
import { gettext } from "./text.js";

export class NewGame {
  /** `onStart({deal, rule})` resolves when the game stands, or throws a CallError. */
  constructor({ onStart }) {
    this.onStart = onStart;
    this.dialog = document.getElementById("new-game");
    this.form = this.dialog.querySelector("form");
    this.field = this.form.elements.code;
    this.error = document.getElementById("new-game-error");
    this.form.addEventListener("submit", (event) => this.submit(event));
    this.form.addEventListener("change", () => this.follow());
    this.field.addEventListener("input", () => this.typed());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    for (const button of this.dialog.querySelectorAll("[data-close]")) {
      button.addEventListener("click", () => this.dialog.close());
    }
  }

  open(rule) {
    this.form.elements.rule.value = rule;
    this.form.elements.which.value = "random";
    this.field.value = "";
    this.fail("");
    this.follow();
    this.dialog.showModal();
  }

  /** Whoever types a code means it. */
  typed() {
    if (this.field.value !== "") this.form.elements.which.value = "given";
    this.fail("");
    this.follow();
  }

  follow() {
    const isGiven = this.form.elements.which.value === "given";
    this.field.required = isGiven;
    if (isGiven && document.activeElement?.name === "which") this.field.focus();
  }

  fail(text) {
    this.error.textContent = text;
    this.field.setAttribute("aria-invalid", String(text !== ""));
  }

  async submit(event) {
    event.preventDefault();
    const { which, rule } = this.form.elements;
    const deal = which.value === "given" ? this.field.value.trim() : null;
    if (deal === "") return this.fail(gettext("Type a number or paste a code."));
    const button = this.form.querySelector(".main");
    button.disabled = true;
    try {
      await this.onStart({ deal, rule: rule.value });
      this.dialog.close();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.fail(error.message);
      this.field.focus();
    } finally {
      button.disabled = false;
    }
  }
}
