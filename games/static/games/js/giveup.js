// The question before a game alone is ended as it stands.
export class GiveUp {
  /** `onYes()`: end it. */
  constructor({ onYes }) {
    this.dialog = document.getElementById("give-up-dialog");
    this.leadsOn = false;
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue === "yes") onYes();
      else this.leadsOn = false;
    });
  }

  /** `leadsOn`: the end leads straight to the post-mortem. */
  ask({ leadsOn }) {
    this.leadsOn = leadsOn;
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }
}
