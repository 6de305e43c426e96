# SPDX-License-Identifier: Apache-2.0
"""auth0-python: it knows no passkeys, but refreshes and verifies what a passkey has begun."""

import pytest
from auth0.authentication import GetToken
from auth0.authentication.token_verifier import AsymmetricSignatureVerifier, TokenVerifier
from auth0.authentication.exceptions import Auth0Error, TokenValidationError
from jwt.exceptions import InvalidKeyError
from wire import SECRETS, sign_up

HOST = "auth.example.test"


def verifier(client):
    keys = AsymmetricSignatureVerifier(f"https://{HOST}/.well-known/jwks.json")
    return TokenVerifier(signature_verifier=keys, issuer=f"https://{HOST}/", audience=client)


@pytest.mark.parametrize("client", ["native", "web"])
def test_a_refresh_token_is_used_and_the_identity_verified(client):
    _, tokens = sign_up(HOST, client)
    refreshed = GetToken(HOST, client, client_secret=SECRETS[client]).refresh_token(tokens["refresh_token"])
    claims = verifier(client).verify(refreshed["id_token"])
    assert claims["sub"].startswith("auth0|")


def test_a_refresh_token_gives_what_is_asked_for_and_no_more():
    _, tokens = sign_up(HOST, "web")
    narrow = GetToken(HOST, "web", client_secret=SECRETS["web"]).refresh_token(tokens["refresh_token"], scope="openid")
    assert narrow["scope"] == "openid"


def test_a_refresh_token_of_nobody_is_refused():
    with pytest.raises(Auth0Error) as refused:
        GetToken(HOST, "native").refresh_token("not-a-token")
    assert (refused.value.status_code, refused.value.error_code) == (403, "invalid_grant")


def test_the_identity_is_refused_by_an_application_that_it_is_not_for():
    _, tokens = sign_up(HOST, "native")
    with pytest.raises(TokenValidationError):
        verifier("web").verify(tokens["id_token"])


def test_a_secret_goes_with_its_own_client():
    _, tokens = sign_up(HOST, "web")
    with pytest.raises(Auth0Error) as refused:
        GetToken(HOST, "web", client_secret=SECRETS["basic"]).refresh_token(tokens["refresh_token"])
    assert (refused.value.status_code, refused.value.error_code) == (401, "invalid_client")


def test_the_verifier_reads_published_keys_only_if_all_are_rsa():
    """A limit of the SDK: whoever uses it leaves jwt_configuration.alg and signing_alg at RS256 everywhere."""
    keys = AsymmetricSignatureVerifier("https://algorithms.example.test/.well-known/jwks.json")
    _, tokens = sign_up("algorithms.example.test")
    with pytest.raises(InvalidKeyError):
        TokenVerifier(keys, "https://algorithms.example.test/", "native").verify(tokens["id_token"])
