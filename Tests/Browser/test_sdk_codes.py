# SPDX-License-Identifier: Apache-2.0
"""Users of the web SDK with codes: sign-ins, proven addresses of new users, and changes of addresses."""

from cases import new_address
from test_sdk_passwords import PASSWORD, PasswordCase

# Plays what the server does with codes, before its own answers: `123456` is right. `sent` are the requests that have to do with
# codes, `required` what a sign-up proves, and `account` a password sign-in in whose place a code signs in.
CODES = """() => {
    const real = window.fetch;
    Object.assign(window, { sent: [], required: [], removed: [], account: undefined, ends: false });
    const reply = (status, body) =>
        new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
    const wrong = { error: "invalid_grant", error_description: "Wrong email or verification code.", code: "sign-in.code-mismatch" };
    const unconfirmed = { error: "insufficient_user_authentication", code: "sign-in.confirmation-required" };
    const through = (request, body) => real(new Request(request.url, {
        method: "POST", headers: request.headers, body: JSON.stringify(body), credentials: "omit" }));
    let [attempts, verifying] = [0, false];
    const token = (request, { otp, verification, auth_session, ...body }) => {
        if (otp !== undefined) {
            return otp === "123456" ? through(request, { ...body, ...account }) : reply(403, wrong);
        }
        if (!verifying) return real(request);
        if (ends) return reply(403, wrong);
        if (required.every((name) => verification?.[name] === "123456")) {
            return through(request, { ...body, auth_session: sessions[0] });
        }
        sessions.push(`${sessions[0]}-${attempts += 1}`);
        return reply(403, { ...wrong, auth_session: sessions.at(-1), verification_required: required });
    };
    window.sessions = [];
    const register = async (request) => {
        const body = await (await real(request)).json();
        verifying = true;
        sessions = [body.auth_session];
        return reply(200, { ...body, verification_required: required });
    };
    const confirmation = async (request) => reply(200, await (await real(new Request(`${new URL(request.url).origin}/passkey/challenge`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ client_id: "sdk-passwords" }) }))).json());
    const change = (body) => body.authn_response || body.current_password
        ? reply(202, { id: "email|new", auth_session: "change" }) : reply(401, unconfirmed);
    window.fetch = async (request) => {
        const { pathname } = new URL(request.url);
        const body = request.method === "POST" ? await request.clone().json().catch(() => ({})) : {};
        const isCode = /otp|passwordless|register|confirmations|email%7Cnew/.test(pathname) || body.type === "email";
        if (isCode || body.otp || verifying) sent.push({ pathname, ...body });
        if (pathname === "/otp/challenge") return reply(200, { auth_session: "code" });
        if (pathname === "/passwordless/start") return reply(200, { _id: "1" });
        if (pathname === "/dbconnections/signup") return reply(200, { _id: "1" });
        if (pathname === "/passkey/register" && required.length) return register(request);
        if (pathname === "/oauth/token") return token(request, body);
        if (pathname === "/me/v1/confirmations") return confirmation(request);
        if (pathname.endsWith("/email%7Cnew/verify")) return body.otp_code === "123456" ? reply(201, {}) : reply(403, wrong);
        if (body.type === "email") return change(body);
        return real(request);
    };
    PublicKeyCredential.signalUnknownCredential = async ({ credentialId }) => { removed.push(credentialId); };
}"""
ANSWERS = "verification: (request) => { questions.push(request); return answers.shift() ?? Promise.reject(new Error('enough')); }"


class CodeCase(PasswordCase):
    def open_codes(self, *required, **options):
        self.open_members(**options)
        self.play(*required)

    def play(self, *required):
        self.page.evaluate(CODES)
        self.page.evaluate("(names) => Object.assign(window, { required: names, questions: [], answers: [] })", list(required))

    def answer(self, *codes):
        self.page.evaluate("(codes) => { answers = codes; }", list(codes))

    def sent(self, path):
        return [one for one in self.page.evaluate("sent") if one["pathname"] == path]

    def prompts(self):
        return self.page.evaluate("exchange.filter(({ type }) => type === 'webauthn').length")


class SigningInWithACode(CodeCase):
    def signed_up_before(self, **options):
        """An account, in whose place a code signs in."""
        user = self.signed_out(**options)
        self.play()
        grant = "http://auth0.com/oauth/grant-type/password-realm"
        account = {"grant_type": grant, "username": user["email"], "password": PASSWORD, "realm": "Members"}
        self.page.evaluate("(account) => { window.account = account; }", account)
        return user

    def test_a_code_signs_in_once_the_right_one_is_entered(self):
        user = self.signed_up_before()
        given = self.run_script("client.sendCode({ email: first })", user["email"])
        self.assertEqual(given, {"email": user["email"], "session": "code"})
        failed = self.expect_failure("wrongCode", "client.signIn({ sent: first, code: second })", given, "000000")
        self.assertEqual(failed["message"], "The code is wrong or has expired.")
        done = self.run_script("client.signIn({ sent: first, code: second })", given, "123 456")
        self.assertEqual(done["user"]["sub"], user["sub"])
        self.assertNotIn("credentialId", done)
        self.assertEqual([one["otp"] for one in self.sent("/oauth/token")], ["000000", "123456"])
        self.assertEqual(self.sent("/oauth/token")[0]["auth_session"], "code")
        self.assertEqual(self.sent("/otp/challenge")[0]["connection"], "Members")

    def test_the_double_click_of_a_sign_in_with_a_code_sends_it_once(self):
        user = self.signed_up_before()
        script = "Promise.all([1, 2].map(() => client.signIn({ sent: { email: first, session: 'code' }, code: '123456' })))"
        done = self.run_script(script, user["email"])
        self.assertEqual([one["user"]["sub"] for one in done], [user["sub"]] * 2)
        self.assertEqual(len(self.sent("/oauth/token")), 1)

    def test_without_a_realm_a_code_belongs_to_its_address(self):
        self.open_codes(realm=None)
        given = self.run_script("client.sendCode({ phoneNumber: first })", "+4930123456")
        self.assertEqual(given, {"phoneNumber": "+4930123456"})
        self.expect_failure("wrongCode", "client.signIn({ sent: first, code: second })", given, "000000")
        start = self.sent("/passwordless/start")[0]
        self.assertEqual((start["connection"], start["phone_number"], start["send"]), ("sms", "+4930123456", "code"))
        grant = self.sent("/oauth/token")[0]
        self.assertEqual((grant["username"], grant["realm"]), ("+4930123456", "sms"))
        for options in ("delivery: 'voice'", "allowSignUp: true"):
            failed = self.attempt_to(f"client.sendCode({{ phoneNumber: first, {options} }})", "+4930123456")
            self.assertEqual(failed["name"], "TypeError")

    def test_a_code_needs_an_address(self):
        self.open_codes()
        self.expect_failure("invalidProfile", "client.sendCode({})")


