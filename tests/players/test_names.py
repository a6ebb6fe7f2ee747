"""What names may look like, and that each is there once."""

import pytest
from django.core.exceptions import ValidationError

from players.models import Player
from players.names import RESERVED, check_name, name_key
from tests.visitors import make_account, make_browser

GOOD = [
    "Bob",
    "bob-2",
    "a_b",
    "x" * 20,
    "Ærøskøbing",
    "Zażółć",
    "Иван",
    "Ёжик-7",
    "Ελένη",
    "小太郎",
]
TOO_SHORT_OR_LONG = ["", "ab", "x" * 21, "  ab  "]
BAD_CHARACTERS = [
    "Bob!",
    "Bob Bob",
    "Bob@x",
    "a.b.c",
    "Bob\u200d",
    "💚💚💚",
    "Bob\x00",
    "Bob\u202e",
    "१२३a",
]
MIXED = ["Bоb", "Ivaн", "Αnna", "aβc"]
WORDS = ["admin", "ADMIN", "Ａｄｍｉｎ", "me-guest", "Moderator", "guest-abc", "GUEST-bob"]
SAME = [
    ("Bob", "bob"),
    ("bob", "Ｂｏｂ"),
    ("Straße", "STRASSE"),
    ("Ångström", "A\u030angstro\u0308m"),
]


@pytest.mark.parametrize("name", GOOD)
def test_a_name_of_one_script_is_taken_as_it_is(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    ("name", "code"),
    [(name, "name_length") for name in TOO_SHORT_OR_LONG]
    + [(name, "name_characters") for name in BAD_CHARACTERS]
    + [(name, "name_scripts") for name in MIXED]
    + [(name, "reserved") for name in WORDS if name != "me-guest"]
    + [("123", "name_letter"), ("---", "name_letter")],
)
def test_another_name_is_refused_for_its_reason(name: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        check_name(name)
    assert refused.value.code == code


def test_every_reserved_word_is_refused() -> None:
    for word in RESERVED:
        with pytest.raises(ValidationError):
            check_name(word)


@pytest.mark.parametrize(("first", "second"), SAME)
def test_spellings_of_one_name_have_one_key(first: str, second: str) -> None:
    assert name_key(first) == name_key(second)


def test_full_width_letters_are_stored_as_plain_ones() -> None:
    assert check_name(" Ｂｏｂ ") == "Bob"


@pytest.mark.django_db
@pytest.mark.parametrize(("first", "second"), SAME)
def test_a_name_that_is_there_in_another_spelling_cannot_be_taken(first: str, second: str) -> None:
    make_account(first)
    answer = make_browser().sign_up(second)
    assert answer.status_code == 200
    assert "This name is taken. Please choose another." in answer.content.decode()
    assert Player.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["ab", "Bоb", "admin", "guest-bob", "Bob!"])
def test_the_sign_up_form_says_what_to_change(name: str) -> None:
    answer = make_browser().sign_up(name)
    with pytest.raises(ValidationError) as refused:
        check_name(name)
    assert answer.context["form"].errors["username"] == refused.value.messages
    assert not Player.objects.exists()
