# SPDX-License-Identifier: Apache-2.0
"""py_webauthn and fido2 judge the same answers as the server: they must agree on what is good."""

import base64

import pytest
import webauthn
from fido2.server import Fido2Server
from fido2.webauthn import PublicKeyCredentialRpEntity, UserVerificationRequirement
from software_passkey import Device, octets
from wire import account_token, begin_sign_in, begin_sign_up, exchange, get, good

HOST = "auth.example.test"
ORIGIN = f"https://{HOST}"


@pytest.mark.parametrize("algorithm", [-7, -8, -257])
def test_py_webauthn_accepts_what_the_server_has_accepted(algorithm):
    device = Device(ORIGIN, algorithm)
    begun = begin_sign_up(HOST)
    options = begun["authn_params_public_key"]
    answer = device.create(options)
    tokens = good(exchange(HOST, begun, answer))
    registered = webauthn.verify_registration_response(
        credential=answer,
        expected_challenge=octets(options["challenge"]),
        expected_rp_id=options["rp"]["id"],
        expected_origin=ORIGIN,
    )
    listed = good(get(HOST, "/me/v1/authentication-methods", Authorization=f"Bearer {account_token(HOST, tokens)}"))
    shown = listed["authentication_methods"][0]
    assert octets(shown["key_id"]) == registered.credential_id

    begun = begin_sign_in(HOST)
    options = begun["authn_params_public_key"]
    answer = device.get(options)
    good(exchange(HOST, begun, answer))
    webauthn.verify_authentication_response(
        credential=answer,
        expected_challenge=octets(options["challenge"]),
        expected_rp_id=options["rpId"],
        expected_origin=ORIGIN,
        # The key as the server shows it, in padded base64.
        credential_public_key=base64.b64decode(shown["public_key"], validate=True),
        credential_current_sign_count=registered.sign_count,
    )


def test_fido2_accepts_what_the_server_has_accepted():
    device = Device(ORIGIN)
    begun = begin_sign_up(HOST)
    options = begun["authn_params_public_key"]
    answer = device.create(options)
    good(exchange(HOST, begun, answer))
    server = Fido2Server(PublicKeyCredentialRpEntity(id=options["rp"]["id"], name="Journeys"))
    required = UserVerificationRequirement.REQUIRED
    state = {"challenge": options["challenge"], "user_verification": required}
    registered = server.register_complete(state, answer).credential_data

    begun = begin_sign_in(HOST)
    options = begun["authn_params_public_key"]
    answer = device.get(options)
    good(exchange(HOST, begun, answer))
    state = {"challenge": options["challenge"], "user_verification": required}
    assert server.authenticate_complete(state, [registered], answer).credential_id == registered.credential_id
