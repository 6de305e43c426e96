# SPDX-License-Identifier: Apache-2.0
"""auth0-python, which does not support passkeys, but refreshes and verifies tokens of a sign-in with one."""

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
def test_a_refresh_token_refreshes_and_its_id_token_verifies(client):
    _, tokens = sign_up(HOST, client)
    refreshed = GetToken(HOST, client, client_secret=SECRETS[client]).refresh_token(tokens["refresh_token"])
    claims = verifier(client).verify(refreshed["id_token"])
    assert claims["sub"].startswith("auth0|")


def test_a_refresh_narrows_the_scope():
    _, tokens = sign_up(HOST, "web")
    narrow = GetToken(HOST, "web", client_secret=SECRETS["web"]).refresh_token(tokens["refresh_token"], scope="openid")
    assert narrow["scope"] == "openid"


def test_an_unknown_refresh_token_is_rejected():
    with pytest.raises(Auth0Error) as rejected:
        GetToken(HOST, "native").refresh_token("not-a-token")
    assert (rejected.value.status_code, rejected.value.error_code) == (403, "invalid_grant")


def test_an_id_token_is_rejected_by_another_application():
    _, tokens = sign_up(HOST, "native")
    with pytest.raises(TokenValidationError):
        verifier("web").verify(tokens["id_token"])


def test_a_secret_works_only_for_its_own_client():
    _, tokens = sign_up(HOST, "web")
    with pytest.raises(Auth0Error) as rejected:
        GetToken(HOST, "web", client_secret=SECRETS["basic"]).refresh_token(tokens["refresh_token"])
    assert (rejected.value.status_code, rejected.value.error_code) == (401, "invalid_client")


def test_the_verifier_reads_published_keys_only_if_all_are_rsa():
    """A limit of the SDK: its users must leave jwt_configuration.alg and signing_alg at RS256 everywhere."""
    keys = AsymmetricSignatureVerifier("https://algorithms.example.test/.well-known/jwks.json")
    _, tokens = sign_up("algorithms.example.test")
    with pytest.raises(InvalidKeyError):
        TokenVerifier(keys, "https://algorithms.example.test/", "native").verify(tokens["id_token"])
