# SPDX-License-Identifier: Apache-2.0
"""Relying parties as published, with users who sign in on the hosted pages in Chromium."""

import json
import os
import shutil
import ssl
import subprocess
import threading
import time
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import flask
import pytest
from authlib.integrations.flask_client import OAuth
from browser import CHROMIUM
from guide import CLIENT, HOST, configuration, secret_in
from oic import rndstr
from oic.oic import Client
from oic.oic.message import AccessTokenResponse, AuthorizationErrorResponse, AuthorizationResponse, RegistrationResponse
from oic.utils.authn.client import CLIENT_AUTHN_METHOD
from werkzeug.serving import make_server
from wire import FOLDER, SECRETS, address, run_command, wait_for_log

ISSUER = f"https://{HOST}/"
CALLBACK = "https://app.brand1.test/callback"
APACHE_MODULE = Path("/usr/lib/apache2/modules/mod_auth_openidc.so")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


def sign_up(user, url):
    """Opens a client's request, and signs up on the pages."""
    email = address()
    user.page.goto(url)
    user.page.get_by_role("link", name="Create an account").click()
    user.page.get_by_label("Email address").fill(email)
    user.page.get_by_role("button", name="Continue").click()
    user.page.locator("h1", has_text="Create a passkey?").wait_for()
    user.page.get_by_role("button", name="Continue").click()
    user.page.get_by_label("Name").fill("Ada Lovelace")
    user.page.get_by_role("button", name="Save and continue").click()
    return email


# --- authlib, as the client of a Flask application ---


@pytest.fixture
def application():
    app = flask.Flask("party")
    app.secret_key = os.urandom(32)
    oauth = OAuth(app)
    exec(secret_in(configuration("Authlib (Flask)")), {"oauth": oauth})
    remote = oauth.thumbturn

    @app.get("/")
    def sign_in():
        return remote.authorize_redirect("https://party.example.test/callback")

    @app.get("/callback")
    def callback():
        token = remote.authorize_access_token()
        return {"user": token["userinfo"], "known": remote.userinfo(token=token)}

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(FOLDER / "leaf.pem", FOLDER / "leaf.key")
    server = make_server("127.0.0.4", 443, app, threaded=True, ssl_context=context)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield "https://party.example.test/"
    server.shutdown()


def test_authlib_signs_a_user_up_and_finds_the_session_again(browser_user, application):
    email = sign_up(browser_user, application)
    browser_user.page.wait_for_url("**/callback?**")
    shown = json.loads(browser_user.page.locator("body").inner_text())
    assert (shown["user"]["email"], shown["user"]["name"]) == (email, "Ada Lovelace")
    assert shown["known"]["sub"] == shown["user"]["sub"]
    browser_user.page.goto(application)
    browser_user.page.wait_for_url("**/callback?**")
    again = json.loads(browser_user.page.locator("body").inner_text())
    assert (again["user"]["sub"], again["user"]["sid"]) == (shown["user"]["sub"], shown["user"]["sid"])


# --- oic, with the checks of the OpenID Connect Basic profile ---


class Party:
    """A client of oic, and the response to its last request."""

    def __init__(self, user):
        self.user = user
        self.client = Client(client_authn_method=CLIENT_AUTHN_METHOD)
        self.client.provider_config(ISSUER)
        registered = {"client_id": CLIENT, "client_secret": SECRETS[CLIENT], "redirect_uris": [CALLBACK]}
        self.client.store_registration_info(RegistrationResponse(**registered))

    def url(self, **more):
        self.state, self.nonce = rndstr(), rndstr()
        arguments = {"response_type": "code", "scope": ["openid", "profile", "email"], "redirect_uri": CALLBACK}
        arguments.update(client_id=CLIENT, state=self.state, nonce=self.nonce, **more)
        request = self.client.construct_AuthorizationRequest(request_args=arguments)
        return request.request(self.client.authorization_endpoint)

    def response(self, kind=AuthorizationResponse):
        self.user.page.wait_for_url(f"{CALLBACK}?**")
        response = self.client.parse_response(kind, urlsplit(self.user.page.url).query, sformat="urlencoded")
        assert response["state"] == self.state
        return response

    def exchange(self):
        """Exchanges the code. The library verifies the ID token."""
        self.code = self.response()["code"]
        return self.repeat()

    def repeat(self):
        return self.client.do_access_token_request(
            state=self.state,
            request_args={"code": self.code, "redirect_uri": CALLBACK},
            authn_method="client_secret_basic",
        )

    def sign_in(self, **more):
        self.user.page.goto(self.url(**more))
        tokens = self.exchange()
        assert isinstance(tokens, AccessTokenResponse), tokens
        assert tokens["id_token"]["nonce"] == self.nonce
        return tokens


