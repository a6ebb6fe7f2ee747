"""Addresses of playing, racing and replays."""

from django.urls import path

from games import qr_codes, race_replay_page, views

urlpatterns = [
    path("", views.table, name="table"),
    path("play/", views.play_deal, name="play"),
    path("games/<slug:game_id>/", views.game, name="game"),
    path("replays/<slug:game_id>/", views.replay, name="replay"),
    path("races/", views.new_race, name="new_race"),
    path("races/<slug:slug>/", views.race, name="race"),
    path("races/<slug:slug>/qr.svg", qr_codes.race_code, name="race_code"),
    path("races/<slug:slug>/replay/", race_replay_page.race_replay, name="race_replay"),
    path("about/rules/", views.rules, name="rules"),
    path("about/fairness/", views.fairness, name="fairness"),
    path("about/solver/", views.solver, name="solver"),
]
