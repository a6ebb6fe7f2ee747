"""What a board costs with 200,000 players on one deal, on a PostgreSQL of its own.

    python -m benchmarks.boards [--rows N] [--repeat N]

Each query is the site's own. The ratio compares it with a window function that ranks the whole
board, measured in the same run: absolute figures drift with the machine, ratios hardly do.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
DAY_MS = 86_400_000
END_MS = 1_790_000_000_000
FRIENDS = 50

FILL = """
SET session_replication_role = replica;  -- the rows that wins refer to are not needed here
SELECT setseed(0.5);
INSERT INTO games_deal (number, is_sealed, created_at) VALUES (1, false, now());
INSERT INTO players_player (id, password, is_superuser, name, name_key, email, is_guest,
        is_active, is_staff, date_joined)
    SELECT i, '', false, 'player' || i, 'player' || i, '', i %% 20 = 0, true, false, now()
    FROM generate_series(1, %(rows)s) i;
INSERT INTO leaderboards_win (result_id, deal_id, rule, player_id, is_listed, points, combo,
        moves, duration_ms, finished_at_ms, is_first_attempt, is_best_points, is_best_combo,
        is_best_time)
    SELECT lpad(to_hex(i), 12, '0'), 1, 'E', i, i %% 20 <> 0, 800 - moves, 500 + 10 * extra,
        moves, 30000 + (random() * 300000)::int,
        %(end_ms)s - (random() * 60 * %(day_ms)s)::bigint, true, true, true, true
    FROM (SELECT i, 28 + (random() * 23)::int AS moves, (random() * 200)::int AS extra
          FROM generate_series(1, %(rows)s) i) rows;
"""

WINDOW_RANK = """
SELECT place FROM (
    SELECT player_id, rank() OVER (ORDER BY -points, moves, duration_ms) AS place
    FROM leaderboards_win
    WHERE deal_id = 1 AND rule = 'E' AND is_listed AND is_best_points
) ranked WHERE player_id = %s
"""


def fill(rows: int) -> None:
    """Store one win each of `rows` players, one in twenty a guest's, over sixty days."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(FILL, {"rows": rows, "end_ms": END_MS, "day_ms": DAY_MS})
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("VACUUM ANALYZE")


def measured(ask: Callable[[], object], repeat: int) -> tuple[float, float]:
    """Return the median and the 99th percentile of a call, in milliseconds."""
    ask()
    times = []
    for _ in range(repeat):
        began = time.perf_counter()
        ask()
        times.append((time.perf_counter() - began) * 1000)
    times.sort()
    return median(times), times[int(len(times) * 0.99)]


def questions(rows: int) -> dict[str, Callable[[], object]]:
    """Return what is measured, by name; each call asks about other players."""
    from django.db import connection

    from leaderboards.listing import Attempt, Board
    from leaderboards.ranking import Order, key_of

    chance = random.Random(1)
    any_points = Board(1, "E", Order.POINTS, Attempt.ANY)
    week = Board(1, "E", Order.POINTS, Attempt.ANY, since_ms=END_MS - 7 * DAY_MS)

    def somebody() -> int:
        return chance.randrange(rows // 20) * 20 + 1

    def window_function() -> object:
        with connection.cursor() as cursor:
            cursor.execute(WINDOW_RANK, [somebody()])
            return cursor.fetchone()

    def rank(board: Board) -> object:
        own = any_points.best_of(somebody())
        assert own is not None
        return board.rank_of(own)

    def deep_page() -> object:
        own = any_points.best_of(somebody())
        assert own is not None
        return any_points.page(key_of(own, any_points.columns))

    def friends() -> object:
        circle = frozenset(somebody() for _ in range(FRIENDS))
        page = Board(1, "E", Order.POINTS, Attempt.ANY, circle=circle).page()
        return any_points.scattered_ranks(page.wins)

    return {
        "rank by a window function": window_function,
        "first page": any_points.page,
        "first page of first attempts by time": Board(1, "E", Order.TIME).page,
        "my row and rank": lambda: rank(any_points),
        "a page in the middle, with its ranks": deep_page,
        f"{FRIENDS} friends with both ranks": friends,
        "first page of a week": week.page,
        "my rank in a week": lambda: rank(week),
    }


def report(rows: int, repeat: int) -> None:
    """Print one line for each question: median, 99th percentile, ratio to the first."""
    print(f"{rows} rows of one deal, {repeat} times each")
    base = 0.0
    for name, ask in questions(rows).items():
        typical, slow = measured(ask, repeat)
        base = base or typical
        print(f"{name:40} p50 {typical:8.2f} ms  p99 {slow:8.2f} ms  ratio {typical / base:.4f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--repeat", type=int, default=100)
    options = parser.parse_args()

    from tests.services.address import URL
    from tests.services.postgres import cluster

    with cluster(URL) as postgres:
        os.environ |= {
            "DATABASE_URL": postgres.url,
            "SECRET_KEY": "a secret of the benchmark, which guards nothing",
            "DJANGO_SETTINGS_MODULE": "tripeaks_site.settings",
        }
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", verbosity=0)
        fill(options.rows)
        report(options.rows, options.repeat)
        connection.close()


if __name__ == "__main__":
    main()
