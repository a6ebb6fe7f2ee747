"""The services themselves: each starts, answers, and is gone afterwards."""

from tests.services.postgres import Postgres


def test_redis_answers(redis_url: str) -> None:
    import redis

    with redis.from_url(redis_url) as client:
        assert client.ping()


def test_postgres_answers(postgres: Postgres) -> None:
    import psycopg

    with psycopg.connect(postgres.url) as connection:
        assert connection.execute("select 1").fetchone() == (1,)


def test_page(page):
    page.set_content("<h1>hi</h1>")
    assert page.text_content("h1") == "hi"
