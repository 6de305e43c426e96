# SPDX-License-Identifier: Apache-2.0
# Every target is one line to a script. TIME=<seconds> for fuzz; ROUNDS=<number> SEED=<number> for crash-test.

.DEFAULT_GOAL := help
.PHONY: help setup run build test test-asan crash-test flood bench bench-http bench-server bench-gate fuzz fuzz-smoke \
	journeys lint format mutate docs dist dist-trial

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-12s %s\n", $$1, $$2}' Makefile

setup: ## install what is missing (Debian, Ubuntu), or say what to install
	@scripts/setup

run: ## build, then run the server with a default configuration
	@scripts/run

build: ## build everything
	@scripts/build

test: ## set-up, lint, all tests
	@scripts/test

test-asan: ## the tests under the address sanitizer
	@scripts/test-asan

crash-test: ## kill a working server ROUNDS times (50) and look what it has kept
	@scripts/crash-test $(or $(ROUNDS),50) $(SEED)

flood: ## flood a server, in release, and see what stays of it
	@scripts/flood

bench: ## benchmarks, in release
	@scripts/bench

bench-http: ## the HTTP server under wrk, in release
	@scripts/bench-http

bench-server: ## the whole server: start, memory, what operations cost; in release
	@scripts/bench-server

bench-gate: ## the same, and fail where it costs more than it may
	@scripts/bench-server --gate

fuzz: ## fuzz every parser; TIME=<seconds> for each
	@scripts/fuzz $(if $(TIME),--time $(TIME))

fuzz-smoke: ## fuzz every parser for two seconds
	@scripts/fuzz --time 2 --jobs 2 --no-record

journeys: ## the server with clients that others have written; needs root and PyPI
	@scripts/journeys

lint: ## format, house rules, undeclared imports
	@scripts/lint

format: ## lay every Swift file out as lint wants it
	@scripts/format

docs: ## the reference of the library, by DocC, in .build/docs
	@scripts/docs

mutate: ## disable each check in turn, list those that no test misses
	@scripts/mutate

dist: ## the program to deploy, with its checksum and what it needs, in dist/
	@scripts/dist

dist-trial: ## run what is in dist/ in a fresh Debian; needs root and debootstrap
	@scripts/dist-trial
