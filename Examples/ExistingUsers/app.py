# SPDX-License-Identifier: Apache-2.0
"""An application with users and passwords of its own, which leaves passkeys to a server (docs/guides)."""

import hashlib
import json
import re
import secrets
import sqlite3
import time
import urllib.error
import urllib.request
from contextlib import closing
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import jwt

ISSUER, SITE, CLIENT, AUDIENCE = "http://localhost:8080/", "http://localhost:3000", "notes", "urn:notes:sign-in"
RECENT = 300
keys = jwt.PyJWKClient(f"{ISSUER}.well-known/jwks.json")

TABLES = """
-- What you have.
CREATE TABLE IF NOT EXISTS users (id INTEGER PRIMARY KEY, email TEXT UNIQUE NOT NULL, salt BLOB, password BLOB);
CREATE TABLE IF NOT EXISTS sessions (id BLOB PRIMARY KEY, user INTEGER NOT NULL, since INTEGER NOT NULL);
-- What you add.
CREATE TABLE IF NOT EXISTS passkey_accounts (user INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, sub TEXT UNIQUE);
"""


class Rejection(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def hashed(password, salt):
    return hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1)


def digest(text):
    return hashlib.sha256(text.encode()).digest()


def checked(token):
    """Returns the claims of the access token of a passkey sign-in that just happened."""
    try:
        claims = jwt.decode(
            token, keys.get_signing_key_from_jwt(token).key, algorithms=["ES256"], issuer=ISSUER, audience=AUDIENCE,
            options={"require": ["exp", "sub", "auth_time", "client_id"]})
    except jwt.PyJWTError as error:
        raise Rejection(401, f"This token is not accepted: {error}.")
    if claims["client_id"] != CLIENT or claims["auth_time"] < time.time() - RECENT:
        raise Rejection(401, "This token is another application's, or too old.")
    return claims


def account_name(token):
    """Asks the server for the name of the token's account."""
    request = urllib.request.Request(f"{ISSUER}userinfo", headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return json.load(response).get("preferred_username")
    except urllib.error.URLError as error:
        raise Rejection(401, f"The server says nothing about this account: {error}.")


class App(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/":
            self.respond(200, Path(__file__).with_name("index.html").read_bytes(), "text/html; charset=utf-8")
        elif self.path == "/me":
            self.run(self.me)
        else:
            self.respond(404)

    def do_POST(self):
        actions = {
            "/password": self.sign_in_with_password, "/passkey": self.sign_in_with_passkey, "/sign-out": self.sign_out,
            "/passkey/name": self.name_account, "/passkey/link": self.link_account}
        # The browser says which site sends a request.
        if self.headers.get("Origin") != SITE or self.path not in actions:
            self.respond(403)
        else:
            self.run(actions[self.path])

    def me(self, db):
        query = """SELECT email, sub IS NOT NULL FROM sessions JOIN users ON users.id = sessions.user
            LEFT JOIN passkey_accounts ON passkey_accounts.user = users.id WHERE sessions.id = ?"""
        found = db.execute(query, [digest(self.cookie())]).fetchone()
        return found and {"email": found[0], "hasPasskey": bool(found[1])}

    def sign_in_with_password(self, db):
        given = json.loads(self.rfile.read(min(int(self.headers["Content-Length"]), 4096)))
        found = db.execute("SELECT id, salt, password FROM users WHERE email = ?", [given["email"]]).fetchone()
        # An unknown user costs as much time as a known one.
        user, salt, password = found or (None, b"", b"")
        if not secrets.compare_digest(hashed(given["password"], salt), password):
            raise Rejection(403, "The email address or the password is wrong.")
        self.begin_session(db, user)

    def sign_in_with_passkey(self, db):
        found = db.execute("SELECT user FROM passkey_accounts WHERE sub = ?", [checked(self.token())["sub"]]).fetchone()
        if not found:
            raise Rejection(403, "This passkey belongs to no user. Sign in with your password, then add a passkey.")
        self.begin_session(db, found[0])

    def name_account(self, db):
        user, email = self.recent_user(db)
        name = f"{re.sub('[^a-z0-9@.+_-]', '', email.lower())[:100]}~{secrets.token_hex(8)}"
        db.execute("INSERT OR IGNORE INTO passkey_accounts (user, name) VALUES (?, ?)", [user, name])
        name, = db.execute("SELECT name FROM passkey_accounts WHERE user = ?", [user]).fetchone()
        return {"username": name, "name": email}

    def link_account(self, db):
        (user, _), token = self.recent_user(db), self.token()
        sub = checked(token)["sub"]
        change = "UPDATE passkey_accounts SET sub = ?1 WHERE user = ?2 AND name = ?3 AND (sub IS NULL OR sub = ?1)"
        if not db.execute(change, [sub, user, account_name(token)]).rowcount:
            raise Rejection(403, "This passkey is not the one that was just created for you.")

    def sign_out(self, db):
        db.execute("DELETE FROM sessions WHERE id = ?", [digest(self.cookie())])

    # Sessions

    def begin_session(self, db, user):
        self.sign_out(db)
        self.new_cookie = secrets.token_urlsafe(32)
        db.execute("INSERT INTO sessions VALUES (?, ?, ?)", [digest(self.new_cookie), user, int(time.time())])

    def recent_user(self, db):
        query = """SELECT users.id, email FROM sessions JOIN users ON users.id = sessions.user
            WHERE sessions.id = ? AND since >= ?"""
        found = db.execute(query, [digest(self.cookie()), time.time() - RECENT]).fetchone()
        if not found:
            raise Rejection(403, "Sign in again, then add the passkey.")
        return found

    def cookie(self):
        cookie = SimpleCookie(self.headers.get("Cookie", "")).get("notes")
        return cookie.value if cookie else ""

    def token(self):
        return self.headers.get("Authorization", "").removeprefix("Bearer ")

    # Responses

    def run(self, action):
        self.new_cookie = None
        try:
            with closing(sqlite3.connect("notes.sqlite")) as db, db:
                status, result = 200, action(db)
        except Rejection as rejection:
            status, result = rejection.status, {"message": str(rejection)}
        self.respond(status, json.dumps(result).encode())

    def respond(self, status, body=b"", kind="application/json"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if getattr(self, "new_cookie", None):
            # Over https, add Secure, and begin the name with __Host-.
            self.send_header("Set-Cookie", f"notes={self.new_cookie}; HttpOnly; SameSite=Strict; Path=/")
        self.end_headers()
        self.wfile.write(body)


with closing(sqlite3.connect("notes.sqlite")) as db, db:
    db.executescript(TABLES)
    for email in ("ada@example.org", "bob@example.org"):
        salt = secrets.token_bytes(16)
        user = [email, salt, hashed("correct horse", salt)]
        db.execute("INSERT OR IGNORE INTO users (email, salt, password) VALUES (?, ?, ?)", user)
server = ThreadingHTTPServer(("127.0.0.1", int(SITE.rsplit(":", 1)[1])), App)
print("ready", flush=True)
server.serve_forever()