class ProvingAddresses(CodeCase):
    SIGN_UP = f"client.signUp({{ email: first, name: 'Ada', {ANSWERS} }})"

    def test_a_new_user_enters_the_right_code_after_a_wrong_one_and_makes_one_passkey(self):
        self.open_codes("email")
        self.answer("000000", "123456")
        email = new_address()
        done = self.run_script(self.SIGN_UP, email)
        self.assertEqual(done["user"]["email"], email)
        questions = [{"email": email, "isRepeated": False}, {"email": email, "isRepeated": True}]
        self.assertEqual(self.page.evaluate("questions"), questions)
        grants = self.sent("/oauth/token")[:2]
        self.assertEqual([one["verification"] for one in grants], [{"email": "000000"}, {"email": "123456"}])
        self.assertEqual(grants[0]["authn_response"], grants[1]["authn_response"])
        self.assertNotEqual(grants[0]["auth_session"], grants[1]["auth_session"])
        self.assertEqual((self.prompts(), self.page.evaluate("removed")), (1, []))

    def test_a_new_user_who_enters_no_code_has_no_account_and_no_passkey(self):
        self.open_codes("email")
        self.answer("000000")
        failed = self.expect_failure("canceled", self.SIGN_UP, new_address())
        self.assertEqual(failed["message"], "No code was entered, and no account was created.")
        self.assertEqual(len(self.page.evaluate("removed")), 1)
        self.assertIsNone(self.run_script("client.user()"))

    def test_a_sign_up_that_has_ended_says_so(self):
        self.open_codes("email")
        self.page.evaluate("() => { ends = true; }")
        self.answer("123456")
        self.expect_failure("codeExpired", self.SIGN_UP, new_address())
        self.assertEqual(len(self.page.evaluate("removed")), 1)

    def test_a_sign_in_takes_the_place_of_a_sign_up_that_waits_for_its_code(self):
        self.open_codes("email")
        script = """Promise.all([
            attempt(() => client.signUp({ email: first, verification: () => new Promise((resolve) => { window.asked = true; }) })),
            new Promise((resolve) => { const wait = () => window.asked ? resolve() : setTimeout(wait, 20); wait(); })
                .then(() => attempt(() => client.signIn({ sent: { email: first, session: 'code' }, code: '000000' }))),
        ])"""
        reasons = [one["reason"] for one in self.run_script(script, new_address())]
        self.assertEqual(reasons, ["aborted", "wrongCode"])
        self.assertEqual(len(self.page.evaluate("removed")), 1)

    def test_without_a_question_for_the_code_no_passkey_is_made(self):
        self.open_codes("email")
        self.expect_failure("misconfigured", "client.signUp({ email: first })", new_address())
        self.assertEqual(self.prompts(), 0)
        self.expect_advice("verification")

    def test_the_account_of_a_sign_up_with_a_password_waits_for_its_link(self):
        self.expected_complaints = ("status of 403",)
        self.open_codes()
        script = "client.signUp({ email: first, password: second })"
        failed = self.expect_failure("verificationPending", script, new_address(), PASSWORD)
        self.assertEqual(failed["recovery"], "Open it to confirm your address, then sign in.")


class ChangingAddresses(CodeCase):
    def test_a_passkey_confirms_another_address(self):
        self.signed_up()
        self.run_script("client.passkeys.add()")
        self.play()
        email = new_address()
        before = self.prompts()
        change = self.run_script("client.beginAddressChange({ email: first })", email)
        self.assertEqual(self.prompts(), before + 1)
        self.assertEqual(self.sent("/me/v1/confirmations")[0]["act"], "change-email")
        self.expect_failure("wrongCode", "client.finishAddressChange(first, second)", change, "000000")
        user = self.run_script("client.finishAddressChange(first, second)", change, "123 456")
        self.assertEqual((user["email"], user["email_verified"]), (email, True))
        self.assertEqual(self.run_script("client.user()")["email"], email)

    def test_a_password_confirms_another_address(self):
        self.signed_up()
        self.play()
        before = self.prompts()
        script = "client.beginAddressChange({ email: first, currentPassword: second })"
        self.run_script(script, new_address(), PASSWORD)
        self.assertEqual(self.prompts(), before)

    def test_a_change_needs_a_user_who_is_signed_in(self):
        self.open_codes()
        self.expect_failure("notSignedIn", "client.beginAddressChange({ email: first })", new_address())
