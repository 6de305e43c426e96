# SPDX-License-Identifier: Apache-2.0
"""Users with a password, on the server's pages."""

from cases import HOST, BrowserCase, new_address
from client import parameters_of

PASSWORD = "a long enough one"


def sign_up(case):
    """Signs up with a password, as an application does, and returns the address."""
    email = new_address()
    fields = {"client_id": "web", "connection": "Members", "email": email, "password": PASSWORD}
    status, answer = case.server.post_form("/dbconnections/signup", fields)
    case.assertEqual(status, 200, answer)
    return email


class Passwords(BrowserCase):
    # A page that is shown again with what is wrong has the status of the failure.
    expected_complaints = ("status of 400", "status of 403", "status of 429")

    def open_password_page(self, email, user=None, **more):
        user = user or self.user
        attempt = self.attempt(connection="Members", **more)
        user.page.goto(attempt.url)
        user.page.get_by_label("Email address").fill(email)
        user.press("Use your password")
        user.wait_for_heading("Sign in with your password")
        return attempt

    def enter(self, password, user=None):
        user = user or self.user
        user.page.get_by_label("Password").fill(password)
        user.press("Sign in")

    def test_a_user_signs_in_with_a_password_and_gets_a_passkey(self):
        email = sign_up(self)
        attempt = self.open_password_page(email)
        self.assertEqual(self.page.get_by_label("Email address").input_value(), email)
        self.enter(PASSWORD)
        self.page.get_by_text("Nobody can guess it").wait_for()
        self.user.press("Add a passkey here")
        claims, _ = attempt.finish(self.returned())
        self.assertEqual(claims["amr"], ["pwd"])
        self.assertEqual(len(self.user.passkeys()), 1)
        self.user.forget_session()
        again, _ = self.open(self.attempt(connection="Members")).finish(self.returned())
        self.assertEqual((again["sub"], again["acr"]), (claims["sub"], "phr"))

    def test_a_wrong_password_keeps_the_address_and_the_right_one_follows(self):
        email = sign_up(self)
        attempt = self.open_password_page(email)
        self.enter("another long one")
        self.page.get_by_text("Wrong account or password.").wait_for()
        self.assertEqual(self.page.get_by_label("Email address").input_value(), email)
        self.assertEqual(self.page.get_by_label("Password").input_value(), "")
        self.enter(PASSWORD)
        self.user.press("Not now")
        attempt.finish(self.returned())

    def test_a_password_manager_finds_both_fields(self):
        self.open_password_page(sign_up(self))
        fields = self.page.locator("form input:not([type=hidden])")
        self.assertEqual(
            fields.evaluate_all("all => all.map((one) => [one.type, one.autocomplete])"),
            [["text", "username"], ["password", "current-password"]])
        # What it fills in while another field has the focus is sent.
        self.page.evaluate(
            "password => { document.querySelector('input[type=password]').value = password; }", PASSWORD)
        self.page.get_by_label("Email address").press("Enter")
        self.user.wait_for_heading("Sign in faster next time?")

    def test_a_user_without_scripts_signs_in_with_a_password(self):
        email = sign_up(self)
        user, attempt = self.new_user(java_script_enabled=False), self.attempt(connection="Members")
        user.page.goto(attempt.url)
        user.page.get_by_role("link", name="Use your password").click()
        user.wait_for_heading("Sign in with your password")
        user.page.get_by_label("Email address").fill(email)
        self.enter(PASSWORD, user)
        user.wait_for_heading("Sign in faster next time?")
        user.press("Not now")
        user.page.wait_for_url("https://app.client.test/callback?**")
        attempt.finish(parameters_of(user.page.url))

    def test_the_form_of_a_password_can_be_sent_twice(self):
        attempt = self.open_password_page(sign_up(self))
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in", exact=True).dblclick()
        self.user.press("Not now")
        attempt.finish(self.returned())

    def test_the_way_back_to_a_passkey_leads_to_the_same_request(self):
        attempt = self.open_password_page(sign_up(self))
        self.user.set_present(False)
        self.page.get_by_role("link", name="Use a passkey instead").click()
        self.user.wait_for_heading("Sign in")
        self.assertTrue(self.page.url.startswith(f"https://{HOST}/login?"))
        self.page.get_by_label("Email address").fill(sign_up(self))
        self.page.get_by_role("button", name="Use your password").click()
        self.enter(PASSWORD)
        self.user.set_present(True)
        self.user.press("Not now")
        attempt.finish(self.returned())

    def test_a_new_user_chooses_a_password_and_is_offered_a_passkey(self):
        email = new_address()
        attempt = self.open(self.attempt(connection="Members", screen_hint="signup"))
        self.page.get_by_label("Email address").fill(email)
        self.user.press("Continue")
        self.page.get_by_role("link", name="Use a password instead").click()
        self.user.wait_for_heading("Choose a password")
        fields = self.page.locator("form input[autocomplete]").evaluate_all(
            "all => all.map((one) => [one.autocomplete, one.value])")
        self.assertEqual(fields, [["username", email], ["new-password", ""]])
        self.page.get_by_label("New password").fill("password1234")
        self.user.press("Create account")
        self.page.get_by_text("Attackers try it first.").wait_for()
        self.page.get_by_label("New password").fill(PASSWORD)
        self.page.get_by_role("button", name="Create account").dblclick()
        self.user.wait_for_heading("What should we call you?")
        self.page.get_by_label("Name").fill("Ada Lovelace")
        self.user.press("Save and continue")
        self.user.press("Add a passkey here")
        claims, _ = attempt.finish(self.returned())
        self.assertEqual((claims["amr"], claims["name"]), (["pwd"], "Ada Lovelace"))
        self.assertEqual(len(self.user.passkeys()), 1)


