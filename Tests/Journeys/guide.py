# SPDX-License-Identifier: Apache-2.0
"""The configurations that the guide for clients prints, with the names of the tests in them."""

import json
import re
from pathlib import Path

from wire import SECRETS

GUIDE = Path(__file__).parents[2] / "docs/guides/use-as-openid-provider.md"
HOST, CLIENT = "auth.example.test", "party"


def printed(title):
    """Returns the block of code below a title, as it is printed."""
    found = re.search(rf"^\*\*{re.escape(title)}\*\*\n\n```\w+\n(.*?)^```", GUIDE.read_text(), re.MULTILINE | re.DOTALL)
    assert found, f"the guide has no configuration of {title}"
    return found[1]


def client():
    """Returns the client that the guide registers."""
    block = re.search(r"^```json\n(.*?)^```", GUIDE.read_text(), re.MULTILINE | re.DOTALL)[1]
    return json.loads(block)["clients"][0]


def configuration(title, redirect_uri="https://party.example.test/callback"):
    """Returns the block of code below a title, for the tests' server and client."""
    text = printed(title).replace("https://login.example.com/", f"https://{HOST}/")
    text = text.replace("https://notes.example.com/callback", redirect_uri)
    return re.sub(r"\bnotes\b", CLIENT, text)


def secret_in(text):
    return text.replace("REPLACE_ME", SECRETS[CLIENT])
