# SPDX-License-Identifier: Apache-2.0
"""The requests that every journey needs, made with the `requests` library only."""

import itertools
import json
import os
import subprocess
import time
from pathlib import Path

import requests
from software_passkey import Device

FOLDER = Path(os.environ["JOURNEYS_FOLDER"])
BRANDS = json.loads((FOLDER / "brands.json").read_text())
SECRETS = {client["client_id"]: client.get("client_secret") for client in BRANDS["clients"]}
PASSKEY_GRANT = "urn:okta:params:oauth:grant-type:webauthn"
ACCOUNT_SCOPES = " ".join(f"{verb}:me:authentication_methods" for verb in ("create", "read", "update", "delete"))

_numbers = itertools.count(1)


def address():
    return f"person{next(_numbers)}-{os.getpid()}@example.test"


def post(host, path, body, **headers):
    return requests.post(f"https://{host}{path}", json=body, headers=headers, timeout=20)


def get(host, path, **headers):
    return requests.get(f"https://{host}{path}", headers=headers, timeout=20)


def credentials(client):
    secret = SECRETS.get(client)
    return {"client_id": client, "client_secret": secret} if secret else {"client_id": client}


def expect_success(response, status=200):
    assert response.status_code == status, f"{response.status_code} {response.text}"
    return response.json()


def begin_sign_up(host, client="native", email=None):
    profile = {"email": email or address()}
    return expect_success(post(host, "/passkey/register", {**credentials(client), "user_profile": profile}))


def begin_sign_in(host, client="native"):
    return expect_success(post(host, "/passkey/challenge", credentials(client)))


def exchange(host, started, response, client="native", **more):
    body = {
        **credentials(client),
        "grant_type": PASSKEY_GRANT,
        "auth_session": started["auth_session"],
        "authn_response": response,
        "scope": "openid profile email offline_access",
        **more,
    }
    return post(host, "/oauth/token", body)


def sign_up(host, client="native", device=None, **more):
    """Returns the device with its new passkey, and the tokens."""
    device = device or Device(f"https://{host}")
    started = begin_sign_up(host, client)
    response = device.create(started["authn_params_public_key"])
    return device, expect_success(exchange(host, started, response, client, **more))


def sign_in(host, device, client="native", **more):
    started = begin_sign_in(host, client)
    return exchange(host, started, device.get(started["authn_params_public_key"]), client, **more)


def refresh(host, token, client="native", **more):
    body = {**credentials(client), "grant_type": "refresh_token", "refresh_token": token, **more}
    return post(host, "/oauth/token", body)


def account_token(host, tokens, client="native"):
    response = refresh(host, tokens["refresh_token"], client, audience=f"https://{host}/me/", scope=ACCOUNT_SCOPES)
    return expect_success(response)["access_token"]


# --- the server beside its interface ---


def run_command(*words):
    """Runs a command of the program on the running server's data, and returns its output."""
    command = [os.environ["PROGRAM"], *words, "--url", "https://auth.example.test", "--data", FOLDER / "brands.data"]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout.strip()


def wait_for_log(event, log=FOLDER / "brands.log", **fields):
    """Waits for a line of the log of a running server, and returns it."""
    for _ in range(200):
        complete = log.read_text().rpartition("\n")[0]
        # Warnings about settings are plain text.
        for line in (json.loads(line) for line in complete.splitlines() if line.startswith("{")):
            if line["event"] == event and fields.items() <= line.items():
                return line
        time.sleep(0.1)
    raise AssertionError(f"the log has no {event} with {fields}")
