// The settings of a race as a form: on the page that opens one, and in its lobby for the host.
import { CallError } from "./http.js";
import { gettext } from "./text.js";

export class RaceForm {
  /** `onSubmit(settings)` resolves when it is done, or throws a CallError. */
  constructor(form, { onSubmit }) {
    Object.assign(this, { form, onSubmit, kept: {} });
    this.error = form.querySelector("[data-error]");
    this.anyway = form.querySelector('[value="sure"]');
    this.start = form.querySelector('[type="submit"]:not([value])');
    // At once, not on leaving a field: that is when a press on the button begins, and it must not move.
    form.addEventListener("input", () => this.follow());
    form.addEventListener("submit", (event) => this.submit(event));
    this.follow();
  }

  get isNamed() {
    return this.form.elements.which.value === "given";
  }

  /** What `POST races` takes. */
  settings() {
    const { code, grade, rule, undo, rated } = this.form.elements;
    return {
      deal: this.isNamed ? code.value.trim() : null,
      grade: this.isNamed ? null : grade.value || null,
      rule: rule.value,
      seats: this.chosen("seats"),
      limit_ms: this.chosen("limit"),
      undo: undo.checked,
      grace_ms: this.chosen("grace"),
      rated: !this.isNamed && rated.checked,
      best_of: this.chosen("best_of"),
      sure: !this.anyway.hidden,
    };
  }

  /** Shows the settings of a race. */
  show(race) {
    const fields = this.form.elements;
    for (const button of [this.start, this.anyway]) button.disabled = false;
    fields.rule.value = race.rule;
    fields.which.value = race.commitment ? "sealed" : "given";
    fields.code.value = race.deal ?? "";
    fields.grade.value = race.grade ?? "";
    fields.undo.checked = race.undo;
    fields.rated.checked = race.rated;
    this.choose("seats", race.seats);
    this.choose("limit", race.limit_ms);
    this.choose("grace", race.grace_ms);
    this.choose("best_of", race.best_of);
    this.follow();
  }

  /** Chooses one of a row; what a program chose may not be among them, and is kept as it is. */
  choose(name, value) {
    this.kept[name] = value;
    for (const input of this.form.querySelectorAll(`[name="${name}"]`)) {
      input.checked = input.value === String(value ?? "");
    }
  }

  chosen(name) {
    const input = this.form.querySelector(`[name="${name}"]:checked`);
    if (!input) return this.kept[name];
    return input.value === "" ? null : Number(input.value);
  }

  /** Shows what belongs to the choice at hand; another choice was not refused yet. */
  follow() {
    for (const part of this.form.querySelectorAll("[data-when]")) {
      part.hidden = (part.dataset.when === "given") !== this.isNamed;
    }
    this.fail("");
  }

  /** Says what is wrong; what cannot be won may be raced on all the same, once that was said. */
  fail(text, isLost = false) {
    this.error.textContent = text;
    this.anyway.hidden = !isLost;
    this.start.hidden = isLost;
    if (isLost) this.anyway.focus();
  }

  async submit(event) {
    event.preventDefault();
    const settings = this.settings();
    if (settings.deal === "") return this.fail(gettext("Type a number or paste a code."));
    const button = event.submitter ?? this.start;
    button.disabled = true;
    try {
      await this.onSubmit(settings);
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault;
      button.disabled = false;
      this.fail(fault.message, fault.code === "not_winnable");
    }
    return undefined;
  }
}
