# SPDX-License-Identifier: Apache-2.0

import asyncio
import os

import pytest
from browser import CHROMIUM, BrowserUser, flags, sites
from playwright.sync_api import sync_playwright


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Reports a skipped test as failed unless the tests are optional."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and not os.environ.get("OPTIONAL"):
        report.outcome, report.longrepr = "failed", f"{item.nodeid} was skipped, but is required: {call.excinfo.value}"
    return report


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
