# SPDX-License-Identifier: Apache-2.0
"""auth0-python, which does not support passkeys, but refreshes and verifies tokens of a sign-in with one, and signs users
up and in with a password."""

import uuid

import pytest
from auth0.authentication import Database, GetToken
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


PASSWORD = "correct horse battery"


def new_user(password=PASSWORD, **profile):
    email = f"{uuid.uuid4()}@example.test"
    account = Database(HOST, "web").signup(email=email, password=password, connection="Users", **profile)
    return email, account


@pytest.mark.parametrize("arguments", [{"realm": None, "grant_type": "password"}, {"realm": "Users"}])
def test_a_user_signs_up_with_a_password_and_in(arguments):
    email, account = new_user(given_name="Ada", user_metadata={"plan": "free"})
    tokens = GetToken(HOST, "web", client_secret=SECRETS["web"]).login(
        email, PASSWORD, scope="openid offline_access", **arguments
    )
    claims = verifier("web").verify(tokens["id_token"])
    assert claims["sub"] == "auth0|" + account["_id"]
    assert account["email"] == email and account["email_verified"] is False
    assert GetToken(HOST, "web", client_secret=SECRETS["web"]).refresh_token(tokens["refresh_token"])


def test_a_wrong_password_and_an_unknown_name_are_one_error():
    email, _ = new_user()
    errors = []
    for name, password in [(email, "wrong"), ("nobody@example.test", PASSWORD)]:
        with pytest.raises(Auth0Error) as rejected:
            GetToken(HOST, "web", client_secret=SECRETS["web"]).login(name, password, realm="Users")
        errors.append((rejected.value.status_code, rejected.value.error_code, rejected.value.message))
    assert errors == [(403, "invalid_grant", "Wrong email or password.")] * 2


def test_a_weak_password_and_a_taken_name_are_rejected():
    email, _ = new_user()
    with pytest.raises(Auth0Error) as weak:
        new_user(password="short")
    assert (weak.value.status_code, weak.value.error_code) == (400, "invalid_password")
    with pytest.raises(Auth0Error) as taken:
        Database(HOST, "web").signup(email=email, password=PASSWORD, connection="Users")
    assert (taken.value.status_code, taken.value.error_code) == (400, "invalid_signup")


def test_a_reset_is_answered_alike_for_everyone():
    email, _ = new_user()
    answers = {Database(HOST, "web").change_password(name, connection="Users") for name in [email, "no@example.test"]}
    assert answers == {"We've just sent you an email to reset your password."}
