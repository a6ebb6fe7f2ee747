"""Player names: what they may look like, and the form in which they are unique."""

from __future__ import annotations

import secrets
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 3, 20
GUEST_PREFIX = "guest-"
_GUEST_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_WORDS = """
about accounts admin administrator anonymous api board boards bot daily deal deals deleted
everyone games guest healthz help host me metrics mod moderator none nobody null official
operator play player players race races readyz replay replays root rules server staff
static stats support system tripeaks undefined webmaster you
"""
RESERVED = frozenset(_WORDS.split())


def normal_name(text: str) -> str:
    """Return the form that is stored and shown: NFKC, without blanks around it."""
    return unicodedata.normalize("NFKC", text).strip()


def name_key(text: str) -> str:
    """Return the form in which names are unique: normalised and case-folded."""
    return unicodedata.normalize("NFKC", normal_name(text).casefold())


def guest_name() -> str:
    """Return a fresh guest name of 8 random letters, e.g. `guest-k3v9qd2m`."""
    return GUEST_PREFIX + "".join(secrets.choice(_GUEST_LETTERS) for _ in range(8))


def _script(char: str) -> str:
    """Name the script of a letter by the first word of its Unicode name (LATIN, GREEK …)."""
    return unicodedata.name(char, "UNKNOWN").split()[0]


def check_name(text: str) -> str:
    """Return the normal form of a wished name; raise `ValidationError` that says what to change."""
    name = normal_name(text)
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(_("A name has 3 to 20 characters."), code="name_length")
    marks = [char for char in name if not (char in "-_" or (char.isascii() and char.isdigit()))]
    if not all(unicodedata.category(char)[0] in "LM" for char in marks):
        raise ValidationError(
            _("A name may hold letters, the digits 0–9, - and _ only."), code="name_characters"
        )
    if not any(unicodedata.category(char)[0] == "L" for char in marks):
        raise ValidationError(_("A name needs at least one letter."), code="name_letter")
    if len({_script(char) for char in marks}) != 1:
        raise ValidationError(_("A name keeps to the letters of one script."), code="name_scripts")
    if name_key(name) in RESERVED or name_key(name).startswith(GUEST_PREFIX):
        raise ValidationError(_("This name is reserved. Please choose another."), code="reserved")
    return name
