"""The page of a deal: play it, race it, its board."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from games.api_errors import ApiError
from games.engine.codes import Rule, format_code
from leaderboards import deal_page
from leaderboards.answers import answer
from leaderboards.questions import Question, read_deal, read_question
from leaderboards.verdicts import knowledge_of
from players.answers import fault
from players.models import Player

RULE_NAMES = {Rule.EASY: _("Easy"), Rule.CLASSIC: _("Classic")}


@require_safe
@ensure_csrf_cookie
def deal(request: HttpRequest, code: str) -> HttpResponse:
    """Show a deal; any readable form of its code leads to the canonical one."""
    try:
        number, rule = read_deal(code)
    except ApiError as error:
        return fault(request, 404, error.code, error.message)
    canonical = format_code(number, rule)
    if code != canonical:
        query = request.META.get("QUERY_STRING", "")
        url = reverse("deal", args=[canonical])
        return HttpResponseRedirect(f"{url}?{query}" if query else url)
    try:
        question = read_question(request.GET)
    except ApiError as error:
        return fault(request, error.status, error.code, error.message)
    player: Player | None = request.player  # type: ignore[attr-defined]
    return render(request, "games/deal.html", _context(question, number, rule, player))


def _context(
    question: Question, number: int, rule: Rule, player: Player | None
) -> dict[str, object]:
    board = answer(question, number, rule, player)
    other = Rule.CLASSIC if rule is Rule.EASY else Rule.EASY
    return {
        "code": format_code(number, rule),
        "number": number,
        "rule": rule.value,
        "rule_name": RULE_NAMES[rule],
        "other_code": format_code(number, other),
        "other_rule_name": RULE_NAMES[other],
        "question": question,
        "board": board,
        "me_is_on_page": board["me"] in board["rows"],
        "next_url": deal_page.next_url(question, board["next"]),
        "tabs": deal_page.tabs(question),
        "orders": deal_page.orders(question),
        "windows": deal_page.windows(question),
        "circles": deal_page.circles(question),
        "stats": deal_page.stats_of(number, rule),
        "solver": knowledge_of(player, number),
        "my_attempts": deal_page.own_games(player, number),
        # A sealed deal looks like one that nobody has played: that it is raced is a secret too.
        "is_sealed": False,
    }
