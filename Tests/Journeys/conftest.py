# SPDX-License-Identifier: Apache-2.0

import asyncio

import pytest


@pytest.fixture
def finish():
    """Runs what an asynchronous SDK returns."""
    return lambda coroutine: asyncio.run(coroutine)
