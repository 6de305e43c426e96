# SPDX-License-Identifier: Apache-2.0
"""auth0-server-python as published, with only its domain changed."""

import time
import uuid

import jwt
import pytest
from auth0_server_python.auth_server.my_account_client import MyAccountClient
from auth0_server_python.auth_server.server_client import ServerClient
from auth0_server_python.auth_types import (
    EnrollAuthenticationMethodRequest,
    PasskeyAuthResponse,
    PasskeyUserProfile,
    UpdateAuthenticationMethodRequest,
    VerifyAuthenticationMethodRequest,
)
from auth0_server_python.error import MyAccountApiError, PasskeyError
from jwcrypto import jwk
from software_passkey import Device
from wire import ACCOUNT_SCOPES, FOLDER, SECRETS, address, get, expect_success, post

HOST = "auth.example.test"
SCOPE = "openid profile email offline_access"


class Memory:
    def __init__(self):
        self.values = {}

    async def set(self, key, value, *_, **__):
        self.values[key] = value

    async def get(self, key, *_, **__):
        return self.values.get(key)

    async def delete(self, key, *_, **__):
        self.values.pop(key, None)


def sdk(client):
    more = {}
    if client == "signing":
        more["client_assertion_signing_key"] = (FOLDER / "client.key").read_text()
    return ServerClient(
        domain=HOST,
        client_id=client,
        client_secret=SECRETS[client],
        secret="x" * 32,
        redirect_uri="https://app.example.test/callback",
        state_store=Memory(),
        transaction_store=Memory(),
        authorization_params={"scope": SCOPE},
        **more,
    )


def plain(options):
    return options.model_dump(by_alias=True, exclude_none=True)


def packed(response):
    return PasskeyAuthResponse(**response)


async def sign_up(client, device, email=None, scope=SCOPE, **more):
    started = await client.passkey_signup_challenge(user_profile=PasskeyUserProfile(email=email or address()))
    response = device.create(plain(started.authn_params_public_key))
    return await client.signin_with_passkey(started.auth_session, packed(response), scope=scope, **more)


async def sign_in(client, device, scope=SCOPE, **more):
    started = await client.passkey_login_challenge()
    response = device.get(plain(started.authn_params_public_key))
    return await client.signin_with_passkey(started.auth_session, packed(response), scope=scope, **more)


@pytest.mark.parametrize("name", ["native", "web"])
@pytest.mark.parametrize("algorithm", [-7, -8, -257])
def test_a_user_signs_up_and_signs_in_again(finish, name, algorithm):
    async def journey():
        client, device, email = sdk(name), Device(f"https://{HOST}", algorithm), address()
        up = (await sign_up(client, device, email)).state_data
        again = (await sign_in(client, device)).state_data
        assert up["user"]["email"] == email
        assert up["user"]["sub"] == again["user"]["sub"]
        assert up["user"]["sub"].startswith("auth0|")
        assert again["refresh_token"]

    finish(journey())


def test_a_refresh_token_gives_a_token_for_another_audience(finish):
    async def journey():
        client = sdk("web")
        await sign_up(client, Device(f"https://{HOST}"))
        notes = await client.get_access_token(audience="https://notes.example.test/", scope="read:notes")
        account = await client.get_access_token(audience=f"https://{HOST}/me/", scope=ACCOUNT_SCOPES)
        assert notes != account

    finish(journey())


def test_a_user_adds_lists_renames_and_removes_a_passkey(finish):
    async def journey():
        client, account = sdk("web"), MyAccountClient(HOST)
        first, second = Device(f"https://{HOST}"), Device(f"https://{HOST}", -8)
        await sign_up(client, first)
        token = await client.get_access_token(audience=f"https://{HOST}/me/", scope=ACCOUNT_SCOPES)
        started = await account.enroll_authentication_method(token, EnrollAuthenticationMethodRequest(type="passkey"))
        assert started.authentication_method_id == "passkey|new"
        response = packed(second.create(plain(started.authn_params_public_key)))
        added = await account.verify_authentication_method(
            token,
            started.authentication_method_id,
            VerifyAuthenticationMethodRequest(auth_session=started.auth_session, authn_response=response),
        )
        listed = (await account.list_authentication_methods(token)).authentication_methods
        assert len(listed) == 2 and added.id in [one.id for one in listed]
        named = await account.update_authentication_method(
            token, added.id, UpdateAuthenticationMethodRequest(name="Second")
        )
        assert named.model_dump()["name"] == "Second"
        assert (await account.get_authentication_method(token, added.id)).key_id == added.key_id
        await sign_in(client, second)
        await account.delete_authentication_method(token, added.id)
        # The removal revokes the token, and what the passkey opened.
        await sign_in(client, first)
        token = await client.get_access_token(audience=f"https://{HOST}/me/", scope=ACCOUNT_SCOPES)
        assert len((await account.list_authentication_methods(token)).authentication_methods) == 1
        with pytest.raises(PasskeyError) as rejected:
            await sign_in(client, second)
        assert rejected.value.code == "invalid_grant"

    finish(journey())


