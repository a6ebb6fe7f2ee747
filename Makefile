# Every target sets up what it needs; the work is in scripts/.
.PHONY: play test reference setup lint format bench messages lock screenshot clean

play: ; @scripts/play
test: ; @scripts/test
reference: ; @scripts/reference
setup: ; @scripts/setup
lint: ; @scripts/lint
format: ; @scripts/format
bench: ; @scripts/bench
messages: ; @scripts/messages
lock: ; @scripts/lock
screenshot: ; @SCREENSHOT=docs/table.png scripts/test tests/browser/test_screenshot.py
clean: ; @scripts/clean
