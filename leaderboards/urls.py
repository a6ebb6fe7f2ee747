"""Addresses of the deals' pages, with their boards."""

from django.urls import path

from leaderboards import views

urlpatterns = [path("deals/<str:code>/", views.deal, name="deal")]
