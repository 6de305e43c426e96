# SPDX-License-Identifier: Apache-2.0
"""The configurations that the guide for clients prints, with the names of the tests in them."""

import re
from pathlib import Path

from wire import SECRETS

GUIDE = Path(__file__).parents[2] / "docs/guides/use-as-openid-provider.md"
HOST, CLIENT = "auth.example.test", "party"


def configuration(title, redirect_uri="https://party.example.test/callback"):
    """Returns the block of code below a title."""
    found = re.search(rf"^\*\*{re.escape(title)}\*\*\n\n```\w+\n(.*?)^```", GUIDE.read_text(), re.MULTILINE | re.DOTALL)
    assert found, f"the guide has no configuration of {title}"
    text = found[1].replace("https://login.example.com/", f"https://{HOST}/")
    text = text.replace("https://notes.example.com/callback", redirect_uri)
    return re.sub(r"\bnotes\b", CLIENT, text)


def secret_in(text):
    return text.replace("SECRET", SECRETS[CLIENT])
