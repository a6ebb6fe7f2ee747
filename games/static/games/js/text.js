// The one door to Django's JavaScript catalogue: every sentence a player reads passes here.
const catalogue = globalThis.django ?? {};

export const gettext = catalogue.gettext ?? ((text) => text);

export const pgettext = catalogue.pgettext ?? ((context, text) => text);

export const ngettext =
  catalogue.ngettext ?? ((one, many, count) => (count === 1 ? one : many));

/** Fills %(name)s places from an object. */
export function fill(text, values) {
  return text.replace(/%\((\w+)\)s/g, (whole, key) => String(values[key] ?? whole));
}

/** The page's language, for numbers and lists. */
export const language = globalThis.document?.documentElement.lang || "en";
