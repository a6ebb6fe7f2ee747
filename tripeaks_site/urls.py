"""All addresses of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

from tripeaks_site import health
from tripeaks_site.api import api

# The operators' way in is throttled like everybody's.
admin.autodiscover()
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("games.urls")),
    path("", include("leaderboards.urls")),
    path("players/", include("players.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("api/v1/", api.urls),
    path("jsi18n/", JavaScriptCatalog.as_view(), name="jsi18n"),
    path("admin/", admin.site.urls),
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("metrics", health.metrics),
]

handler400 = "tripeaks_site.errors.bad_request"
handler403 = "tripeaks_site.errors.forbidden"
handler404 = "tripeaks_site.errors.not_found"
handler500 = "tripeaks_site.errors.server_error"
