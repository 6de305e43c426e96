# SPDX-License-Identifier: Apache-2.0
"""The few requests that every journey needs, made with `requests` and nothing of ours."""

import itertools
import json
import os
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


def good(answer, status=200):
    assert answer.status_code == status, f"{answer.status_code} {answer.text}"
    return answer.json()


def begin_sign_up(host, client="native", email=None):
    profile = {"email": email or address()}
    return good(post(host, "/passkey/register", {**credentials(client), "user_profile": profile}))


def begin_sign_in(host, client="native"):
    return good(post(host, "/passkey/challenge", credentials(client)))


def exchange(host, begun, answer, client="native", **more):
    body = {
        **credentials(client),
        "grant_type": PASSKEY_GRANT,
        "auth_session": begun["auth_session"],
        "authn_response": answer,
        "scope": "openid profile email offline_access",
        **more,
    }
    return post(host, "/oauth/token", body)


def sign_up(host, client="native", device=None, **more):
    """The device with its new passkey, and the tokens."""
    device = device or Device(f"https://{host}")
    begun = begin_sign_up(host, client)
    answer = device.create(begun["authn_params_public_key"])
    return device, good(exchange(host, begun, answer, client, **more))


def sign_in(host, device, client="native", **more):
    begun = begin_sign_in(host, client)
    return exchange(host, begun, device.get(begun["authn_params_public_key"]), client, **more)


def refresh(host, token, client="native", **more):
    body = {**credentials(client), "grant_type": "refresh_token", "refresh_token": token, **more}
    return post(host, "/oauth/token", body)


def account_token(host, tokens, client="native"):
    answer = refresh(host, tokens["refresh_token"], client, audience=f"https://{host}/me/", scope=ACCOUNT_SCOPES)
    return good(answer)["access_token"]
