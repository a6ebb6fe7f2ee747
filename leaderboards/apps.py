from django.apps import AppConfig


class LeaderboardsConfig(AppConfig):
    name = "leaderboards"

    def ready(self) -> None:
        from games.services.hooks import install_boards
        from leaderboards.boards import StoredBoards

        install_boards(StoredBoards())
