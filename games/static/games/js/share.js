// The system's own way of passing a link on, where there is one: telephones have it.
import { gettext } from "./text.js";

/** Shows a button that shares what `link()` gives, where the system can. */
export function bindShare(button, link) {
  button.hidden = typeof navigator.share !== "function";
  button.addEventListener("click", async () => {
    try {
      await navigator.share({ title: gettext("Race me at TriPeaks"), url: link() });
    } catch (error) {
      // Whoever closes the sheet has changed his mind: that is no fault.
      if (error.name !== "AbortError") throw error;
    }
  });
}
