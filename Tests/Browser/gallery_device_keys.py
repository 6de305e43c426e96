# SPDX-License-Identifier: Apache-2.0
"""The pages and mails about device keys, in one walk."""

import time

from cases import new_address
from client import parameters_of
from codes import CONNECTION, code_in
from device_keys import DeviceApp
from gallery_codes import CodeGallery
from test_passwords import PASSWORD, sign_up

DAY = 86_400


class DeviceKeyGallery(CodeGallery):
    def walk(self):
        self._replace_keys()
        self._have_one_key()
        self._sign_in_with_password()
        self._prove_account_with_key()

    def _sign_up_with_passkey(self):
        """Returns the address and the ID of the account."""
        email = new_address()
        self._user.set_present(True)
        attempt = self._attempt(connection="Members", screen_hint="signup")
        self._page.locator("input[name=email]").fill(email)
        self._click("button[type=submit]")
        self._click("[data-ceremony]")
        self._page.wait_for_url("**/signup/profile**")
        self._click("button.primary")
        self._returned()
        self._case.server.run("users", "verify", email)
        return email, attempt.finish(parameters_of(self._page.url))[0]["sub"]

    def _insert_keys(self, user):
        now = int(time.time())
        insert = self._case.server.insert_device_key
        first = insert(user, "Ada’s iPhone 16 Pro Max of the Analytical Society", now - 90 * DAY)
        insert(user, "Ada’s iPad", now - DAY, until=now + 2 * DAY)
        insert(user, "Pixel 9", now - 700 * DAY, shape="legacy")
        return first

    def _replace_keys(self):
        email, user = self._sign_up_with_passkey()
        key = self._insert_keys(user)
        self._case.server.replace_device_key(user, key)
        self._case.server.settle_passkeys()
        self._open("/account")
        self._look("account-device-keys")
        self._page.locator("section[aria-labelledby=device-keys] summary").first.click()
        self._look("account-device-key-remove")
        self._page.locator("section[aria-labelledby=device-keys] details[open] button").click()
        self._page.locator(".notice.success").wait_for()
        self._look("account-device-key-removed")
        self._look_at_mail("mail-device-key-removed", email)

    def _have_one_key(self):
        self._user.forget_session()
        attempt = self._attempt(screen_hint="signup", connection="Guests")
        self._page.locator("input[name=email]").fill(new_address())
        self._click("button[type=submit]")
        self._click("form[action='/signup/skip'] button")
        self._page.wait_for_url("**/signup/profile**")
        self._click("button.primary")
        self._returned()
        user = attempt.finish(parameters_of(self._page.url))[0]["sub"]
        self._case.server.insert_device_key(user, "Ada’s iPhone", int(time.time()) - 90 * DAY)
        self._open("/account")
        self._look("account-device-key-alone")

    def _sign_in_with_password(self):
        email = sign_up(self._case)
        self._case.server.run("users", "verify", email)
        app = DeviceApp(self._case.server, "Ada’s iPad", self._user.language)
        app.add(email)
        self._look_at_mail("mail-device-key-added", email)
        self._user.forget_session()
        self._user.use_device()
        for is_first in (True, False):
            self._user.set_present(is_first)
            self._attempt(connection="Members", prompt="login")
            self._page.locator("input[name=identifier]").fill(email)
            self._click("button[formaction^='/login/password']")
            self._page.locator("input[name=password]").fill(PASSWORD)
            self._click("button.primary")
            if is_first:
                self._page.wait_for_url("**/login/add-passkey**")
                self._click("[data-ceremony]")
            self._returned()
            self._case.server.settle_passkeys()
        self._case.server.settle_device_keys()
        self._open("/account")
        self._look("account-device-key-by-password")

    def _prove_account_with_key(self):
        address = self._new_reader(is_verified=False)
        app = DeviceApp(self._case.server, "Ada’s iPad")
        app.add(address, connection=CONNECTION)
        self._user.forget_session()
        self._user.set_present(False)
        self._ask(address)
        self._enter(code_in(self._mail(address)))
        self._page.wait_for_url("**/login/code/review**")
        self._look("review-device-key")
