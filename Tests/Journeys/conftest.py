# SPDX-License-Identifier: Apache-2.0

import asyncio

import pytest
from browser import CHROMIUM, BrowserUser, flags, sites
from playwright.sync_api import sync_playwright


@pytest.fixture
def finish():
    """Runs the awaitables of an asynchronous SDK."""
    return lambda coroutine: asyncio.run(coroutine)


@pytest.fixture(scope="module")
def chromium():
    with sites(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags())
        yield browser
        browser.close()


@pytest.fixture
def browser_user(chromium):
    context = chromium.new_context()
    yield BrowserUser(context)
    context.close()


@pytest.fixture
def other_user(chromium):
    """A user with a browser and a device besides `browser_user`."""
    context = chromium.new_context()
    yield BrowserUser(context)
    context.close()
