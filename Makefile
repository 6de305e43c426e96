# SPDX-License-Identifier: Apache-2.0
# Every target is one line to a script. TIME=<seconds> for fuzz; ROUNDS=<number> SEED=<number> for crash-test; WHAT for bench.

.DEFAULT_GOAL := help
.PHONY: help setup run build test test-browser test-asan crash-test flood bench fuzz fuzz-smoke \
	journeys lint format docs dist dist-trial

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-12s %s\n", $$1, $$2}' Makefile

setup: ## install missing packages (Debian, Ubuntu), or list them
	@scripts/setup

run: ## build, and run the server with a default configuration
	@scripts/run

build: ## build everything
	@scripts/build

test: ## setup, lint, all tests
	@scripts/test

test-browser: ## test the hosted pages in Chromium and Firefox; needs PyPI
	@scripts/test-browser

test-asan: ## run the tests under the address sanitizer
	@scripts/test-asan

crash-test: ## kill a busy server ROUNDS times (50) and check its data
	@scripts/crash-test $(or $(ROUNDS),50) $(SEED)

flood: ## flood a release build and measure what is left behind
	@scripts/flood

bench: ## measure in release; WHAT=ceremonies (the default), http or server
	@scripts/bench $(or $(WHAT),ceremonies)

fuzz: ## fuzz every parser; TIME=<seconds> for each
	@scripts/fuzz $(if $(TIME),--time $(TIME))

fuzz-smoke: ## fuzz every parser for two seconds
	@scripts/fuzz --time 2 --jobs 2 --no-record

journeys: ## test the server with third-party clients; needs root and PyPI
	@scripts/journeys

lint: ## check layout, house rules and imports
	@scripts/lint

format: ## format every Swift file
	@scripts/format

docs: ## build the library's reference with DocC, in .build/docs
	@scripts/docs

dist: ## build the program to deploy, with its checksum, in dist/
	@scripts/dist

dist-trial: ## run the program of dist/ in a fresh Debian; needs root
	@scripts/dist-trial
