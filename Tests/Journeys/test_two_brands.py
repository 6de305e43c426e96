# SPDX-License-Identifier: Apache-2.0
"""Several brands on one server: each host has its own keys, sessions and tokens."""

import jwt
import pytest
import requests
from software_passkey import Device
from wire import account_token, begin_sign_in, begin_sign_up, exchange, get, expect_success, post, refresh, sign_in, sign_up

ONE, TWO = "login.brand1.test", "login.brand2.test"
PARTIES = {ONE: "brand1.test", TWO: "login.brand2.test"}


def expect_rejection(response, status=403, error="invalid_grant"):
    assert (response.status_code, response.json()["error"]) == (status, error), response.text


@pytest.mark.parametrize("host", PARTIES)
def test_a_host_is_its_own_issuer_and_relying_party(host):
    document = expect_success(get(host, "/.well-known/openid-configuration"))
    assert document["issuer"] == f"https://{host}/"
    for member in ("token_endpoint", "jwks_uri", "userinfo_endpoint", "revocation_endpoint"):
        assert document[member].startswith(f"https://{host}/")
    assert begin_sign_up(host)["authn_params_public_key"]["rp"]["id"] == PARTIES[host]
    assert begin_sign_in(host)["authn_params_public_key"]["rpId"] == PARTIES[host]
    _, tokens = sign_up(host)
    claims = jwt.decode(tokens["id_token"], options={"verify_signature": False})
    assert claims["iss"] == f"https://{host}/"


def test_hosts_share_no_key():
    keys = {host: {key["kid"] for key in expect_success(get(host, "/.well-known/jwks.json"))["keys"]} for host in PARTIES}
    assert keys[ONE] and keys[TWO] and not keys[ONE] & keys[TWO]


def test_a_passkey_of_one_brand_is_rejected_at_another():
    device, _ = sign_up(ONE, device=Device(f"https://{ONE}"))
    expect_success(sign_in(ONE, device))
    started = begin_sign_in(TWO)
    options = started["authn_params_public_key"]
    # The response of a browser that let this origin use another one's passkey …
    device.credentials[options["rpId"]] = device.credentials[PARTIES[ONE]]
    device.origin = f"https://{TWO}"
    expect_rejection(exchange(TWO, started, device.get(options)))
    # … and the response that was signed for its own origin.
    started = begin_sign_in(TWO)
    own = {**started["authn_params_public_key"], "rpId": PARTIES[ONE]}
    device.origin = f"https://{ONE}"
    expect_rejection(exchange(TWO, started, device.get(own)))


def test_a_session_of_one_brand_is_rejected_at_another():
    device, _ = sign_up(ONE)
    started = begin_sign_in(ONE)
    response = device.get(started["authn_params_public_key"])
    expect_rejection(exchange(TWO, started, response))
    expect_success(exchange(ONE, started, response))


def test_a_sign_up_started_at_one_brand_can_t_finish_at_another():
    started = begin_sign_up(ONE)
    response = Device(f"https://{ONE}").create(started["authn_params_public_key"])
    expect_rejection(exchange(TWO, started, response))


def test_a_refresh_token_of_one_brand_is_rejected_at_another():
    _, tokens = sign_up(ONE)
    expect_rejection(refresh(TWO, tokens["refresh_token"]))
    expect_success(refresh(ONE, tokens["refresh_token"]))


def test_an_access_token_of_one_brand_is_rejected_at_another():
    _, tokens = sign_up(ONE)
    header = {"Authorization": f"Bearer {account_token(ONE, tokens)}"}
    expect_success(get(ONE, "/me/v1/authentication-methods", **header))
    expect_rejection(get(TWO, "/me/v1/authentication-methods", **header), 401, "invalid_token")
    expect_rejection(get(TWO, "/userinfo", Authorization=f"Bearer {tokens['access_token']}"), 401, "invalid_token")


def test_each_host_has_its_own_association_files():
    for host in PARTIES:
        apple = expect_success(get(host, "/.well-known/apple-app-site-association"))
        assert apple["webcredentials"]["apps"] == ["ABCDE12345.test.brand1.app"]
        android = expect_success(get(host, "/.well-known/assetlinks.json"))
        assert android[0]["target"]["package_name"] == "test.brand1.app"
        for path in ("/.well-known/apple-app-site-association", "/.well-known/assetlinks.json"):
            response = get(host, path)
            assert response.headers["Content-Type"] == "application/json" and not response.history


def test_origins_outside_a_brand_s_domain_are_related_origins():
    assert "https://shop.brand2-shop.test" in expect_success(get(TWO, "/.well-known/webauthn"))["origins"]


@pytest.mark.parametrize("path", ["/.well-known/openid-configuration", "/passkey/challenge", "/openapi.json"])
def test_a_host_that_is_not_served_is_misdirected(path):
    for name in ("unknown.example.test", "brand1.test", "login.brand1.test.elsewhere.test", "127.0.0.1"):
        response = requests.get(f"https://{ONE}{path}", headers={"Host": name}, timeout=20)
        assert response.status_code == 421, f"{name}: {response.status_code}"
    assert get("unknown.example.test", path).status_code == 421


def test_case_and_port_of_the_host_do_not_matter():
    for name in ("LOGIN.brand1.TEST", "login.brand1.test:443"):
        response = requests.get(f"https://{ONE}/.well-known/openid-configuration", headers={"Host": name}, timeout=20)
        assert expect_success(response)["issuer"] == f"https://{ONE}/"


def test_an_account_is_one_user_at_every_brand_of_its_connection():
    started = begin_sign_up(ONE, email="both@example.test")
    expect_success(exchange(ONE, started, Device(f"https://{ONE}").create(started["authn_params_public_key"])))
    again = post(TWO, "/passkey/register", {"client_id": "native", "user_profile": {"email": "both@example.test"}})
    expect_rejection(again, 400, "invalid_request")


@pytest.mark.parametrize("origin", ["https://elsewhere.test", f"https://{TWO}", "https://app.brand1.test.elsewhere.test"])
def test_a_response_from_an_unknown_origin_is_rejected(origin):
    started = begin_sign_up(ONE, "page")
    response = Device(origin).create(started["authn_params_public_key"])
    expect_rejection(exchange(ONE, started, response, "page"))
