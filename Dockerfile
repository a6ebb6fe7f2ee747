FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 VAR_DIR=/srv/var
WORKDIR /srv/tripeaks
RUN useradd --system --uid 10001 --home-dir /srv --no-create-home tripeaks \
    && mkdir -p /srv/var && chown tripeaks /srv/var

COPY requirements.lock .
RUN pip install --no-cache-dir --requirement requirements.lock

COPY manage.py LICENSE ./
COPY tripeaks_site tripeaks_site
COPY games games
COPY leaderboards leaderboards
COPY players players
COPY templates templates

USER tripeaks
# The secret is for this one step, which reads it and writes it nowhere.
RUN SECRET_KEY=collecting-the-front-end-files-needs-none python manage.py collectstatic --no-input --verbosity 0

EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=2)"]
CMD ["python", "manage.py", "serve", "--host", "0.0.0.0", "--port", "8000"]
