# SPDX-License-Identifier: Apache-2.0
"""Users with a code that is mailed to them, on the server's pages."""

import json
import tempfile
from pathlib import Path

from cases import HOST, new_address
from client import parameters_of
from codes import CONNECTION, CodeCase, code_in, link_in, wrong
from server import CONFIGURATION, Server


class Codes(CodeCase):
    def test_a_user_signs_in_with_a_code_and_gets_a_passkey(self):
        email = self.new_reader()
        attempt = self.ask(email)
        self.assertIn(email, self.page.locator(".lead").inner_text())
        self.enter(self.code(email))
        self.user.wait_for_heading("Sign in faster next time?")
        self.user.press("Add a passkey here")
        claims, _ = attempt.finish(self.returned())
        self.assertEqual((claims["amr"], claims["email_verified"]), (["otp"], True))
        self.assertNotIn("acr", claims)
        self.assertEqual(len(self.user.passkeys()), 1)
        self.user.forget_session()
        again, _ = self.open(self.attempt(connection=CONNECTION)).finish(self.returned())
        self.assertEqual((again["sub"], again["acr"]), (claims["sub"], "phr"))

    def test_a_code_makes_an_account_with_a_proven_address(self):
        email = new_address()
        attempt = self.ask(email)
        self.enter(self.code(email))
        self.user.press("Save and continue")
        self.user.press("Not now")
        claims, _ = attempt.finish(self.returned())
        self.assertEqual((claims["email"], claims["email_verified"], claims["amr"]), (email, True, ["otp"]))

    def test_a_wrong_code_is_followed_by_the_right_one(self):
        email = self.new_reader()
        attempt, code = self.ask(email), self.code(email)
        self.enter(wrong(code))
        self.page.get_by_text("This code is wrong or has expired.").wait_for()
        self.assertEqual(self.page.get_by_label("Code").input_value(), "")
        self.enter(code)
        self.user.press("Not now")
        attempt.finish(self.returned())

    def test_a_code_that_was_guessed_at_too_often_is_of_no_use(self):
        email = self.new_reader()
        attempt, code = self.ask(email), self.code(email)
        for _ in range(5):
            self.enter(wrong(code))
            self.page.get_by_text("This code is wrong or has expired.").wait_for()
        self.enter(code)
        self.page.get_by_text("This code is wrong or has expired.").wait_for()
        self.user.press("Send another code")
        self.enter(self.code(email, 1))
        self.user.press("Not now")
        attempt.finish(self.returned())

    def test_the_page_of_a_code_can_be_loaded_again_and_its_form_sent_twice(self):
        email = self.new_reader()
        attempt = self.ask(email)
        self.page.reload()
        self.user.wait_for_heading("Enter the code")
        self.page.get_by_label("Code").fill(self.code(email))
        self.page.get_by_role("button", name="Continue", exact=True).dblclick()
        self.user.press("Not now")
        attempt.finish(self.returned())

    def test_another_code_replaces_the_first(self):
        email = self.new_reader()
        attempt = self.ask(email)
        first = self.code(email)
        self.user.press("Send another code")
        second = self.code(email, 1)
        self.user.wait_for_heading("Enter the code")
        if first != second:
            self.enter(first)
            self.page.get_by_text("This code is wrong or has expired.").wait_for()
        self.enter(second)
        self.user.press("Not now")
        attempt.finish(self.returned())

    def test_a_user_without_scripts_signs_in_with_a_code(self):
        email, user = self.new_reader(), self.new_user(java_script_enabled=False)
        attempt = self.attempt(connection=CONNECTION)
        user.page.goto(attempt.url)
        user.page.get_by_role("link", name="Email me a code").click()
        user.wait_for_heading("Sign in with a code")
        user.page.get_by_label("Email address").fill(email)
        user.press("Email me a code")
        user.wait_for_heading("Enter the code")
        code = self.code(email)
        self.enter(wrong(code), user)
        user.page.get_by_text("This code is wrong or has expired.").wait_for()
        self.enter(code, user)
        user.wait_for_heading("Sign in faster next time?")
        user.press("Not now")
        user.page.wait_for_url("https://app.client.test/callback?**")
        attempt.finish(parameters_of(user.page.url))

    def test_two_tabs_have_a_code_each(self):
        email = self.new_reader()
        first = self.ask(email)
        other = self.page.context.new_page()
        second = self.attempt(connection=CONNECTION)
        other.goto(second.url)
        other.get_by_label("Email address").fill(email)
        other.get_by_role("button", name="Email me a code").click()
        other.get_by_text("Enter the code").wait_for()
        codes = [self.code(email, count) for count in (0, 1)]
        # A stranger who asks for a code doesn't spoil that of the owner.
        self.enter(codes[0])
        self.user.press("Not now")
        first.finish(self.returned())
        other.get_by_label("Code").fill(codes[1])
        other.get_by_role("button", name="Continue", exact=True).click()
        other.wait_for_url("https://app.client.test/callback?**")
        second.finish(parameters_of(other.url))

    def test_nothing_but_the_keyboard_is_needed(self):
        email = self.new_reader()
        attempt = self.attempt(connection=CONNECTION)
        self.user.set_present(False)
        self.page.goto(attempt.url)
        self.page.get_by_label("Email address").focus()
        self.page.keyboard.type(email)
        for _ in range(10):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("document.activeElement.formAction.endsWith('/login/code/send')"):
                break
        self.page.keyboard.press("Enter")
        self.user.wait_for_heading("Enter the code")
        # The field has the focus.
        self.page.keyboard.type(self.code(email))
        self.page.keyboard.press("Enter")
        self.user.wait_for_heading("Sign in faster next time?")
        self.user.set_present(True)
        self.user.press("Not now")
        attempt.finish(self.returned())

    def test_devices_fill_in_address_and_code(self):
        email, attempt = new_address(), self.attempt(connection=CONNECTION)
        self.user.set_present(False)
        self.page.goto(attempt.url)
        self.user.press("Email me a code")
        self.user.wait_for_heading("Sign in with a code")
        self.assertEqual(self.visible_fields(), [["username", "", "email"]])
        self.page.get_by_label("Email address").fill(email)
        self.user.press("Email me a code")
        self.user.wait_for_heading("Enter the code")
        self.assertEqual(self.visible_fields(), [["one-time-code", "", "numeric"]])

    def visible_fields(self):
        return self.page.locator("form input:not([type=hidden])").evaluate_all(
            "all => all.map((one) => [one.autocomplete, one.value, one.inputMode])")


