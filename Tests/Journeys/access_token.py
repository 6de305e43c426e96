# SPDX-License-Identifier: Apache-2.0
"""Prints an access token for everything in one's own account, of a person who has just signed up."""

from wire import ACCOUNT_SCOPES, good, refresh, sign_up

HOST = "auth.example.test"

_, tokens = sign_up(HOST)
scope = f"{ACCOUNT_SCOPES} read:me:factors"
print(good(refresh(HOST, tokens["refresh_token"], audience=f"https://{HOST}/me/", scope=scope))["access_token"])
