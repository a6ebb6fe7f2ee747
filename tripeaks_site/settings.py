"""Settings, all read from the environment; see docs/operations.md for each name."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from tripeaks_site import environment

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(environment.env.str("VAR_DIR", default=str(BASE_DIR / "var")))

# Commands that only compute need no secret and get a passing one; serving refuses it.
_secret = environment.secret("SECRET_KEY")
HAS_SECRET = _secret is not None
SECRET_KEY = _secret or secrets.token_urlsafe(48)
DEBUG = environment.flag("DEBUG", default=False)
ALLOWED_HOSTS = environment.names("ALLOWED_HOSTS", default="localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = environment.names("CSRF_TRUSTED_ORIGINS")
TRUSTED_PROXY_COUNT = environment.whole("TRUSTED_PROXY_COUNT", default=0, low=0, high=9)
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXY_COUNT
RATE_LIMITS = environment.flag("RATE_LIMITS", default=True)
HTTPS_ONLY = environment.flag("HTTPS_ONLY", default=False)
if HTTPS_ONLY and not TRUSTED_PROXY_COUNT:
    raise ImproperlyConfigured(
        "HTTPS_ONLY needs a TRUSTED_PROXY_COUNT of 1 at least: a proxy has to speak TLS"
    )

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "allauth",
    "allauth.account",
    "ninja",
    "players",
    "games",
    "leaderboards",
    "tripeaks_site",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "players.middleware.PlayerMiddleware",
    "players.middleware.LimitMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "tripeaks_site.urls"
ASGI_APPLICATION = "tripeaks_site.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
            ],
        },
    },
]

# Data. The pool serves requests, the readers of the sockets and the one writer.
POSTGRES_POOL = environment.whole("POSTGRES_POOL", default=16, low=4, high=200)
DATABASES: dict[str, dict[str, Any]] = {
    "default": environment.database(
        "DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'tripeaks.sqlite3'}", pool=POSTGRES_POOL
    )
}
REDIS_URL = environment.redis_url("REDIS_URL")
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": (
        {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL], "prefix": "tripeaks"},
        }
        if REDIS_URL
        else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    )
}
CACHES: dict[str, dict[str, Any]] = {
    "default": (
        {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
        if REDIS_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    )
}

# Players.
AUTH_USER_MODEL = "players.Player"
AUTHENTICATION_BACKENDS = ["players.backends.NameBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
AUTH_PASSWORD_VALIDATORS[0]["OPTIONS"] = {"user_attributes": ("name", "email")}  # type: ignore[assignment]
ACCOUNT_ADAPTER = "players.adapter.PlayerAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
# players.names says what a name may look like, its length included.
ACCOUNT_USERNAME_MIN_LENGTH = 1
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS_ONLY else "http"
# Sign-ups are counted by players.limits, which also says when to come back. Of sign-ins only
# those that fail count, and the form says so.
ACCOUNT_RATE_LIMITS: dict[str, str | None] | bool = (
    {"signup": None, "login": None, "login_failed": "20/m/ip,5/5m/key"} if RATE_LIMITS else False
)
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
SESSION_COOKIE_AGE = 365 * 24 * 3600

# Mail is optional: without an EMAIL_URL nothing is sent.
vars().update(environment.env.email_url("EMAIL_URL", default="dummymail://"))
DEFAULT_FROM_EMAIL = environment.env.str("DEFAULT_FROM_EMAIL", default="tripeaks@localhost")

# Words and time.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Files.
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
# Development and tests serve straight from the apps, with no collecting step to forget.
COLLECTED = environment.flag("COLLECTED_STATIC", default=not DEBUG)
WHITENOISE_USE_FINDERS = not COLLECTED
WHITENOISE_AUTOREFRESH = not COLLECTED
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "tripeaks_site.static.ModuleManifestStorage"
            if COLLECTED
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}

# Headers.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS_ONLY
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS_ONLY else 0
SECURE_SSL_REDIRECT = HTTPS_ONLY
# Asked from inside, where no TLS is spoken.
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^readyz$", "^metrics$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXY_COUNT else None
CSRF_FAILURE_VIEW = "tripeaks_site.errors.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
SILENCED_SYSTEM_CHECKS = [
    "models.W040",  # SQLite leaves an index's further columns out, which costs time alone
    "security.W005",  # whether all sub-domains speak HTTPS,
    "security.W021",  # and for ever, is the domain's owner's to say
]

LOG_LEVEL = environment.one_of(
    "LOG_LEVEL", "DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL", default="INFO"
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "django.channels.server": {"level": "WARNING"},
        "daphne": {"level": "WARNING"},
        # It writes a traceback a second while Redis is away; games.ws.hub says so once a minute.
        "channels_redis": {"level": "CRITICAL"},
    },
}