@pytest.fixture
def party(browser_user):
    """A client whose user has signed up."""
    party = Party(browser_user)
    party.email = sign_up(browser_user, party.url())
    party.tokens = party.exchange()
    return party


def test_oic_verifies_the_id_token_and_its_nonce(party):
    claims = party.tokens["id_token"]
    assert (claims["iss"], claims["aud"], claims["nonce"]) == (ISSUER, [CLIENT], party.nonce)
    assert claims["auth_time"] <= time.time()


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_oic_reads_the_user_info(party, method):
    info = party.client.do_user_info_request(method=method, state=party.state)
    assert (info["sub"], info["email"]) == (party.tokens["id_token"]["sub"], party.email)


def test_oic_gets_an_error_for_a_code_that_was_used(party):
    assert party.repeat()["error"] == "invalid_grant"
    info = party.client.do_user_info_request(state=party.state)
    assert "sub" not in info


def test_oic_gets_an_error_without_a_session(browser_user):
    party = Party(browser_user)
    browser_user.page.goto(party.url(prompt="none"))
    assert party.response(AuthorizationErrorResponse)["error"] == "login_required"


def test_oic_gets_the_session_s_user_silently(party):
    claims = party.sign_in(prompt="none")["id_token"]
    assert claims["sub"] == party.tokens["id_token"]["sub"]
    assert claims["auth_time"] == party.tokens["id_token"]["auth_time"]


def test_oic_gets_a_new_sign_in_with_the_prompt(party):
    time.sleep(1.1)
    claims = party.sign_in(prompt="login")["id_token"]
    assert claims["auth_time"] > party.tokens["id_token"]["auth_time"]


def test_oic_gets_a_new_sign_in_with_a_maximum_age(party):
    time.sleep(2.1)
    earlier = party.tokens["id_token"]["auth_time"]
    assert party.sign_in(max_age=1)["id_token"]["auth_time"] > earlier
    assert party.sign_in(max_age=10_000)["id_token"]["auth_time"] > earlier


def test_oic_passes_an_id_token_as_a_hint(party):
    hint = party.tokens["id_token"].jwt if hasattr(party.tokens["id_token"], "jwt") else None
    hint = hint or party.tokens.get("id_token_jwt") or party.client.grant[party.state].tokens[-1].id_token_jwt
    claims = party.sign_in(prompt="none", id_token_hint=hint)["id_token"]
    assert claims["sub"] == party.tokens["id_token"]["sub"]


def test_oic_is_not_sent_to_a_redirect_uri_that_is_not_registered(browser_user):
    party = Party(browser_user)
    url = party.url().replace(urlencode({"redirect_uri": CALLBACK}), urlencode({"redirect_uri": f"{CALLBACK}/more"}))
    browser_user.page.goto(url)
    assert parse_qs(urlsplit(browser_user.page.url).query)["redirect_uri"] == [f"{CALLBACK}/more"]
    assert "hasn’t registered" in browser_user.page.locator("main").inner_text()


# --- mod_auth_openidc in Apache ---

