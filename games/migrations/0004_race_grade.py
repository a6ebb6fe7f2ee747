from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_verdicts_and_looks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="race",
            name="grade",
            field=models.CharField(blank=True, default="", max_length=6),
        ),
        migrations.AddConstraint(
            model_name="race",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("grade", ""),
                    models.Q(
                        ("grade__in", ["gentle", "fair", "tough", "brutal"]), ("is_sealed", True)
                    ),
                    _connector="OR",
                ),
                name="race_grade",
            ),
        ),
    ]
