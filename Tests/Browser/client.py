# SPDX-License-Identifier: Apache-2.0
"""A client's site: what a browser is sent to, and the requests that it makes to the server."""

import base64
import hashlib
import http.server
import json
import queue
import secrets
import ssl
import threading
import urllib.parse


def encode(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Attempt:
    """An authorization request of a client and what belongs to it."""

    def __init__(self, server, client="web", host=None, redirect_uri="https://app.client.test/callback", **more):
        self.server, self.client, self.host = server, client, host
        self.verifier = encode(secrets.token_bytes(32))
        challenge = encode(hashlib.sha256(self.verifier.encode()).digest())
        self.parameters = {
            "response_type": "code",
            "client_id": client,
            "redirect_uri": redirect_uri,
            "scope": "openid profile email offline_access",
            "state": "a state+with ü",
            "nonce": encode(secrets.token_bytes(12)),
            "code_challenge": challenge,
            "code_challenge_method": "S256",
            **more,
        }
        self.base = f"https://{host}" if host else server.url
        self.url = f"{self.base}/authorize?{urllib.parse.urlencode(self.parameters)}"

    @staticmethod
    def quote(text):
        return urllib.parse.quote(text, safe="")

    def exchange(self, code, **more):
        fields = {
            "grant_type": "authorization_code",
            "client_id": self.client,
            "code": code,
            "redirect_uri": self.parameters["redirect_uri"],
            "code_verifier": self.verifier,
            **more,
        }
        return self.server.post_form("/oauth/token", fields, self.host)

    def finish(self, returned):
        """Checks what came back to the client, and returns the claims of the ID token and the tokens."""
        assert returned.get("state") == self.parameters["state"], returned
        assert returned.get("iss") == f"{self.base}/", returned
        status, tokens = self.exchange(returned["code"])
        assert status == 200, tokens
        claims = json.loads(decode(tokens["id_token"].split(".")[1]))
        assert claims["nonce"] == self.parameters["nonce"], claims
        assert (claims["iss"], claims["aud"]) == (f"{self.base}/", self.client), claims
        return claims, tokens


def parameters_of(url):
    parts = urllib.parse.urlsplit(url)
    return dict(urllib.parse.parse_qsl(parts.query or parts.fragment))


class QuietServer(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        """Browsers close connections early."""


class Site:
    """Serves pages to the browser. `pages` are HTML by path; `posts` are the forms that it received."""

    def __init__(self, certificate=None):
        self.reset()
        self._server = QuietServer(("127.0.0.1", 0), self._handler())
        self.port = self._server.server_port
        self._context = None
        if certificate:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(*certificate)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def reset(self):
        self.pages = {}
        self.posts = queue.Queue()

    def stop(self):
        self._server.shutdown()
        self._server.server_close()

    def _handler(site):
        class Handler(http.server.BaseHTTPRequestHandler):
            timeout = 20

            def setup(self):
                # The handshake belongs here, because it would hold up other connections before.
                if site._context:
                    self.request.settimeout(self.timeout)
                    self.request = site._context.wrap_socket(self.request, server_side=True)
                super().setup()

            def do_GET(self):
                path = urllib.parse.urlsplit(self.path).path
                if path == "/forwarding":
                    self.send_response(303)
                    query = urllib.parse.urlsplit(self.path).query
                    self.send_header("Location", f"https://home.client.test/callback?{query}")
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                self._send(site.pages.get(path, "<title>Client</title><h1>Client</h1>"))

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                site.posts.put(dict(urllib.parse.parse_qsl(body)))
                if self.path == "/forwarding":
                    return self.do_GET()
                self._send("<title>Client</title><h1>Posted</h1>")

            def _send(self, text):
                body = f"<!doctype html><meta charset=utf-8>{text}".encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        return Handler