class CodeLinks(CodeCase):
    """The link of a mail, which stands for its code."""

    def link(self, email):
        return link_in(self.server.next_mail(email))

    def test_a_link_signs_in_the_browser_that_asked(self):
        email = self.new_reader()
        attempt, link = self.ask(email), self.link(email)
        for _ in range(2):
            # Mail scanners open links, too.
            self.page.goto(link)
            self.user.wait_for_heading("Sign in to Photos?")
        self.user.press("Sign in")
        self.user.press("Not now")
        claims, _ = attempt.finish(self.returned())
        self.assertEqual(claims["amr"], ["otp"])
        self.page.goto(link)
        self.user.wait_for_heading("This link doesn’t work any longer.")

    def test_a_link_in_another_browser_shows_the_code_for_the_first(self):
        email, reader = self.new_reader(), self.new_user(java_script_enabled=False)
        attempt = self.ask(email)
        reader.page.goto(self.link(email))
        reader.wait_for_heading("Enter this code where you started")
        shown = reader.page.locator(".user-code").inner_text()
        self.assertEqual(shown.replace(" ", ""), self.code(email))
        self.assertEqual(reader.page.get_by_role("button").count(), 0)
        self.enter(shown)
        self.user.press("Not now")
        attempt.finish(self.returned())

    def test_a_link_that_nobody_was_sent_says_no_more_than_one_that_was_used(self):
        self.page.goto(f"https://{HOST}/link?t=nothing")
        self.user.wait_for_heading("This link doesn’t work any longer.")


class CodesForDevices(CodeCase):
    """The sign-in on the way to a device, where no client takes part."""

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(prefix="thumbturn-codes.")
        self.addCleanup(folder.cleanup)
        configuration = json.loads(json.dumps(CONFIGURATION))
        for connection in configuration["connections"]:
            if connection["name"] == "Users":
                connection["options"]["authentication_methods"]["email_otp"] = {"enabled": True}
                connection["thumbturn"] = self.policy
        path = Path(folder.name, "codes.json")
        path.write_text(json.dumps(configuration))
        self.own = Server(Path(folder.name, "server"), configuration=path)
        self.addCleanup(lambda: self.assertEqual(self.own.stop(), []))

    policy = {"sign_up_passkey": "optional"}

    def start(self):
        status, started = self.own.post_form("/oauth/device/code", {"client_id": "television", "scope": "openid"})
        self.assertEqual(status, 200, started)
        self.page.goto(started["verification_uri_complete"])
        return started

    def sign_in_with_code(self, email):
        self.page.get_by_label("Email address").fill(email)
        self.user.press("Email me a code")
        self.user.wait_for_heading("Enter the code")
        self.enter(code_in(self.own.next_mail(email)))
        self.user.wait_for_heading("Connect a device")
        self.user.press("Continue")
        self.user.press("Yes, connect it")
        self.user.wait_for_heading("Your device is connected")

    def test_a_user_connects_a_device_after_a_code(self):
        self.start()
        self.sign_in_with_code(new_address())


class CodesForDevicesInStrictMode(CodesForDevices):
    """A sign-up proves its address there, too, and has a passkey."""

    policy = {"sign_up_mode": "strict"}

    def test_a_user_connects_a_device_after_a_code(self):
        self.start()
        self.page.get_by_label("Email address").fill(new_address())
        self.user.press("Email me a code")
        self.user.wait_for_heading("Enter the code")
        self.page.get_by_text("if there is an account for it").wait_for()

    def test_a_new_user_proves_the_address_and_connects_a_device(self):
        email = new_address()
        self.start()
        self.page.get_by_role("link", name="Create an account").click()
        self.page.get_by_label("Email address").fill(email)
        self.user.press("Create your passkey")
        self.user.wait_for_heading("Confirm your email address")
        self.enter(code_in(self.own.next_mail(email)))
        self.user.press("Create your passkey")
        self.user.wait_for_heading("Connect a device")
        self.user.press("Continue")
        self.user.press("Yes, connect it")
        self.user.wait_for_heading("Your device is connected")
