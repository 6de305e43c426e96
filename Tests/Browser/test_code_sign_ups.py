# SPDX-License-Identifier: Apache-2.0
"""New users who prove their address first, and users whose address somebody else has signed up with."""

import tempfile
from pathlib import Path

from cases import HOST, new_address
from codes import CONNECTION, CodeCase, code_in, link_in, wrong
from test_passwords import PASSWORD


class ProvenSignUps(CodeCase):
    """A code comes before the passkey, and nothing says who has an account."""

    def begin(self, email, user=None, connection="Patients"):
        user, attempt = user or self.user, self.attempt(connection=connection, screen_hint="signup")
        user.page.goto(attempt.url)
        user.page.get_by_label("Email address").fill(email)
        user.press("Continue")
        user.wait_for_heading("Confirm your email address")
        return attempt

    def finish(self, attempt):
        self.user.wait_for_heading("Create a passkey?")
        self.user.press("Continue")
        self.user.wait_for_heading("What should we call you?")
        self.user.press("Save and continue")
        return attempt.finish(self.returned())[0]

    def test_a_new_user_proves_the_address_and_then_creates_a_passkey(self):
        email = new_address()
        attempt = self.begin(email)
        code = self.code(email)
        self.enter(wrong(code))
        self.page.get_by_text("This code is wrong or has expired.").wait_for()
        self.page.reload()
        self.enter(code)
        claims = self.finish(attempt)
        self.assertEqual((claims["email"], claims["email_verified"], claims["acr"]), (email, True, "phr"))

    def test_nothing_but_a_mail_tells_of_an_account(self):
        texts, (known, unknown) = [], (new_address(), new_address())
        attempt = self.begin(known)
        self.enter(self.code(known))
        self.finish(attempt)
        self.user.forget_session()
        for email in (known, unknown):
            self.begin(email)
            texts.append(self.page.locator("main").inner_text().replace(email, "…"))
        self.assertEqual(texts[0], texts[1])
        mail = self.server.next_mail(known, 1)
        self.assertIn("already", mail["subject"] + mail["text"])
        self.assertNotRegex(mail["text"], r"(?m)^\d{6}$")
        code_in(self.server.next_mail(unknown))

    def test_a_connection_may_have_addresses_proven(self):
        email = new_address()
        attempt = self.begin(email, connection="Subscribers")
        self.user.press("Send another code")
        self.enter(self.code(email, 1))
        self.assertTrue(self.finish(attempt)["email_verified"])

    def test_a_new_user_may_enter_another_address(self):
        attempt, email = self.begin("wrong@example.org", connection="Subscribers"), new_address()
        self.page.get_by_role("link", name="Use another address").click()
        self.page.get_by_label("Email address").fill(email)
        self.user.press("Continue")
        self.enter(self.code(email))
        self.assertEqual(self.finish(attempt)["email"], email)

    def test_a_user_without_scripts_proves_the_address_and_chooses_a_password(self):
        email, user = new_address(), self.new_user(java_script_enabled=False)
        self.begin(email, user, connection="Subscribers")
        self.enter(self.code(email), user)
        user.page.get_by_role("link", name="Use a password instead").click()
        user.page.get_by_label("New password").fill(PASSWORD)
        user.press("Create account")
        user.wait_for_heading("What should we call you?")

    def test_the_link_of_an_application_asks_for_the_password(self):
        email = new_address()
        fields = {"client_id": "web", "connection": "Patients", "email": email, "password": PASSWORD}
        self.assertEqual(self.server.post_form("/dbconnections/signup", fields)[0], 200)
        reader = self.new_user(java_script_enabled=False)
        reader.page.goto(link_in(self.server.next_mail(email)))
        reader.wait_for_heading("Confirm your email address")
        for password in ("another long one", PASSWORD):
            reader.page.get_by_label("The password that you chose").fill(password)
            reader.press("Confirm")
            reader.page.get_by_text(
                "Your email address is confirmed" if password == PASSWORD else "This is not the password").wait_for()
        self.page.goto(self.attempt(connection="Patients").url)
        self.page.get_by_label("Email address").fill(email)
        self.user.press("Use your password")
        self.page.get_by_label("Password").fill(PASSWORD)
        self.user.press("Sign in")
        self.user.press("Not now")
        self.returned()


