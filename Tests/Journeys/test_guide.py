# SPDX-License-Identifier: Apache-2.0
"""Configurations of the guide for clients that can't be run here: what they name exists."""

import configparser
import shlex

import pytest
from guide import CLIENT, HOST, configuration
from wire import expect_success, get


@pytest.fixture
def discovery():
    return expect_success(get(HOST, "/.well-known/openid-configuration"))


def test_grafana_is_given_the_endpoints_that_exist(discovery):
    parser = configparser.ConfigParser()
    parser.read_string(configuration("Grafana"))
    settings = parser["auth.generic_oauth"]
    assert settings["auth_url"] == discovery["authorization_endpoint"]
    assert settings["token_url"] == discovery["token_endpoint"]
    assert settings["api_url"] == discovery["userinfo_endpoint"]
    assert set(settings["scopes"].split()) <= set(discovery["scopes_supported"])
    assert settings["client_id"] == CLIENT
    assert settings.getboolean("use_pkce") and "S256" in discovery["code_challenge_methods_supported"]


def test_oauth2_proxy_is_given_the_issuer_that_exists(discovery):
    program, *options = shlex.split(configuration("oauth2-proxy").replace("\\\n", " "))
    settings = dict(option.removeprefix("--").split("=", 1) for option in options)
    assert (program, settings["provider"]) == ("oauth2-proxy", "oidc")
    assert settings["oidc-issuer-url"] == discovery["issuer"]
    assert settings["code-challenge-method"] in discovery["code_challenge_methods_supported"]
    assert set(settings["scope"].split()) <= set(discovery["scopes_supported"])
    assert settings["client-id"] == CLIENT
