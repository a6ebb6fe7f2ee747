"""Leave room in the pages of games: their logs grow in place, and no index has to follow.

A row begins at some 130 bytes and ends at four to five times that, so a page that takes new rows
up to a fifth of it has room for what they become (PostgreSQL: heap-only tuples).
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def leave_room(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute("ALTER TABLE games_game SET (fillfactor = 20)")


def fill_pages(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute("ALTER TABLE games_game RESET (fillfactor)")


class Migration(migrations.Migration):
    dependencies = [("games", "0001_deals_games_races")]
    operations = [migrations.RunPython(leave_room, fill_pages)]
