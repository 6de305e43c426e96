# SPDX-License-Identifier: Apache-2.0
"""Chromium with a virtual authenticator."""

import json
import os
import re
import shutil
import urllib.parse
from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
# The same browser without windows, which takes half the processor's time.
SHELL = None if os.environ.get("WINDOWS") else shutil.which("chromium-headless-shell")
# The longest wait for anything in the browser, in milliseconds.
LIMIT = 20_000
SCREENSHOTS = os.environ.get("SCREENSHOTS")
QUIET = "no-sandbox disable-gpu disable-quic no-first-run disable-background-networking disable-component-update disable-sync"
# The browser obeys the last list of these only. All but the last line are what Playwright switches off; the last line is two
# pages for suggestions that each new window would load, at a third of the time of a test.
OFF = """
    AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades HttpsFirstBalancedModeAutoEnable LensOverlay
    MediaRouter PaintHolding ThirdPartyStoragePartitioning AvoidCorsURLLoaderRestartOnRedirect TcpPortRandomizationWin
    OptimizationHints NetworkTimeServiceQuerying AimEnabled PreconnectToSearch
    WebUIOmniboxPopup WebUIOmniboxAimPopup
"""
# What is random is at least as long.
WORD = re.compile(r"[A-Za-z0-9_-]{22,}")
AUTHENTICATOR = {
    "protocol": "ctap2",
    "ctap2Version": "ctap2_1",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
    "defaultBackupEligibility": True,
    "defaultBackupState": True,
}


class Chromium:
    """A running Chromium. Each name is served on this machine, at the port of its server."""

    def __init__(self, playwright, ports):
        rules = [f"MAP {name}:443 127.0.0.1:{port}" for name, port in ports.items()]
        # The server listens on this address only, and not on ::1, which browsers may prefer.
        rules += ["MAP localhost 127.0.0.1", "MAP *.test ~NOTFOUND"]
        flags = [f"--{flag}" for flag in QUIET.split()]
        flags.append(f"--disable-features={','.join(OFF.split())}")
        flags += [f"--host-resolver-rules={', '.join(rules)}", "--ignore-certificate-errors"]
        self._chromium = playwright.chromium
        self._options = {"executable_path": CHROMIUM, "args": flags, "timeout": 60_000}
        self._browser = self._chromium.launch(**{**self._options, "executable_path": SHELL or CHROMIUM})

    def new_context(self, locale="en-US", **options):
        """A private window."""
        return self._browser.new_context(locale=locale, ignore_https_errors=True, **options)

    def new_profile(self, folder, preferences):
        """A window that isn't private, in a Chromium of its own with a profile in a folder."""
        Path(folder, "Default").mkdir()
        Path(folder, "Default", "Preferences").write_text(json.dumps(preferences))
        return self._chromium.launch_persistent_context(
            folder, locale="en-US", ignore_https_errors=True, **self._options
        )

    def stop(self):
        self._browser.close()


class User:
    """A user with one browser and one device."""

    def __init__(self, context):
        self._context = context
        self._context.set_default_timeout(LIMIT)
        self._context.set_default_navigation_timeout(LIMIT)
        # What the browser complains about on any page, such as a violation of the page's policy, and scripts' dialogs.
        self.complaints = []
        self._context.on("console", self._note)
        self._context.on("weberror", lambda thrown: self.complaints.append(str(thrown.error)))
        self._context.on("dialog", self._dismiss)
        # What the server or the device gave the browser, and came back: codes, states, tokens, challenges, responses.
        self.secrets = set()
        self._context.on("request", self._note_secrets)
        self.page = self._context.new_page()
        self.protocol = self._context.new_cdp_session(self.page)
        self.protocol.send("WebAuthn.enable", {"enableUI": False})
        self.device = self.add_device()
        self._lent = 0

    def _note(self, told):
        if told.type in ("error", "warning"):
            self.complaints.append(told.text)

    def _dismiss(self, dialog):
        self.complaints.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def _note_secrets(self, request):
        parts = urllib.parse.urlsplit(request.url)
        told = f"{parts.query} {parts.fragment} {request.headers.get('authorization', '')} {request.post_data or ''}"
        self.secrets.update(WORD.findall(urllib.parse.unquote_plus(told)))

    def all_secrets(self):
        for cookie in self._context.cookies():
            self.secrets.update(WORD.findall(cookie["value"]))
        return self.secrets

    def close(self):
        self._context.close()

    def block_third_party_cookies(self, page=None):
        """Private windows of Chromium do so by themselves, and its headless shell doesn't."""
        protocol = self._context.new_cdp_session(page) if page else self.protocol
        protocol.send("Network.enable")
        protocol.send("Network.setCookieControls", {
            "enableThirdPartyCookieRestriction": True, "disableThirdPartyCookieMetadata": True,
            "disableThirdPartyCookieHeuristics": True})

    def add_device(self, **options):
        added = self.protocol.send("WebAuthn.addVirtualAuthenticator", {"options": {**AUTHENTICATOR, **options}})
        return added["authenticatorId"]

    def passkeys(self):
        return self.protocol.send("WebAuthn.getCredentials", {"authenticatorId": self.device})["credentials"]

    def command(self, name, **options):
        self.protocol.send(f"WebAuthn.{name}", {"authenticatorId": self.device, **options})

    def use_device(self, **options):
        """Replaces the device by a new one without passkeys."""
        self.command("removeVirtualAuthenticator")
        self.device = self.add_device(**options)

    def lend_passkeys(self, other):
        """Copies the passkeys to another user's device. The copy's counter is ahead of every earlier copy's."""
        for passkey in self.passkeys():
            self._lent += 100
            other.command("addCredential", credential={**passkey, "signCount": passkey["signCount"] + self._lent})

    def set_present(self, is_present):
        """A device whose user is not present leaves every request pending."""
        self.command("setAutomaticPresenceSimulation", enabled=is_present)

    def forget_session(self, **only):
        """Removes all cookies, or only some."""
        self._context.clear_cookies(**only)

    def cookies(self):
        return {cookie["name"]: cookie for cookie in self._context.cookies()}

    def press(self, name):
        # Before its script has run, a page sends its forms like a browser without scripts.
        self.page.wait_for_load_state()
        self.page.get_by_role("button", name=name, exact=True).click()

    def heading(self):
        return self.page.locator("h1").inner_text()

    def wait_for_heading(self, text):
        self.page.locator("h1", has_text=text).wait_for()

    def notice(self):
        """Waits for the page's message, and returns its words."""
        self.page.locator("#notice:not([hidden])").wait_for()
        return self.page.locator("#notice").inner_text()

    def expect_passkeys(self, count):
        """Waits for the number of passkeys, because signals reach the device after a delay."""
        for _ in range(200):
            if len(self.passkeys()) == count:
                return True
            self.page.wait_for_timeout(25)
        return False

    def screenshot(self, name):
        if SCREENSHOTS:
            Path(SCREENSHOTS).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=f"{SCREENSHOTS}/{name}.png", full_page=True, animations="disabled")
