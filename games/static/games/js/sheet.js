// Below 1000 px the side panel is a sheet: one tap or one swipe away.
const FAR = 28;

export class Sheet {
  constructor() {
    this.panel = document.getElementById("panel");
    this.veil = document.getElementById("veil");
    this.veil.addEventListener("click", () => this.close());
    document.getElementById("grip").addEventListener("click", () => this.close());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    this.swipe(document.getElementById("controls"), -1, () => this.open());
    this.swipe(document.getElementById("grip"), 1, () => this.close());
  }

  get isSheet() {
    return !matchMedia("(min-width: 1000px)").matches;
  }

  open() {
    if (!this.isSheet) return;
    this.panel.dataset.open = "";
    this.veil.dataset.open = "";
    this.panel.querySelector("a, button:not(.grip)").focus({ preventScroll: true });
  }

  close() {
    if (!("open" in this.panel.dataset)) return;
    delete this.panel.dataset.open;
    delete this.veil.dataset.open;
    document.getElementById("more").focus({ preventScroll: true });
  }

  swipe(element, direction, act) {
    let from = null;
    element.addEventListener("pointerdown", (event) => (from = event.clientY));
    element.addEventListener("pointermove", (event) => {
      if (from === null || (event.clientY - from) * direction < FAR) return;
      from = null;
      act();
    });
    for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => (from = null));
  }
}
