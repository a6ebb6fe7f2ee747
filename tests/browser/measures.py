"""Measures of a page: where things lie, what can be hit, how well colours stand apart."""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

from playwright.sync_api import Page

BOXES = """(selectors) => {
  const found = {};
  for (const selector of selectors) {
    [...document.querySelectorAll(selector)].forEach((element, index) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      if (width > 0) found[`${selector} ${index}`] = [x, y, width, height];
    });
  }
  return found;
}"""
# The box of a line's words, not of the line.
WORDS = """(selector) => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(selector));
  const { x, y, width, height } = range.getBoundingClientRect();
  return [x, y, width, height];
}"""
# Per open card: the rank's size, whether all of it is in sight, and how much of the card is hit.
RANKS = """() => [...document.querySelectorAll("#peaks [data-open]")].map((card) => {
  const hits = (x, y) => document.elementFromPoint(x, y)?.closest("[data-slot]") === card;
  const rank = card.querySelector(".rank");
  const { left, right, top, bottom } = rank.getBoundingClientRect();
  const corners = [left + 1, right - 1].flatMap((x) => [top + 1, bottom - 1].map((y) => [x, y]));
  const box = card.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const reach = (dx, dy) => {
    let far = 0;
    while (far < 200 && hits(x + dx * (far + 0.5), y + dy * (far + 0.5))) far += 0.5;
    return far;
  };
  return {
    name: card.getAttribute("aria-label"),
    size: parseFloat(getComputedStyle(rank).fontSize),
    isWhole: corners.every(([cornerX, cornerY]) => hits(cornerX, cornerY)),
    isUncut: rank.scrollWidth <= rank.clientWidth || rank.clientWidth === 0,
    hit: [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)],
  };
})"""
# Contrast of every text (and icon) in sight with the worst of the colours that may lie behind it.
CONTRASTS = """(selector) => {
  const read = (text) => {
    const [red, green, blue, alpha = 1] = text.match(/[\\d.]+/g).map(Number);
    return { rgb: [red, green, blue], alpha };
  };
  const over = ({ rgb, alpha }, under) =>
    rgb.map((part, index) => part * alpha + under[index] * (1 - alpha));
  const layers = (image) => image.split(/,\\s*(?=[a-z-]+-gradient)/).reverse();
  const grounds = (element) => {
    if (!element) return [[255, 255, 255]];
    const style = getComputedStyle(element);
    const own = read(style.backgroundColor);
    let under = own.alpha === 1 ? [own.rgb] : grounds(element.parentElement);
    under = under.map((ground) => over(own, ground));
    for (const layer of layers(style.backgroundImage)) {
      const colours = layer.match(/rgba?\\([^)]*\\)/g);
      if (colours) under = colours.flatMap((text) => under.map((g) => over(read(text), g)));
    }
    return under;
  };
  const light = (rgb) => {
    const [red, green, blue] = rgb.map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const fade = (element) => {
    const { opacity } = getComputedStyle(element);
    return Number(opacity) * (element.parentElement ? fade(element.parentElement) : 1);
  };
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest(":disabled, .unseen, [aria-disabled]");
  const hasText = (element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  return [...document.querySelectorAll(selector)].filter(isSeen).flatMap((element) => {
    const isIcon = element.matches("svg.icon, svg.small-suit");
    if (!isIcon && !hasText(element)) return [];
    const colour = read(getComputedStyle(element).color);
    colour.alpha *= fade(element);
    const back = grounds(isIcon ? element.parentElement : element);
    const worst = Math.min(...back.map((ground) => ratio(over(colour, ground), ground)));
    const what = element.textContent.trim().slice(0, 40) || element.outerHTML.slice(0, 80);
    return [{ what, worst, isIcon, back }];
  });
}"""


class Box(NamedTuple):
    """A rectangle in points of the window."""

    x: float
    y: float
    width: float
    height: float

    def meets(self, other: Box) -> bool:
        """Say whether two boxes share more than a rim of half a point."""
        return (
            self.x + 0.5 < other.x + other.width
            and other.x + 0.5 < self.x + self.width
            and self.y + 0.5 < other.y + other.height
            and other.y + 0.5 < self.y + self.height
        )

    def is_within(self, other: Box) -> bool:
        """Say whether this box sticks out of the other nowhere."""
        return (
            self.x >= other.x - 0.5
            and self.y >= other.y - 0.5
            and self.x + self.width <= other.x + other.width + 0.5
            and self.y + self.height <= other.y + other.height + 0.5
        )


def boxes(page: Page, *selectors: str) -> dict[str, Box]:
    """Return the boxes of all that the selectors find and that is shown, by selector and index."""
    found: dict[str, Any] = page.evaluate(BOXES, list(selectors))
    return {name: Box(*numbers) for name, numbers in found.items()}


def words(page: Page, selector: str) -> Box:
    """Return the box of an element's words."""
    return Box(*page.evaluate(WORDS, selector))


def window(page: Page) -> Box:
    """Return the box of the window."""
    assert page.viewport_size is not None
    return Box(0, 0, page.viewport_size["width"], page.viewport_size["height"])


def collisions(named: dict[str, Box]) -> list[tuple[str, str]]:
    """Return the pairs of boxes that lie over each other."""
    return [
        (one, other)
        for (one, box), (other, another) in combinations(named.items(), 2)
        if box.meets(another)
    ]


def weak_contrasts(page: Page, selector: str = "body *") -> list[tuple[str, float]]:
    """Return the texts below 4.5 : 1 and the icons below 3 : 1, with their contrast."""
    return [
        (found["what"], round(found["worst"], 2))
        for found in page.evaluate(CONTRASTS, selector)
        if found["worst"] < (3 if found["isIcon"] else 4.5)
    ]


def is_wider_than_the_window(page: Page) -> bool:
    """Say whether the page could be scrolled sideways."""
    script = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
    return bool(page.evaluate(script))
