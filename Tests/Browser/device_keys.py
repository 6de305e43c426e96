# SPDX-License-Identifier: Apache-2.0
"""An application on a device, with the key with which it signs its user in."""

import json
import secrets
import time

import jwt
from cases import HOST
from client import decode
from cryptography.hazmat.primitives.asymmetric import ec
from test_passwords import PASSWORD

GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
REALM_GRANT = "http://auth0.com/oauth/grant-type/password-realm"
SCOPE = " ".join(f"{verb}:me:authentication_methods" for verb in ("create", "read", "delete"))


def subject_of(tokens):
    return json.loads(decode(tokens["access_token"].split(".")[1]))["sub"]


class DeviceApp:
    def __init__(self, server, name, language="en"):
        self._server, self._name, self._language, self._client = server, name, language, "planner"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.user = self.key_id = None

    def _challenge(self, connection):
        body = {"client_id": self._client, "realm": connection}
        return self._post("/device-keys/challenge", body)[1]

    def _post(self, path, body, **headers):
        headers = {"Content-Type": "application/json", "Accept-Language": self._language, **headers}
        status, _, text = self._server.request("POST", path, body=json.dumps(body), headers=headers)
        return status, json.loads(text)

    def _sign(self, challenge):
        now = int(time.time())
        claims = {
            "iss": self._client, "sub": self.user, "aud": f"https://{HOST}/", "challenge": challenge, "iat": now,
            "exp": now + 60, "jti": secrets.token_hex(8),
        }
        headers = {"typ": "device-key+jwt", **({"kid": self.key_id} if self.key_id else {})}
        return jwt.encode(claims, self._key, "ES256", headers)

    def add(self, email, connection="Members"):
        """Signs the user in with the password, and adds the key to the account."""
        fields = {
            "grant_type": REALM_GRANT, "client_id": self._client, "realm": connection, "username": email,
            "password": PASSWORD, "scope": SCOPE, "audience": f"https://{HOST}/me/",
        }
        status, tokens = self._server.post_form("/oauth/token", fields)
        assert status == 200, tokens
        self.user = subject_of(tokens)
        started = self._challenge(connection)
        algorithm = jwt.algorithms.ECAlgorithm(jwt.algorithms.ECAlgorithm.SHA256)
        key = json.loads(algorithm.to_jwk(self._key.public_key()))
        body = {
            "auth_session": started["auth_session"], "assertion": self._sign(started["challenge"]),
            "device_name": self._name, "public_key": {name: key[name] for name in ("kty", "crv", "x", "y")},
        }
        status, answer = self._post("/device-keys", body, Authorization=f"Bearer {tokens['access_token']}")
        assert status == 201, answer
        self.key_id = answer["id"]

    def sign_in(self, connection="Members"):
        """Signs the user in with the key. Returns the status and the answer."""
        started = self._challenge(connection)
        body = {
            "grant_type": GRANT, "client_id": self._client, "auth_session": started["auth_session"],
            "assertion": self._sign(started["challenge"]), "scope": "openid offline_access",
        }
        return self._post("/oauth/token", body)
