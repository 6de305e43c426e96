# SPDX-License-Identifier: Apache-2.0
# Every target is one line to a script. Variables: TIME=<seconds> for fuzz, TRIALS for trials, WHAT for bench.

.DEFAULT_GOAL := help
.PHONY: help setup run build test test-browser journeys trials bench fuzz lint \
	typecheck-apple format docs dist deb dist-trial

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-16s %s\n", $$1, $$2}' Makefile

setup: ## install missing packages (Debian, Ubuntu), or list them
	@scripts/setup

run: ## build, and run the server with a default configuration
	@scripts/run

build: ## build everything
	@scripts/build

test: ## setup, lint, all tests
	@scripts/test

test-browser: ## test the hosted pages in Chromium
	@scripts/test-browser

trials: ## run the long trials; TRIALS="crash 50" for one: fuzz, crash, flood, stuffing, enumeration, firefox, chromium, doctor, consumer, deploy, deb, image, interface, ladder, apple, asan
	@scripts/trials $(TRIALS)

bench: ## measure; WHAT=ceremonies (the default), http, server or first-minute
	@scripts/bench $(or $(WHAT),ceremonies)

fuzz: ## fuzz every parser; TIME=<seconds> for each
	@Fuzzing/run $(if $(TIME),--time $(TIME))

journeys: ## test the server with third-party clients; needs root
	@Tests/Journeys/run

lint: ## check layout, house rules and imports
	@scripts/lint

typecheck-apple: ## check the Apple SDK against Apple's platforms
	@Tests/AppleTypecheck/run

format: ## format every Swift file
	@scripts/format

docs: ## build the library's reference with DocC, in .build/docs
	@scripts/docs

dist: ## build what is deployed, in dist/: archive, Debian package, bill of materials, checksums
	@scripts/dist

deb: ## build the Debian package, with the rest of dist/
	@scripts/deb

dist-trial: ## run the program of dist/ in a fresh Debian; needs root
	@Tests/Trials/dist
