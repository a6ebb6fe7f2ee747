"""Addresses of playing, racing and replays."""

from django.urls import path

from games import views

urlpatterns = [
    path("", views.table, name="table"),
    path("play/", views.play_deal, name="play"),
    path("games/<slug:game_id>/", views.game, name="game"),
    path("replays/<slug:game_id>/", views.replay, name="replay"),
    path("races/", views.new_race, name="new_race"),
    path("races/<slug:slug>/", views.race, name="race"),
    path("about/rules/", views.rules, name="rules"),
    path("about/fairness/", views.fairness, name="fairness"),
    path("about/solver/", views.solver, name="solver"),
]