CONFIGURATION = """
ServerName apache.example.test
PidFile {folder}/apache.pid
ErrorLog {folder}/apache.log
Listen 127.0.0.5:443
Mutex posixsem
User www-data
Group www-data
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule authz_user_module /usr/lib/apache2/modules/mod_authz_user.so
LoadModule authn_core_module /usr/lib/apache2/modules/mod_authn_core.so
LoadModule ssl_module /usr/lib/apache2/modules/mod_ssl.so
LoadModule auth_openidc_module /usr/lib/apache2/modules/mod_auth_openidc.so
DocumentRoot /
<Directory />
AllowOverride None
</Directory>
SSLEngine on
SSLCertificateFile {folder}/leaf.pem
SSLCertificateKeyFile {folder}/leaf.key
{guide}
OIDCSSLValidateServer On
OIDCInfoHook id_token userinfo
"""


@pytest.fixture
def apache():
    if not shutil.which("apache2") or not APACHE_MODULE.exists():
        pytest.skip("apache2-bin and libapache2-mod-auth-openidc are not installed")
    guide = configuration("Apache (mod_auth_openidc)", "https://apache.example.test/secure/callback")
    guide = secret_in(guide.replace("<Location />", "<Location /secure>"))
    file = FOLDER / "apache.conf"
    file.write_text(CONFIGURATION.format(folder=FOLDER, guide=guide))
    process = subprocess.Popen(["apache2", "-f", file, "-DFOREGROUND"])
    for _ in range(200):
        if (FOLDER / "apache.pid").exists():
            break
        assert process.poll() is None, (FOLDER / "apache.log").read_text()
        time.sleep(0.05)
    yield "https://apache.example.test/secure/"
    process.terminate()
    process.wait(20)


def test_apache_signs_a_user_up_and_in(browser_user, apache):
    email = sign_up(browser_user, apache)
    browser_user.page.wait_for_url(apache)
    browser_user.page.goto(f"{apache}callback?info=json")
    known = json.loads(browser_user.page.locator("body").inner_text())
    assert (known["userinfo"]["email"], known["id_token"]["iss"]) == (email, ISSUER)
    browser_user.page.context.clear_cookies(domain="apache.example.test")
    browser_user.page.goto(apache)
    browser_user.page.goto(f"{apache}callback?info=json")
    again = json.loads(browser_user.page.locator("body").inner_text())
    assert again["id_token"]["sub"] == known["id_token"]["sub"]


def end_elsewhere(browser_user, other_user, _):
    """Signs the user in to another browser, and signs out everywhere else there."""
    for passkey in browser_user.passkeys():
        other_user.send_command("addCredential", credential={**passkey, "signCount": passkey["signCount"] + 100})
    other_user.page.goto(f"{ISSUER}account")
    other_user.page.get_by_role("button", name="Sign out everywhere else").click()
    other_user.page.get_by_text("Signed out everywhere else.").wait_for()


def end_by_operator(_, __, user):
    run_command("users", "end-sessions", user)


@pytest.mark.parametrize("end", [end_elsewhere, end_by_operator])
def test_apache_ends_its_session_when_the_server_s_session_ends(browser_user, other_user, apache, end):
    sign_up(browser_user, apache)
    browser_user.page.wait_for_url(apache)
    browser_user.page.goto(f"{apache}callback?info=json")
    claims = json.loads(browser_user.page.locator("body").inner_text())["id_token"]
    # Without the server's cookies, Apache's session is all that opens the page.
    browser_user.page.context.clear_cookies(domain=HOST)
    browser_user.page.goto(apache)
    assert browser_user.page.url == apache
    end(browser_user, other_user, claims["sub"])
    delivered = wait_for_log("logout.delivered", sid=claims["sid"])
    assert (delivered["client"], delivered["receiver"]) == (CLIENT, "https://apache.example.test")
    browser_user.page.goto(apache)
    assert browser_user.page.url.startswith(f"{ISSUER}login?")