class PasswordReset(BrowserCase):
    """A forgotten password, from the page for one to the mail and back."""

    expected_complaints = ("status of 400", "status of 403")

    def ask(self, email, user):
        attempt = self.attempt(connection="Members")
        user.page.goto(attempt.url)
        if user is self.user:
            user.page.get_by_label("Email address").fill(email)
            user.press("Use your password")
        else:
            user.page.get_by_role("link", name="Use your password").click()
        user.page.get_by_role("link", name="Forgot your password?").click()
        user.wait_for_heading("Forgot your password?")
        field = user.page.get_by_label("Email address")
        self.assertEqual(field.input_value(), email if user is self.user else "")
        field.fill(email)
        user.press("Send the link")
        user.wait_for_heading("Look into your mailbox")

    def link(self, email):
        mail = self.server.next_mail(email)
        self.assertIn("Choose a new password", mail["subject"])
        return next(line for line in mail["text"].splitlines() if line.startswith("https://"))

    def reset(self, user):
        email = sign_up(self)
        self.server.run("users", "verify", email)
        self.ask(email, user)
        link = self.link(email)
        user.page.goto(link)
        user.wait_for_heading("Choose a new password")
        user.page.get_by_label("New password").fill("password1234")
        user.press("Save password")
        user.page.get_by_text("Many people use this password").wait_for()
        user.page.get_by_label("New password").fill("quite another long one")
        user.press("Save password")
        user.wait_for_heading("Password saved")
        user.page.goto(link)
        user.wait_for_heading("This link doesn’t work any longer.")
        for password, status in (PASSWORD, 403), ("quite another long one", 200):
            fields = {"client_id": "members", "grant_type": "http://auth0.com/oauth/grant-type/password-realm",
                      "realm": "Members", "username": email, "password": password}
            self.assertEqual(self.server.post_form("/oauth/token", fields)[0], status)

    def test_a_user_sets_a_forgotten_password_with_the_mailed_link(self):
        self.reset(self.user)

    def test_a_user_without_scripts_sets_a_forgotten_password(self):
        self.reset(self.new_user(java_script_enabled=False))

    def test_an_address_that_nobody_has_verified_gets_no_link(self):
        email = sign_up(self)
        self.ask(email, self.user)
        self.assertNotIn("https://", self.server.next_mail(email)["text"])
