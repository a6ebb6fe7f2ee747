"""The real services that tests run against, each started for one run and ended with it."""
