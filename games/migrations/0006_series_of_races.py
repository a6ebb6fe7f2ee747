from typing import Any

from django.db import migrations


def number_series(apps: Any, schema_editor: Any) -> None:
    """Give each race of a chain of rematches its number in it."""
    races = apps.get_model("games", "Race")
    for first in races.objects.filter(previous=None, following__isnull=False):
        race, number = races.objects.get(previous=first), 2
        while race is not None:
            races.objects.filter(pk=race.pk).update(series=first, number=number)
            race, number = races.objects.filter(previous=race).first(), number + 1


def mark_given_up(apps: Any, schema_editor: Any) -> None:
    """Of a merged guest who never acted in a race, the merge had resigned the seat."""
    games = apps.get_model("games", "Game").objects
    untouched = games.filter(status="resigned", seq=1, race__isnull=False)
    untouched.filter(player__merged_into__isnull=False).update(is_given_up=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0005_races_in_real_life")]

    operations = [
        migrations.RunPython(number_series, migrations.RunPython.noop),
        migrations.RunPython(mark_given_up, migrations.RunPython.noop),
    ]
