# Every target sets up what it needs; the work is in scripts/.
.PHONY: play test reference setup lint format bench messages lock clean

play: ; @scripts/play
test: ; @scripts/test
reference: ; @scripts/reference
setup: ; @scripts/setup
lint: ; @scripts/lint
format: ; @scripts/format
bench: ; @scripts/bench
messages: ; @scripts/messages
lock: ; @scripts/lock
clean: ; @scripts/clean
