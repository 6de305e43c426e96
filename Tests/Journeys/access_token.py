# SPDX-License-Identifier: Apache-2.0
"""Signs up a user and prints an access token with all scopes of the My Account API."""

from wire import ACCOUNT_SCOPES, expect_success, refresh, sign_up

HOST = "auth.example.test"

_, tokens = sign_up(HOST)
scope = f"{ACCOUNT_SCOPES} read:me:factors"
print(expect_success(refresh(HOST, tokens["refresh_token"], audience=f"https://{HOST}/me/", scope=scope))["access_token"])
