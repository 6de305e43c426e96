# SPDX-License-Identifier: Apache-2.0
"""aiosmtpd takes the server's mail over both kinds of TLS, with a password, and Python's `email` reads it."""

import contextlib
import email
import email.policy
import os
import queue
import re
import ssl
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
import requests
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from auth0.authentication import GetToken, Passwordless
from auth0.authentication.exceptions import Auth0Error
from auth0.authentication.token_verifier import AsymmetricSignatureVerifier, TokenVerifier
from wire import FOLDER, SECRETS, address, wait_for_log

HOST = "mail.example.test"
URL = f"https://{HOST}"
IP = "127.0.0.6"
USER, PASSWORD = "notes@example.test", "correct horse battery"
SENDER = "Notes <no-reply@example.test>"
PASSWORD_OF_USERS = "a sentence that nobody else knows"
SECURITIES = ["smtps", "smtp"]
CODE_GRANT = "http://auth0.com/oauth/grant-type/passwordless/otp"


class Handler:
    def __init__(self):
        self.envelopes = queue.Queue()

    async def handle_DATA(self, server, session, envelope):
        # Without authentication it is not called. A port that speaks only TLS keeps no record of it.
        assert session.authenticated and (session.ssl or server.transport.get_extra_info("ssl_object"))
        self.envelopes.put(envelope)
        return "250 Taken"

    def next(self):
        return self.envelopes.get(timeout=60)


def authenticate(server, session, envelope, mechanism, data):
    isKnown = mechanism in ("PLAIN", "LOGIN") and (data.login, data.password) == (USER.encode(), PASSWORD.encode())
    return AuthResult(success=isKnown, handled=isKnown)


class ImplicitTLS(Controller):
    """It would offer AUTH only after STARTTLS if it required TLS for that."""

    def __init__(self, handler, context, port):
        super().__init__(
            handler, hostname=IP, port=port, ssl_context=context, server_hostname=HOST,
            authenticator=authenticate, auth_required=True, auth_require_tls=False)


class StartTLS(Controller):
    def __init__(self, handler, context, port):
        super().__init__(
            handler, hostname=IP, port=port, tls_context=context, require_starttls=True, server_hostname=HOST,
            authenticator=authenticate, auth_required=True)


@contextlib.contextmanager
def running_relay(security):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(FOLDER / "leaf.pem", FOLDER / "leaf.key")
    handler = Handler()
    controller = (ImplicitTLS if security == "smtps" else StartTLS)(handler, context, 465 if security == "smtps" else 587)
    controller.start()
    try:
        yield handler
    finally:
        controller.stop()


class Thumbturn:
    """A server with a relay, and its commands."""

    def __init__(self, folder, security, password):
        self.storage = ["--url", URL, "--data", folder / "data"]
        self.mail = ["--mail", f"{security}://{USER.replace('@', '%40')}@{HOST}", "--mail-from", SENDER]
        self.environment = {**os.environ, "THUMBTURN_MAIL_PASSWORD": password}
        self.log = folder / "log"
        self.config = folder / "mail.json"
        self.config.write_text((Path(__file__).parent / "mail.json").read_text())

    def run(self, *words, sending=False, check=True):
        command = [os.environ["PROGRAM"], *words, *self.storage, *(self.mail if sending else [])]
        return subprocess.run(
            command, check=check, capture_output=True, text=True, timeout=120, env=self.environment)

    @contextlib.contextmanager
    def serving(self):
        command = [
            os.environ["PROGRAM"], "serve", *self.storage, *self.mail, "--listen", f"{IP}:443", "--rate-limits", "off",
            "--config", self.config, "--tls-cert", FOLDER / "leaf.pem", "--tls-key", FOLDER / "leaf.key"]
        with open(self.log, "w") as log:
            process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env=self.environment)
        try:
            assert process.stdout.readline(), self.log.read_text()
            yield
        finally:
            process.terminate()
            process.stdout.read()
            assert process.wait(timeout=60) == 0
        assert '"level":"error"' not in self.log.read_text()


