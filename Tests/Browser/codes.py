# SPDX-License-Identifier: Apache-2.0
"""What the tests of codes share: how a code is asked for, and what its mail says."""

import re

from cases import BrowserCase, new_address
from test_passwords import PASSWORD

CONNECTION = "Readers"


def code_in(mail):
    """The code of a mail, which has a line of its own."""
    [code] = re.findall(r"^\d{6}$", mail["text"], re.MULTILINE)
    return code


def link_in(mail, path="/link"):
    """The link of a mail to a path; `None` if it has none."""
    links = [line for line in mail["text"].splitlines() if line.startswith("https://")]
    return next((link for link in links if path in link), None)


def wrong(code):
    """Another code of the same length."""
    return f"{(int(code) + 1) % 1_000_000:06}"


class CodeCase(BrowserCase):
    # A page that is shown again with what is wrong has the status of the failure.
    expected_complaints = ("status of 400", "status of 403")

    def ask(self, email, user=None, attempt=None, **more):
        """Has a code sent from the sign-in page."""
        user, attempt = user or self.user, attempt or self.attempt(connection=CONNECTION, **more)
        user.page.goto(attempt.url)
        user.page.get_by_label("Email address").fill(email)
        user.press("Email me a code")
        user.wait_for_heading("Enter the code")
        return attempt

    def code(self, email, count=0):
        return code_in(self.server.next_mail(email, count))

    def enter(self, code, user=None):
        user = user or self.user
        user.page.get_by_label("Code").fill(code)
        user.press("Continue")

    def new_reader(self, connection=CONNECTION, is_verified=True):
        """Signs up with a password, as an application does, and returns the address."""
        email = new_address()
        fields = {"client_id": "web", "connection": connection, "email": email, "password": PASSWORD}
        status, answer = self.server.post_form("/dbconnections/signup", fields)
        self.assertEqual(status, 200, answer)
        if is_verified:
            self.server.run("users", "verify", email)
        return email
