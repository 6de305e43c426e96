# SPDX-License-Identifier: Apache-2.0
"""py_webauthn and fido2 verify the same responses as the server, and must agree with it."""

import base64

import pytest
import webauthn
from fido2.server import Fido2Server
from fido2.webauthn import PublicKeyCredentialRpEntity, UserVerificationRequirement
from software_passkey import Device, octets
from wire import account_token, begin_sign_in, begin_sign_up, exchange, get, expect_success

HOST = "auth.example.test"
ORIGIN = f"https://{HOST}"


@pytest.mark.parametrize("algorithm", [-7, -8, -257])
def test_py_webauthn_accepts_responses_that_the_server_accepted(algorithm):
    device = Device(ORIGIN, algorithm)
    started = begin_sign_up(HOST)
    options = started["authn_params_public_key"]
    response = device.create(options)
    tokens = expect_success(exchange(HOST, started, response))
    registered = webauthn.verify_registration_response(
        credential=response,
        expected_challenge=octets(options["challenge"]),
        expected_rp_id=options["rp"]["id"],
        expected_origin=ORIGIN,
    )
    listed = expect_success(get(HOST, "/me/v1/authentication-methods", Authorization=f"Bearer {account_token(HOST, tokens)}"))
    shown = listed["authentication_methods"][0]
    assert octets(shown["key_id"]) == registered.credential_id

    started = begin_sign_in(HOST)
    options = started["authn_params_public_key"]
    response = device.get(options)
    expect_success(exchange(HOST, started, response))
    webauthn.verify_authentication_response(
        credential=response,
        expected_challenge=octets(options["challenge"]),
        expected_rp_id=options["rpId"],
        expected_origin=ORIGIN,
        # The public key as the server returns it, in padded Base64.
        credential_public_key=base64.b64decode(shown["public_key"], validate=True),
        credential_current_sign_count=registered.sign_count,
    )


def test_fido2_accepts_responses_that_the_server_accepted():
    device = Device(ORIGIN)
    started = begin_sign_up(HOST)
    options = started["authn_params_public_key"]
    response = device.create(options)
    expect_success(exchange(HOST, started, response))
    server = Fido2Server(PublicKeyCredentialRpEntity(id=options["rp"]["id"], name="Journeys"))
    required = UserVerificationRequirement.REQUIRED
    state = {"challenge": options["challenge"], "user_verification": required}
    registered = server.register_complete(state, response).credential_data

    started = begin_sign_in(HOST)
    options = started["authn_params_public_key"]
    response = device.get(options)
    expect_success(exchange(HOST, started, response))
    state = {"challenge": options["challenge"], "user_verification": required}
    assert server.authenticate_complete(state, [registered], response).credential_id == registered.credential_id
