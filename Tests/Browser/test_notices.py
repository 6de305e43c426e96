# SPDX-License-Identifier: Apache-2.0
"""The mails that tell users of changes, and what their links take back."""

from cases import HOST, BrowserCase
from test_passwords import PASSWORD, sign_up


class Notices(BrowserCase):
    """A user reads a notice, and takes back what somebody else did."""

    expected_complaints = ("status of 403", "status of 409")

    def sign_in(self, user):
        """Signs up with a verified address, and in with the password. Returns the address."""
        email = sign_up(self)
        self.server.run("users", "verify", email)
        user.page.goto(self.attempt(connection="Members").url)
        user.page.get_by_label("Email address").fill(email)
        user.press("Use your password")
        user.page.get_by_label("Password").fill(PASSWORD)
        user.press("Sign in")
        user.page.get_by_text("Nobody can guess it").wait_for()
        return email

    def link(self, email, count, subject):
        mail = self.server.next_mail(email, count)
        self.assertIn(subject, mail["subject"])
        links = [line for line in mail["text"].splitlines() if line.startswith("https://")]
        return next((link for link in links if "/notice/stop" in link), None)

    def stop_browser(self, user):
        thief = self.new_user()
        link = self.link(self.sign_in(thief), 0, "A new browser signed in")
        user.page.goto(link)
        user.wait_for_heading("Sign the new browser out?")
        user.press("Stop this")
        user.wait_for_heading("It is signed out")
        thief.page.goto(f"https://{HOST}/account")
        thief.page.wait_for_url("**/login**")
        user.page.goto(link)
        user.wait_for_heading("There is nothing left to stop.")

    def test_a_user_signs_a_strangers_browser_out(self):
        self.stop_browser(self.user)

    def test_a_user_without_scripts_signs_a_strangers_browser_out(self):
        self.stop_browser(self.new_user(java_script_enabled=False))

    def test_a_passkey_that_somebody_adds_with_the_password_is_taken_away(self):
        email = self.sign_in(self.user)
        self.user.press("Add a passkey here")
        self.returned()
        reader = self.new_user()
        reader.page.goto(self.link(email, 1, "A passkey was added"))
        reader.press("Stop this")
        reader.wait_for_heading("The passkey is removed")
        self.assertIsNone(self.link(email, 2, "A passkey was removed"))
