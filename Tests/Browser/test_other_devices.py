# SPDX-License-Identifier: Apache-2.0
"""Devices other than the one with the browser: phones that sign in, and televisions that are signed in."""

from cases import HOST, BrowserCase

DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


class OtherDevices(BrowserCase):
    # --- a phone ---

    def test_a_sign_in_with_a_phone_leads_to_a_passkey_here(self):
        claims, attempt = self.sign_in_with_phone()
        self.user.wait_for_heading("Sign in faster next time?")
        self.user.use_device()
        self.user.press("Add a passkey here")
        self.assertEqual(attempt.finish(self.returned())[0]["sub"], claims["sub"])
        self.assertEqual(len(self.user.passkeys()), 1)
        again, _ = self.open(self.attempt(prompt="login")).finish(self.returned())
        self.assertEqual(again["sub"], claims["sub"])

    def test_an_offer_that_is_declined_is_not_repeated(self):
        _, attempt = self.sign_in_with_phone()
        self.user.wait_for_heading("Sign in faster next time?")
        self.user.press("Not now")
        attempt.finish(self.returned())
        attempt = self.open(self.attempt(prompt="login"))
        self.page.get_by_role("button", name="Use another device").click()
        attempt.finish(self.returned())

    def test_an_offer_that_fails_can_be_declined(self):
        _, attempt = self.sign_in_with_phone()
        self.user.wait_for_heading("Sign in faster next time?")
        self.user.press("Add a passkey here")
        self.assertIn("This device already has your passkey.", self.user.notice())
        self.user.press("Not now")
        attempt.finish(self.returned())

    def test_a_sign_in_with_this_device_leads_to_no_offer(self):
        self.signed_up()
        self.user.forget_session()
        self.open(self.attempt()).finish(self.returned())

    # --- a television ---

    def started(self):
        status, started = self.server.post_form("/oauth/device/code", {"client_id": "television", "scope": "openid"})
        self.assertEqual(status, 200, started)
        self.assertEqual(started["verification_uri"], f"https://{HOST}/activate")
        return started

    def poll(self, started):
        fields = {"grant_type": DEVICE_GRANT, "client_id": "television", "device_code": started["device_code"]}
        return self.server.post_form("/oauth/token", fields)

    def test_a_user_without_an_account_creates_one_on_the_way(self):
        claims, _ = self.signed_up()
        self.user.forget_session()
        self.user.use_device()
        started = self.started()
        self.page.goto(started["verification_uri_complete"])
        self.page.get_by_role("link", name="Create an account").click()
        self.user.wait_for_heading("Create your account")
        self.assertIn("to connect your device", self.page.locator(".lead").inner_text())
        email = self.page.get_by_label("Email address")
        email.fill(claims["email"])
        self.expected_complaints = ("status of 400",)
        self.user.press("Create your passkey")
        self.assertIn("There is already an account with this.", self.user.notice())
        email.fill(f"new.{claims['email']}")
        self.user.press("Create your passkey")
        self.user.wait_for_heading("Connect a device")
        self.user.press("Continue")
        self.user.wait_for_heading("Is this your device?")
        self.user.press("Yes, connect it")
        self.user.wait_for_heading("Your device is connected")
        self.assertEqual(self.poll(started)[0], 200)

    def test_a_user_connects_a_device_by_its_code(self):
        self.signed_up()
        started = self.started()
        self.assertEqual(self.poll(started)[1]["error"], "authorization_pending")
        self.page.goto(started["verification_uri"])
        self.user.wait_for_heading("Connect a device")
        self.page.get_by_label("Code").fill(started["user_code"].lower().replace("-", " "))
        self.user.press("Continue")
        self.user.wait_for_heading("Is this your device?")
        main = self.page.locator("main").inner_text()
        self.assertIn("Television", main)
        self.assertIn(started["user_code"], main)
        self.user.press("Yes, connect it")
        self.user.wait_for_heading("Your device is connected")
        status, tokens = self.poll_again(started)
        self.assertEqual(status, 200, tokens)

    def poll_again(self, started):
        """Polls after the interval, because one request more often would be told to slow down."""
        self.page.wait_for_timeout(started["interval"] * 1000 + 100)
        return self.poll(started)

    def test_a_user_without_a_session_signs_in_before_the_device_is_shown(self):
        self.signed_up()
        self.user.forget_session()
        started = self.started()
        self.page.goto(started["verification_uri_complete"])
        self.user.wait_for_heading("Connect a device")
        self.assertEqual(self.page.get_by_label("Code").input_value(), started["user_code"])
        self.user.press("Continue")
        self.user.wait_for_heading("Is this your device?")
        self.user.press("No, cancel")
        self.user.wait_for_heading("The device was not connected")
        self.assertEqual(self.poll(started)[1]["error"], "access_denied")

    def test_a_code_that_does_not_exist_can_be_corrected(self):
        self.expected_complaints = ("status of 400",)
        self.signed_up()
        self.page.goto(f"https://{HOST}/activate")
        self.page.get_by_label("Code").fill("BBBB-BBBB")
        self.user.press("Continue")
        self.page.get_by_text("This code isn’t valid.").wait_for()
        self.page.get_by_label("Code").fill(self.started()["user_code"])
        self.user.press("Continue")
        self.user.wait_for_heading("Is this your device?")
