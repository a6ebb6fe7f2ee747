from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0006_series_of_races")]

    operations = [
        migrations.AddConstraint(
            model_name="race",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("number", 1), ("previous__isnull", True), ("series__isnull", True)),
                    models.Q(
                        ("number__gt", 1), ("previous__isnull", False), ("series__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="race_numbered_in_series",
            ),
        ),
        migrations.AddConstraint(
            model_name="race",
            constraint=models.UniqueConstraint(
                fields=("series", "number"), name="race_once_in_series"
            ),
        ),
    ]
