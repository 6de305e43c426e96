// SPDX-License-Identifier: Apache-2.0

/// A drawing beside text. It says nothing that the text doesn't say.
enum Icon {
    static let passkey: HTML = """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="9.5" cy="7" r="4"/>\
        <path d="M2.5 20.5v-1a6 6 0 0 1 9.3-5"/><circle cx="17" cy="13.5" r="3"/><path d="M17 16.5v5m0-2h2"/></svg>
        """
    static let password: HTML = """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><rect x="2.5" y="7" width="19" height="10" rx="2.5"/>\
        <path d="M7 12h0M12 12h0M17 12h0"/></svg>
        """
    static let mail: HTML = """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><rect x="2.5" y="4.5" width="19" height="15" rx="2.5"/>\
        <path d="m3.5 7 8.5 6 8.5-6"/></svg>
        """
    static let message: HTML = """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">\
        <path d="M5 4.5h14a2.5 2.5 0 0 1 2.5 2.5v7a2.5 2.5 0 0 1-2.5 2.5h-7L7 20.5v-4H5A2.5 2.5 0 0 1 2.5 14V7A2.5 2.5 0 0 1 5 4.5z"/></svg>
        """
    static let phone: HTML = """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><rect x="6.5" y="2.5" width="11" height="19" rx="2.5"/>\
        <path d="M11 18.5h2"/></svg>
        """
    static let browser: HTML = """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><rect x="2.5" y="4" width="19" height="16" rx="2.5"/>\
        <path d="M2.5 9h19M6 6.5h0M9 6.5h0"/></svg>
        """
    static let person: HTML = """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="8" r="4"/>\
        <path d="M4.5 20.5a7.5 7.5 0 0 1 15 0"/></svg>
        """
    static let app: HTML = """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><rect x="3.5" y="3.5" width="7" height="7" rx="2"/>\
        <rect x="13.5" y="3.5" width="7" height="7" rx="2"/><rect x="3.5" y="13.5" width="7" height="7" rx="2"/>\
        <rect x="13.5" y="13.5" width="7" height="7" rx="2"/></svg>
        """
    static let screen: HTML = """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><rect x="2.5" y="4" width="19" height="13" rx="2.5"/>\
        <path d="M8 21h8"/></svg>
        """
    static let help: HTML = """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9.5"/>\
        <path d="M9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1 1-1.1 1.7M12 16.5h0"/></svg>
        """
    static let check: HTML = """
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg>
        """
    static let chevron: HTML = """
        <svg class="icon chevron" viewBox="0 0 24 24" aria-hidden="true"><path d="m9 5 7 7-7 7"/></svg>
        """
}
