# SPDX-License-Identifier: Apache-2.0

import asyncio

import pytest


@pytest.fixture
def finish():
    """Runs the awaitables of an asynchronous SDK."""
    return lambda coroutine: asyncio.run(coroutine)
