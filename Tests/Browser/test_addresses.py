# SPDX-License-Identifier: Apache-2.0
"""The email address on the account page, and what the one before it can do."""

from cases import HOST, new_address
from codes import CONNECTION, CodeCase, code_in, link_in, wrong

ACCOUNT = f"https://{HOST}/account"


class Addresses(CodeCase):
    expected_complaints = ("status of 400", "status of 403", "status of 409")

    def new_owner(self, is_verified=True):
        """Signs up with a passkey, and returns the address."""
        email = new_address()
        self.signed_up(attempt=self.attempt(connection=CONNECTION, screen_hint="signup"), email=email)
        if is_verified:
            self.server.run("users", "verify", email)
        return email

    @property
    def section(self):
        return self.page.locator("section[aria-labelledby=email]")

    def open_account(self):
        self.page.goto(ACCOUNT)
        self.user.wait_for_heading("Your account")

    def change(self, new):
        """Asks for another address, and confirms that with a passkey."""
        self.open_account()
        self.section.get_by_role("link", name="Change your email address").click()
        self.user.wait_for_heading("Change your email address")
        self.page.get_by_label("New email address").fill(new)
        self.user.press("Confirm with a passkey")
        self.user.wait_for_heading("Confirm your email address")

    def test_a_passkey_and_a_code_change_the_address(self):
        old, new = self.new_owner(), new_address()
        self.change(new)
        self.assertIn(new, self.page.locator(".lead").inner_text())
        code, page = self.code(new), self.page.url
        self.enter(wrong(code))
        self.page.get_by_text("This code is wrong or has expired.").wait_for()
        self.open_account()
        self.section.get_by_text(old).wait_for()
        self.page.goto(page)
        self.page.get_by_label("Code").fill(code)
        self.page.get_by_role("button", name="Continue", exact=True).dblclick()
        self.section.get_by_text(new).wait_for()
        self.assertEqual(self.section.locator(".badge").inner_text(), "Confirmed")
        told = self.server.next_mail(old)
        self.assertIn("was changed", told["subject"])
        # What a passkey has confirmed, no mailbox takes back.
        self.assertIsNone(link_in(told, "/notice/stop"))

    def test_the_address_before_hears_of_a_stranger_and_stops_it(self):
        old, new = self.new_owner(), new_address()
        self.change(new)
        self.enter(self.code(new))
        self.page.get_by_text("Changed and confirmed.").wait_for()
        thief, reader = self.new_user(), self.new_user(java_script_enabled=False)
        self.user.lend_passkeys(thief)
        thief.page.goto(self.attempt(connection=CONNECTION).url)
        thief.page.wait_for_url("https://app.client.test/callback?**")
        mail = self.server.next_mail(old, 1)
        self.assertIn("A new browser signed in", mail["subject"])
        reader.page.goto(link_in(mail, "/notice/stop"))
        reader.press("Stop this")
        reader.wait_for_heading("It is signed out")
        thief.set_present(False)
        thief.page.goto(ACCOUNT)
        thief.page.wait_for_url("**/login**")

    def test_the_first_address_is_confirmed_with_a_code(self):
        email = self.new_owner(is_verified=False)
        self.open_account()
        self.assertEqual(self.section.locator(".badge").inner_text(), "Not confirmed")
        self.user.press("Confirm your email address")
        self.user.wait_for_heading("Confirm your email address")
        self.assertEqual(self.page.locator("input[name=code]").get_attribute("autocomplete"), "one-time-code")
        first = self.code(email)
        self.user.press("Send another code")
        second = self.code(email, 1)
        self.user.wait_for_heading("Confirm your email address")
        if first != second:
            self.enter(first)
            self.page.get_by_text("This code is wrong or has expired.").wait_for()
        self.enter(second)
        self.expect_confirmed()

    def expect_confirmed(self):
        """A session alone confirms an address, which proves nothing for three days then."""
        self.page.get_by_text("Below you see from when it counts.").wait_for()
        self.assertEqual(self.section.locator(".badge").inner_text(), "Confirmed")
        self.assertRegex(self.section.locator(".detail").inner_text(), r"It counts from .* 20\d\d at \d")

    def test_the_link_of_the_mail_confirms_the_address(self):
        email, reader = self.new_owner(is_verified=False), self.new_user(java_script_enabled=False)
        self.open_account()
        self.user.press("Confirm your email address")
        mail = self.server.next_mail(email)
        reader.page.goto(link_in(mail))
        reader.wait_for_heading("Enter this code where you started")
        self.assertEqual(reader.page.locator(".user-code").inner_text().replace(" ", ""), code_in(mail))
        self.page.goto(link_in(mail))
        self.user.press("Confirm")
        self.expect_confirmed()

    def test_an_address_of_somebody_else_is_asked_for_like_any_other(self):
        self.new_owner()
        other = self.new_reader()
        self.change(other)
        mail = self.server.next_mail(other)
        self.assertNotRegex(mail["text"], r"(?m)^\d{6}$")
        self.enter("123456")
        self.page.get_by_text("This code is wrong or has expired.").wait_for()

    def test_what_is_no_address_is_said_before_a_passkey_is_asked_for(self):
        self.new_owner()
        self.open_account()
        self.section.get_by_role("link", name="Change your email address").click()
        field = self.page.get_by_label("New email address")
        self.assertEqual(field.get_attribute("autocomplete"), "email")
        field.fill("ada@")
        self.page.evaluate("document.querySelector('form[data-flow]').noValidate = true")
        self.user.press("Confirm with a passkey")
        self.assertIn("This email address isn’t complete.", self.user.notice())