class StrangersAccounts(CodeCase):
    """Somebody has signed up with the address of somebody else, who proves it with a code (rule 21)."""

    expected_complaints = ("status of 400", "status of 401", "status of 403")

    def password_grant(self, email):
        fields = {"client_id": "sdk-passwords", "grant_type": "http://auth0.com/oauth/grant-type/password-realm",
                  "realm": CONNECTION, "username": email, "password": PASSWORD, "scope": "openid offline_access"}
        return self.server.post_form("/oauth/token", fields)

    def plant(self):
        """A thief signs up with a password, adds a passkey, and is signed in with both. Returns the thief."""
        email, thief = self.new_reader(is_verified=False), self.new_user()
        attempt = self.attempt(connection=CONNECTION)
        thief.page.goto(attempt.url)
        thief.page.get_by_label("Email address").fill(email)
        thief.press("Use your password")
        thief.page.get_by_label("Password").fill(PASSWORD)
        thief.press("Sign in")
        thief.press("Add a passkey here")
        thief.page.wait_for_url("https://app.client.test/callback?**")
        return email, thief

    def test_nothing_that_was_planted_outlives_the_review(self):
        email, thief = self.plant()
        attempt = self.ask(email)
        self.enter(self.code(email))
        self.user.wait_for_heading("Check what can get into your account")
        boxes = self.page.get_by_role("checkbox")
        kinds = self.page.locator("form li").all_inner_texts()
        self.assertTrue(any("assword" in kind for kind in kinds) and any("asskey" in kind for kind in kinds), kinds)
        self.assertEqual([box.is_checked() for box in boxes.all()], [True] * len(kinds))
        self.page.reload()
        self.page.get_by_role("button", name="Continue", exact=True).dblclick()
        self.user.wait_for_heading("Sign in faster next time?")
        self.user.press("Not now")
        claims, _ = attempt.finish(self.returned())
        self.assertTrue(claims["email_verified"])
        self.assertEqual(self.password_grant(email)[0], 403)
        thief.page.goto(f"https://{HOST}/account")
        thief.page.wait_for_url("**/login**")
        thief.page.goto(self.attempt(connection=CONNECTION).url)
        thief.press("Sign in with a passkey")
        thief.notice()
        self.assertEqual(self.server.refresh_tokens(claims["sub"]), 1)

    def test_what_was_planted_while_the_owner_was_reading_goes_as_well(self):
        email, thief = self.plant()
        attempt = self.ask(email)
        self.enter(self.code(email))
        self.user.wait_for_heading("Check what can get into your account")
        other = self.new_user()
        other.page.goto(self.attempt(connection=CONNECTION).url)
        other.page.get_by_label("Email address").fill(email)
        other.press("Use your password")
        other.page.get_by_label("Password").fill(PASSWORD)
        other.press("Sign in")
        other.page.wait_for_url("https://app.client.test/callback?**")
        status, tokens = self.password_grant(email)
        self.assertEqual(status, 200, tokens)
        self.user.press("Continue")
        self.user.press("Not now")
        attempt.finish(self.returned())
        other.page.goto(f"https://{HOST}/account")
        other.page.wait_for_url("**/login**")
        fields = {"client_id": "sdk-passwords", "grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
        self.assertEqual(self.server.post_form("/oauth/token", fields)[0], 403)

    def test_what_the_owner_recognizes_stays(self):
        email = self.new_reader(is_verified=False)
        attempt = self.ask(email)
        self.enter(self.code(email))
        self.user.wait_for_heading("Check what can get into your account")
        [box] = self.page.get_by_role("checkbox").all()
        # The row is its label.
        self.page.locator("form li").click()
        self.assertFalse(box.is_checked())
        self.user.press("Continue")
        self.user.press("Not now")
        attempt.finish(self.returned())
        self.assertEqual(self.password_grant(email)[0], 200)

    def new_account_with_passkey(self):
        email, owner = new_address(), self.new_user()
        attempt = self.attempt(connection=CONNECTION, screen_hint="signup")
        owner.page.goto(attempt.url)
        owner.page.get_by_label("Email address").fill(email)
        owner.press("Continue")
        owner.press("Continue")
        owner.wait_for_heading("What should we call you?")
        owner.press("Save and continue")
        owner.page.wait_for_url("https://app.client.test/callback?**")
        return email, owner

    def test_a_mailbox_takes_no_account_with_a_passkey(self):
        email, first = self.new_account_with_passkey()
        attempt = self.ask(email)
        self.enter(self.code(email))
        self.user.wait_for_heading("An account with this address exists")
        self.page.reload()
        self.user.press("Start a new account")
        self.user.press("Save and continue")
        self.user.press("Not now")
        claims, _ = attempt.finish(self.returned())
        self.assertEqual((claims["email"], claims["email_verified"]), (email, True))
        # The first account keeps its passkey, and has no address.
        first.page.goto(self.attempt(connection=CONNECTION, prompt="login").url)
        first.page.wait_for_url("https://app.client.test/callback?**")
        first.page.goto(f"https://{HOST}/account")
        first.page.get_by_text("No email address").wait_for()

    def test_the_owner_of_the_passkey_uses_it(self):
        email, first = self.new_account_with_passkey()
        first.lend_passkeys(self.user)
        attempt = self.attempt(connection=CONNECTION)
        self.user.set_present(False)
        self.ask(email, attempt=attempt)
        self.enter(self.code(email))
        self.user.wait_for_heading("An account with this address exists")
        self.user.set_present(True)
        self.page.get_by_role("link", name="Use your passkey").click()
        claims, _ = attempt.finish(self.returned())
        self.assertEqual(claims["acr"], "phr")
