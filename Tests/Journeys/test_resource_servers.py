# SPDX-License-Identifier: Apache-2.0
"""Resource servers that verify tokens with auth0-api-python, PyJWT and joserfc against the published keys."""

import jwt
import pytest
from auth0_api_python import ApiClient, ApiClientOptions
from auth0_api_python.errors import VerifyAccessTokenError
from joserfc import jwt as jose
from joserfc.jwk import KeySet
from wire import ACCOUNT_SCOPES, get, expect_success, refresh, sign_up

HOST = "auth.example.test"
ISSUER = f"https://{HOST}/"
NOTES = "https://notes.example.test/"
# A server that signs with every algorithm, and so publishes keys of every kind.
MANY = "algorithms.example.test"

# A client with the algorithm of its ID tokens, and an API with the algorithm of its access tokens.
SIGNED = [
    ("native", "RS256", NOTES, "RS256"),
    ("elliptic", "ES256", "https://elliptic.example.test/", "ES256"),
    ("edwards", "EdDSA", "https://edwards.example.test/", "EdDSA"),
]


def tokens_for(client, audience, host=HOST):
    _, tokens = sign_up(host, client, audience=audience)
    return tokens


def check(tokens):
    async def verified():
        api = ApiClient(ApiClientOptions(domain=HOST, audience=NOTES))
        return await api.verify_access_token(tokens["access_token"])

    return verified()


def test_auth0_api_python_accepts_an_access_token(finish):
    tokens = tokens_for("native", NOTES)
    claims = finish(check(tokens))
    assert claims["iss"] == ISSUER and NOTES in claims["aud"]
    assert claims["sub"].startswith("auth0|")


def test_auth0_api_python_rejects_a_token_for_another_audience(finish):
    tokens = tokens_for("native", None)
    account = expect_success(refresh(HOST, tokens["refresh_token"], audience=f"{ISSUER}me/", scope=ACCOUNT_SCOPES))
    with pytest.raises(VerifyAccessTokenError):
        finish(check(account))


def test_auth0_api_python_rejects_a_token_of_another_brand(finish):
    _, tokens = sign_up("login.brand2.test", audience=NOTES)
    with pytest.raises(VerifyAccessTokenError):
        finish(check(tokens))


def test_auth0_api_python_accepts_a_request_with_a_bearer_token(finish):
    tokens = tokens_for("native", NOTES)

    async def verified():
        api = ApiClient(ApiClientOptions(domain=HOST, audience=NOTES))
        return await api.verify_request({"authorization": f"Bearer {tokens['access_token']}"})

    assert finish(verified())["iss"] == ISSUER


@pytest.mark.parametrize(("client", "identity", "audience", "access"), SIGNED)
def test_pyjwt_verifies_both_tokens(client, identity, audience, access):
    tokens = tokens_for(client, audience, MANY)
    keys = jwt.PyJWKClient(f"https://{MANY}/.well-known/jwks.json")
    for token, algorithm, recipient in (
        (tokens["id_token"], identity, client),
        (tokens["access_token"], access, audience),
    ):
        assert jwt.get_unverified_header(token)["alg"] == algorithm
        key = keys.get_signing_key_from_jwt(token)
        claims = jwt.decode(token, key, algorithms=[algorithm], audience=recipient, issuer=f"https://{MANY}/")
        assert claims["exp"] > claims["iat"]


@pytest.mark.parametrize(("client", "identity", "audience", "access"), SIGNED)
def test_joserfc_verifies_both_tokens(client, identity, audience, access):
    tokens = tokens_for(client, audience, MANY)
    keys = KeySet.import_key_set(expect_success(get(MANY, "/.well-known/jwks.json")))
    for token, algorithm, recipient in (
        (tokens["id_token"], identity, client),
        (tokens["access_token"], access, audience),
    ):
        claims = jose.decode(token, keys, algorithms=[algorithm]).claims
        rules = jose.JWTClaimsRegistry(
            iss={"essential": True, "value": f"https://{MANY}/"}, aud={"essential": True, "value": recipient}
        )
        rules.validate(claims)


def test_an_access_token_has_its_own_type():
    tokens = tokens_for("native", NOTES)
    assert "." not in tokens_for("native", None)["access_token"]
    assert jwt.get_unverified_header(tokens["access_token"])["typ"] == "at+jwt"


@pytest.mark.parametrize(("host", "algorithms"), [(HOST, {"RS256"}), (MANY, {"RS256", "ES256", "EdDSA"})])
def test_exactly_the_keys_that_sign_are_published(host, algorithms):
    document = expect_success(get(host, "/.well-known/openid-configuration"))
    assert set(document["id_token_signing_alg_values_supported"]) == algorithms
    assert {key["alg"] for key in expect_success(get(host, "/.well-known/jwks.json"))["keys"]} == algorithms
