# SPDX-License-Identifier: Apache-2.0
"""Configurations of the guide for clients that can't be run here: what they name exists."""

import configparser
import re
import shlex

import pytest
from guide import CLIENT, GUIDE, HOST, client, configuration, printed
from wire import expect_success, get


@pytest.fixture
def discovery():
    return expect_success(get(HOST, "/.well-known/openid-configuration"))


def options_of_oauth2_proxy(text):
    program, *options = shlex.split(text.replace("\\\n", " "))
    assert program == "oauth2-proxy"
    return dict(option.removeprefix("--").split("=", 1) for option in options)


def settings_of_grafana(text):
    parser = configparser.ConfigParser()
    parser.read_string(text)
    return parser


def test_the_callbacks_of_each_program_are_registered():
    """The paths are those of the programs' documentation: https://oauth2-proxy.github.io/oauth2-proxy and
    https://grafana.com/docs/grafana/latest/setup-grafana/configure-security/configure-authentication/generic-oauth"""
    proxy = options_of_oauth2_proxy(printed("oauth2-proxy"))["redirect-url"]
    assert proxy.endswith("/oauth2/callback")
    grafana = settings_of_grafana(printed("Grafana"))["server"]["root_url"] + "login/generic_oauth"
    apache = next(line.split()[1] for line in printed("Apache (mod_auth_openidc)").splitlines() if "RedirectURI" in line)
    assert sorted(client()["callbacks"]) == sorted([proxy, grafana, apache])


def test_oauth2_proxy_has_the_options_without_which_it_does_not_start():
    options = options_of_oauth2_proxy(printed("oauth2-proxy"))
    assert {"client-id", "client-secret", "cookie-secret", "email-domain"} <= set(options)
    # It would reject the addresses, which are not verified.
    assert options["oidc-email-claim"] == "sub"


def test_every_secret_of_the_guide_is_the_same_placeholder():
    text = GUIDE.read_text()
    secrets = re.findall(r"""(?i)(?:secret"?\s*[:=]\s*"?|secret "|passphrase ")([^"\s,]+)""", text)
    assert len(secrets) == 7 and set(secrets) == {"REPLACE_ME"}, secrets


def test_grafana_is_given_the_endpoints_that_exist(discovery):
    settings = settings_of_grafana(configuration("Grafana"))["auth.generic_oauth"]
    assert settings["auth_url"] == discovery["authorization_endpoint"]
    assert settings["token_url"] == discovery["token_endpoint"]
    assert settings["api_url"] == discovery["userinfo_endpoint"]
    assert set(settings["scopes"].split()) <= set(discovery["scopes_supported"])
    assert settings["client_id"] == CLIENT
    assert settings.getboolean("use_pkce") and "S256" in discovery["code_challenge_methods_supported"]


def test_oauth2_proxy_is_given_the_issuer_that_exists(discovery):
    settings = options_of_oauth2_proxy(configuration("oauth2-proxy"))
    assert settings["provider"] == "oidc"
    assert settings["oidc-issuer-url"] == discovery["issuer"]
    assert settings["code-challenge-method"] in discovery["code_challenge_methods_supported"]
    assert set(settings["scope"].split()) <= set(discovery["scopes_supported"])
    assert settings["client-id"] == CLIENT
