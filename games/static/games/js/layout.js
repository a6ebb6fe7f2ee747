// Which slot is covered by which, and where each lies: rows of 3, 6, 9 and 10.
export const SLOTS = 28;

function rowOne(peak) {
  return { row: 0, at: 3 * peak + 1.5, peak, covers: [3 + 2 * peak, 4 + 2 * peak] };
}

function rowTwo(place) {
  const peak = Math.floor(place / 2);
  return { row: 1, at: place + peak + 1, peak, covers: [9 + place + peak, 10 + place + peak] };
}

function rowThree(place) {
  return { row: 2, at: place + 0.5, peak: Math.floor(place / 3), covers: [18 + place, 19 + place] };
}

function rowFour(place) {
  return { row: 3, at: place, peak: Math.min(2, Math.floor(place / 3)), covers: [] };
}

function row(length, place) {
  return Array.from({ length }, (_, index) => place(index));
}

/** Per slot: its row (0-3), its centre in pitches (0-9), its peak, and what covers it. */
export const PLACES = [...row(3, rowOne), ...row(6, rowTwo), ...row(9, rowThree), ...row(10, rowFour)];

/** How many cards still lie on a slot. */
export function coversOn(tableau, slot) {
  return PLACES[slot].covers.filter((cover) => tableau[cover] !== null).length;
}

export function isExposed(tableau, slot) {
  return tableau[slot] !== null && coversOn(tableau, slot) === 0;
}

/** Slots nothing lies on, in slot order. */
export function exposedSlots(tableau) {
  return tableau.flatMap((card, slot) => (card !== null && isExposed(tableau, slot) ? [slot] : []));
}

/** Cards left on each of the three peaks, and how many each began with. */
export function peaksLeft(tableau) {
  const left = [0, 0, 0];
  const whole = [0, 0, 0];
  PLACES.forEach(({ peak }, slot) => {
    whole[peak] += 1;
    if (tableau[slot] !== null) left[peak] += 1;
  });
  return left.map((count, peak) => ({ left: count, whole: whole[peak] }));
}
