# SPDX-License-Identifier: Apache-2.0
"""Several brands at one server: each host has what is its own, and nothing goes from one to another."""

import jwt
import pytest
import requests
from software_passkey import Device
from wire import account_token, begin_sign_in, begin_sign_up, exchange, get, good, post, refresh, sign_in, sign_up

ONE, TWO = "login.brand1.test", "login.brand2.test"
PARTIES = {ONE: "brand1.test", TWO: "login.brand2.test"}


def refused(answer, status=403, error="invalid_grant"):
    assert (answer.status_code, answer.json()["error"]) == (status, error), answer.text


@pytest.mark.parametrize("host", PARTIES)
def test_a_host_is_its_own_issuer_and_relying_party(host):
    document = good(get(host, "/.well-known/openid-configuration"))
    assert document["issuer"] == f"https://{host}/"
    for member in ("token_endpoint", "jwks_uri", "userinfo_endpoint", "revocation_endpoint"):
        assert document[member].startswith(f"https://{host}/")
    assert begin_sign_up(host)["authn_params_public_key"]["rp"]["id"] == PARTIES[host]
    assert begin_sign_in(host)["authn_params_public_key"]["rpId"] == PARTIES[host]
    _, tokens = sign_up(host)
    claims = jwt.decode(tokens["id_token"], options={"verify_signature": False})
    assert claims["iss"] == f"https://{host}/"


def test_hosts_share_no_key():
    keys = {host: {key["kid"] for key in good(get(host, "/.well-known/jwks.json"))["keys"]} for host in PARTIES}
    assert keys[ONE] and keys[TWO] and not keys[ONE] & keys[TWO]


def test_a_passkey_of_one_brand_is_refused_at_another():
    device, _ = sign_up(ONE, device=Device(f"https://{ONE}"))
    good(sign_in(ONE, device))
    begun = begin_sign_in(TWO)
    options = begun["authn_params_public_key"]
    # As a browser would answer if it let this site use the other one's passkey …
    device.credentials[options["rpId"]] = device.credentials[PARTIES[ONE]]
    device.origin = f"https://{TWO}"
    refused(exchange(TWO, begun, device.get(options)))
    # … and with what was signed for the site it belongs to.
    begun = begin_sign_in(TWO)
    own = {**begun["authn_params_public_key"], "rpId": PARTIES[ONE]}
    device.origin = f"https://{ONE}"
    refused(exchange(TWO, begun, device.get(own)))


def test_a_session_of_one_brand_is_refused_at_another():
    device, _ = sign_up(ONE)
    begun = begin_sign_in(ONE)
    answer = device.get(begun["authn_params_public_key"])
    refused(exchange(TWO, begun, answer))
    good(exchange(ONE, begun, answer))


def test_a_sign_up_that_was_begun_at_one_brand_can_t_end_at_another():
    begun = begin_sign_up(ONE)
    answer = Device(f"https://{ONE}").create(begun["authn_params_public_key"])
    refused(exchange(TWO, begun, answer))


def test_a_refresh_token_of_one_brand_is_refused_at_another():
    _, tokens = sign_up(ONE)
    refused(refresh(TWO, tokens["refresh_token"]))
    good(refresh(ONE, tokens["refresh_token"]))


def test_an_access_token_of_one_brand_is_refused_at_another():
    _, tokens = sign_up(ONE)
    header = {"Authorization": f"Bearer {account_token(ONE, tokens)}"}
    good(get(ONE, "/me/v1/authentication-methods", **header))
    refused(get(TWO, "/me/v1/authentication-methods", **header), 401, "invalid_token")
    refused(get(TWO, "/userinfo", Authorization=f"Bearer {tokens['access_token']}"), 401, "invalid_token")


def test_the_files_that_tie_applications_to_a_host_are_at_each():
    for host in PARTIES:
        apple = good(get(host, "/.well-known/apple-app-site-association"))
        assert apple["webcredentials"]["apps"] == ["ABCDE12345.test.brand1.app"]
        android = good(get(host, "/.well-known/assetlinks.json"))
        assert android[0]["target"]["package_name"] == "test.brand1.app"
        for path in ("/.well-known/apple-app-site-association", "/.well-known/assetlinks.json"):
            answer = get(host, path)
            assert answer.headers["Content-Type"] == "application/json" and not answer.history


def test_sites_outside_of_a_brand_are_related_origins():
    assert "https://shop.brand2-shop.test" in good(get(TWO, "/.well-known/webauthn"))["origins"]


@pytest.mark.parametrize("path", ["/.well-known/openid-configuration", "/passkey/challenge", "/openapi.json"])
def test_a_host_that_is_not_served_is_misdirected(path):
    for name in ("unknown.example.test", "brand1.test", "login.brand1.test.elsewhere.test", "127.0.0.1"):
        answer = requests.get(f"https://{ONE}{path}", headers={"Host": name}, timeout=20)
        assert answer.status_code == 421, f"{name}: {answer.status_code}"
    assert get("unknown.example.test", path).status_code == 421


def test_a_host_is_the_same_in_any_letter_case_and_with_its_port():
    for name in ("LOGIN.brand1.TEST", "login.brand1.test:443"):
        answer = requests.get(f"https://{ONE}/.well-known/openid-configuration", headers={"Host": name}, timeout=20)
        assert good(answer)["issuer"] == f"https://{ONE}/"


def test_an_account_is_one_person_at_every_brand_of_its_connection():
    begun = begin_sign_up(ONE, email="both@example.test")
    good(exchange(ONE, begun, Device(f"https://{ONE}").create(begun["authn_params_public_key"])))
    again = post(TWO, "/passkey/register", {"client_id": "native", "user_profile": {"email": "both@example.test"}})
    refused(again, 400, "invalid_request")


@pytest.mark.parametrize("origin", ["https://elsewhere.test", f"https://{TWO}", "https://app.brand1.test.elsewhere.test"])
def test_an_answer_from_a_site_that_is_not_listed_is_refused(origin):
    begun = begin_sign_up(ONE, "page")
    answer = Device(origin).create(begun["authn_params_public_key"])
    refused(exchange(ONE, begun, answer, "page"))