class Links(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.found = set()
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.found |= {value for name, value in attributes if tag == "a" and name == "href"}


def expect_message(envelope, recipient):
    """Expects what every mail of the server has, and returns the plain text and the links."""
    assert (envelope.mail_from, envelope.rcpt_tos) == ("no-reply@example.test", [recipient])
    message = email.message_from_bytes(envelope.content, policy=email.policy.default)
    assert not message.defects and not any(part.defects for part in message.walk())
    assert message.get_content_type() == "multipart/alternative"
    plain, html = message.iter_parts()
    assert [plain.get_content_type(), html.get_content_type()] == ["text/plain", "text/html"]
    assert (plain.get_content_charset(), html.get_content_charset()) == ("utf-8", "utf-8")
    sender, to = message["From"].addresses[0], message["To"].addresses
    assert (sender.display_name, sender.addr_spec) == ("Notes", "no-reply@example.test")
    assert [entry.addr_spec for entry in to] == [recipient]
    assert message["Subject"] and message["Content-Language"] == "en"
    assert message["Auto-Submitted"] == "auto-generated" and message["MIME-Version"] == "1.0"
    assert message["Date"].datetime.tzinfo is not None
    assert re.fullmatch(rf"<[^@<>\s]+@{re.escape(HOST)}>", message["Message-ID"])
    text, shown = plain.get_content(), html.get_content()
    links = set(re.findall(r"https?://\S+", text))
    assert links == {link for link in Links(shown).found if link.startswith("http")}
    return text, links


def post(path, body):
    response = requests.post(URL + path, json={"client_id": "native", "connection": "Users", **body}, timeout=20)
    assert response.status_code == 200, response.text


def sign_up(server):
    name = address()
    post("/dbconnections/signup", {"email": name, "password": PASSWORD_OF_USERS})
    server.run("users", "verify", name)
    return name


@pytest.mark.parametrize("security", SECURITIES)
def test_a_test_mail_and_a_link_arrive_over_tls_with_a_password(security, tmp_path):
    server = Thumbturn(tmp_path, security, PASSWORD)
    with running_relay(security) as relay, server.serving():
        server.run("mail", "test", "operator@example.test", sending=True)
        expect_message(relay.next(), "operator@example.test")
        name = sign_up(server)
        post("/dbconnections/change_password", {"email": name})
        _, links = expect_message(relay.next(), name)
        [link] = [link for link in links if "/password/reset?t=" in link]
        assert link.startswith(URL) and requests.get(link, timeout=20).status_code == 200
        assert name not in server.log.read_text()
    assert relay.envelopes.empty()
    assert "No mail waits." in server.run("mail", "list").stdout


@pytest.mark.parametrize("security", SECURITIES)
def test_a_code_arrives_over_tls_and_signs_in(security, tmp_path):
    server = Thumbturn(tmp_path, security, PASSWORD)
    with running_relay(security) as relay, server.serving():
        name = sign_up(server)
        started = requests.post(
            URL + "/otp/challenge", json={"client_id": "native", "connection": "Users", "email": name}, timeout=20)
        text, links = expect_message(relay.next(), name)
        [code] = re.findall(r"^(\d{6})\r?$", text, re.MULTILINE)
        assert not links
        body = {"client_id": "native", "grant_type": CODE_GRANT, "otp": code, **started.json()}
        statuses = [requests.post(URL + "/oauth/token", json=body, timeout=20).status_code for _ in range(2)]
        assert statuses == [200, 403]
        assert code not in server.log.read_text()
    assert relay.envelopes.empty()


def test_auth0_python_signs_in_with_a_code_and_is_told_of_a_wrong_one(tmp_path):
    server = Thumbturn(tmp_path, "smtps", PASSWORD)
    with running_relay("smtps") as relay, server.serving():
        name, client = address(), GetToken(HOST, "web", client_secret=SECRETS["web"])
        answer = Passwordless(HOST, "web", client_secret=SECRETS["web"]).email(name, send="code")
        assert (answer["email"], answer["email_verified"]) == (name, False)
        text, links = expect_message(relay.next(), name)
        [code] = re.findall(r"^(\d{6})\r?$", text, re.MULTILINE)
        assert not links
        more = {"realm": "email", "scope": "openid email offline_access", "audience": None}
        with pytest.raises(Auth0Error) as rejected:
            client.passwordless_login(name, f"{(int(code) + 1) % 1_000_000:06}", **more)
        assert (rejected.value.status_code, rejected.value.error_code) == (403, "invalid_grant")
        assert rejected.value.message == "Wrong email or verification code."
        tokens = client.passwordless_login(name, code, **more)
        keys = AsymmetricSignatureVerifier(f"{URL}/.well-known/jwks.json")
        claims = TokenVerifier(keys, f"{URL}/", "web").verify(tokens["id_token"])
        assert (claims["email"], claims["email_verified"], claims["amr"]) == (name, True, ["otp"])
        assert client.refresh_token(tokens["refresh_token"])
        with pytest.raises(Auth0Error) as again:
            client.passwordless_login(name, code, **more)
        assert again.value.message == "Wrong email or verification code."


def test_auth0_python_has_a_link_mailed(tmp_path):
    server = Thumbturn(tmp_path, "smtp", PASSWORD)
    with running_relay("smtp") as relay, server.serving():
        name = address()
        Passwordless(HOST, "web", client_secret=SECRETS["web"]).email(name, send="link")
        _, [link] = expect_message(relay.next(), name)
        page = requests.get(link, timeout=20)
        assert page.status_code == 200 and "Enter this code where you started" in page.text


@pytest.mark.parametrize("security", SECURITIES)
def test_mail_waits_where_the_relay_does_not_take_the_password(security, tmp_path):
    server = Thumbturn(tmp_path, security, "wrong")
    with running_relay(security) as relay, server.serving():
        failed = server.run("mail", "test", "operator@example.test", sending=True, check=False)
        assert failed.returncode == 1 and "535" in failed.stderr + failed.stdout
        name = sign_up(server)
        post("/dbconnections/change_password", {"email": name})
        wait_for_log("mail.not-sent", log=server.log)
        listed = server.run("mail", "list").stdout
        assert name in listed and "waits until" in listed and "535" in listed
    assert relay.envelopes.empty()