def test_a_client_that_signs_its_requests_finishes_and_refreshes(finish):
    async def journey():
        client, device = sdk("signing"), Device(f"https://{HOST}")
        # The SDK sends no assertion when it starts a ceremony, which is rejected, so the test sends one.
        with pytest.raises(PasskeyError) as rejected:
            await client.passkey_login_challenge()
        assert rejected.value.code == "invalid_client"
        body = {"client_id": "signing", "user_profile": {"email": address()}, **assertion()}
        started = expect_success(post(HOST, "/passkey/register", body))
        response = packed(device.create(started["authn_params_public_key"]))
        await client.signin_with_passkey(started["auth_session"], response, scope=SCOPE)
        assert await client.get_access_token(audience="https://notes.example.test/", scope="read:notes")

    finish(journey())


def assertion():
    now = int(time.time())
    claims = {"iss": "signing", "sub": "signing", "aud": f"https://{HOST}/", "jti": str(uuid.uuid4())}
    signed = jwt.encode({**claims, "iat": now, "exp": now + 60}, (FOLDER / "client.key").read_text(), "RS256")
    kind = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    return {"client_assertion_type": kind, "client_assertion": signed}


def test_the_last_passkey_can_t_be_removed(finish):
    async def journey():
        client, account = sdk("web"), MyAccountClient(HOST)
        await sign_up(client, Device(f"https://{HOST}"))
        token = await client.get_access_token(audience=f"https://{HOST}/me/", scope=ACCOUNT_SCOPES)
        only = (await account.list_authentication_methods(token)).authentication_methods[0]
        with pytest.raises(MyAccountApiError) as rejected:
            await account.delete_authentication_method(token, only.id)
        assert rejected.value.status == 409

    finish(journey())


@pytest.mark.parametrize("name", ["native", "web"])
def test_bound_tokens_work_with_their_key(finish, name):
    async def journey():
        key = jwk.JWK.generate(kty="EC", crv="P-256")
        client, account, device = sdk(name), MyAccountClient(HOST), Device(f"https://{HOST}")
        await sign_up(client, device, dpop_key=key)
        state = (
            await sign_in(client, device, ACCOUNT_SCOPES, dpop_key=key, audience=f"https://{HOST}/me/")
        ).state_data
        bound = state["token_sets"][0]["access_token"]
        assert len((await account.list_authentication_methods(bound, dpop_key=key)).authentication_methods) == 1
        with pytest.raises(MyAccountApiError) as rejected:
            await account.list_authentication_methods(bound)
        assert rejected.value.status == 401
        with pytest.raises(MyAccountApiError) as rejected:
            await account.list_authentication_methods(bound, dpop_key=jwk.JWK.generate(kty="EC", crv="P-256"))
        assert rejected.value.status == 401

    finish(journey())


def test_a_confidential_client_refreshes_after_a_sign_in_with_a_key(finish):
    async def journey():
        key = jwk.JWK.generate(kty="EC", crv="P-256")
        client, device = sdk("web"), Device(f"https://{HOST}")
        state = (await sign_up(client, device, dpop_key=key)).state_data
        # The SDK sends no proof when it refreshes.
        notes = await client.get_access_token(audience="https://notes.example.test/", scope="read:notes")
        assert notes and notes != state["token_sets"][0]["access_token"]
        assert "cnf" not in jwt.decode(notes, options={"verify_signature": False})

    finish(journey())


def test_an_audience_without_a_policy_gets_the_token_of_the_sign_in(finish):
    async def journey():
        client = sdk("web")
        await sign_up(client, Device(f"https://{HOST}"))
        token = await client.get_access_token(audience="https://unlisted.example.test/", scope="read:anything")
        assert "." not in token
        expect_success(get(HOST, "/userinfo", Authorization=f"Bearer {token}"))

    finish(journey())


@pytest.mark.parametrize("name", ["native", "web"])
def test_an_invalid_session_is_rejected(finish, name):
    async def journey():
        client, device = sdk(name), Device(f"https://{HOST}")
        started = await client.passkey_signup_challenge(user_profile=PasskeyUserProfile(email=address()))
        response = packed(device.create(plain(started.authn_params_public_key)))
        with pytest.raises(PasskeyError) as rejected:
            await client.signin_with_passkey("not-a-session", response)
        assert rejected.value.code == "invalid_grant"
        assert rejected.value.status_code == 403

    finish(journey())


def test_a_session_accepts_one_response(finish):
    async def journey():
        client, device = sdk("web"), Device(f"https://{HOST}")
        started = await client.passkey_signup_challenge(user_profile=PasskeyUserProfile(email=address()))
        response = packed(device.create(plain(started.authn_params_public_key)))
        await client.signin_with_passkey(started.auth_session, response)
        with pytest.raises(PasskeyError) as rejected:
            await client.signin_with_passkey(started.auth_session, response)
        assert rejected.value.code == "invalid_grant"

    finish(journey())


def test_a_taken_address_can_t_sign_up_again(finish):
    async def journey():
        client, email = sdk("web"), address()
        await sign_up(client, Device(f"https://{HOST}"), email)
        with pytest.raises(PasskeyError) as rejected:
            await client.passkey_signup_challenge(user_profile=PasskeyUserProfile(email=email))
        assert rejected.value.code == "invalid_request"

    finish(journey())


def test_a_wrong_secret_is_rejected(finish):
    async def journey():
        client = sdk("web")
        client._client_secret = "only-for-the-journeys-but-not-the-right-one"
        with pytest.raises(PasskeyError) as rejected:
            await client.passkey_login_challenge()
        assert (rejected.value.status_code, rejected.value.code) == (401, "invalid_client")

    finish(journey())
