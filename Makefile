# SPDX-License-Identifier: Apache-2.0
# Every target is one line to a script. TIME=<seconds> for fuzz; ROUNDS=<number> SEED=<number> for crash-test.

.DEFAULT_GOAL := help
.PHONY: help setup run build test test-browser test-asan crash-test flood bench bench-http bench-server bench-gate fuzz fuzz-smoke \
	enumeration journeys lint format mutate docs dist dist-trial

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

bench: ## run the library's benchmarks, in release
	@scripts/bench

bench-http: ## measure the HTTP server with wrk, in release
	@scripts/bench-http

bench-server: ## measure the whole server: start, memory, cost of operations
	@scripts/bench-server

bench-gate: ## the same, and fail if a limit is exceeded
	@scripts/bench-server --gate

fuzz: ## fuzz every parser; TIME=<seconds> for each
	@scripts/fuzz $(if $(TIME),--time $(TIME))

fuzz-smoke: ## fuzz every parser for two seconds
	@scripts/fuzz --time 2 --jobs 2 --no-record

enumeration: ## try to tell existing user names from others
	@scripts/enumeration

journeys: ## test the server with third-party clients; needs root and PyPI
	@scripts/journeys

lint: ## check layout, house rules and imports
	@scripts/lint

format: ## format every Swift file
	@scripts/format

docs: ## build the library's reference with DocC, in .build/docs
	@scripts/docs

mutate: ## disable each check in turn, and list those that no test covers
	@scripts/mutate

dist: ## build the program to deploy, with its checksum, in dist/
	@scripts/dist

dist-trial: ## run the program of dist/ in a fresh Debian; needs root
	@scripts/dist-trial
