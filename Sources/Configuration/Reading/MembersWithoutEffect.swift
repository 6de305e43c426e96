// SPDX-License-Identifier: Apache-2.0

/// The members of an Auth0 object that are accepted without effect.
///
/// Settings that would be unsafe to ignore are not listed; their entities reject them.
package struct MembersWithoutEffect: Sendable {
    /// Members that only Auth0 writes, such as timestamps. They cause no warning.
    package let readOnly: [String]
    /// Settings that an administrator may have chosen. One warning per object lists them.
    package let settings: [String]
    /// Settings of features that are not implemented yet. The object's warning lists them separately.
    package let planned: [String]

    init(readOnly: [String] = [], settings: [String] = [], planned: [String] = []) {
        self.readOnly = readOnly
        self.settings = settings
        self.planned = planned
    }
}

extension MembersWithoutEffect {
    package static let tenant = MembersWithoutEffect(
        readOnly: ["sandbox_versions_available"],
        settings: [
            "acr_values_supported", "access_token", "allow_organization_name_in_authentication_api",
            "authorization_response_iss_parameter_supported", "change_password",
            "client_id_metadata_document_dynamic_registration_supported", "client_id_metadata_document_supported",
            "country_codes", "customize_mfa_in_postlogin_action", "default_token_quota",
            "device_flow", "dynamic_client_registration_security_mode",
            "enable_ai_guide", "ephemeral_session_lifetime",
            "ephemeral_session_lifetime_in_minutes", "error_page", "guardian_mfa_page",
            "idle_ephemeral_session_lifetime", "idle_ephemeral_session_lifetime_in_minutes",
            "include_session_metadata_in_tenant_logs", "legacy_sandbox_version", "mtls", "oidc_logout",
            "phone_consolidated_experience", "pushed_authorization_requests_supported", "resource_parameter_profile",
            "sandbox_version", "security_headers", "session_cookie", "sessions",
            "universal_login",
        ])

    package static let customDomain = MembersWithoutEffect(
        readOnly: [
            "certificate", "cname_api_key", "created_at", "custom_domain_id", "is_default", "origin_domain_name",
            "primary", "status", "updated_at", "verification",
        ],
        settings: ["custom_client_ip_header", "domain_metadata", "tls_policy", "type", "verification_method"])

    package static let connection = MembersWithoutEffect(
        readOnly: ["provisioning_ticket_url", "realms"],
        settings: [
            "authentication", "connected_accounts", "cross_app_access_requesting_app",
            "cross_app_access_resource_app", "is_domain_connection", "metadata", "show_as_button",
        ],
        planned: ["display_name"])

    package static let connectionOptions = MembersWithoutEffect(
        readOnly: ["strategy_version"],
        settings: [
            "api_enable_users", "bareConfiguration", "brute_force_protection", "configuration", "customScripts",
            "custom_password_hash", "custom_scripts", "email",
            "enable_script_context", "enabledDatabaseCustomization", "federated_connections_access_tokens",
            "gateway_authentication", "import_mode", "mfa", "non_persistent_attrs",
            "realm_fallback", "requires_username", "set_user_root_attributes", "upstream_params",
            "validation",
        ])

    /// The older dialect of the password policy, beside the newer one.
    package static let olderPasswordPolicy = MembersWithoutEffect(
        settings: [
            "passwordPolicy", "password_complexity_options", "password_dictionary", "password_history",
            "password_no_personal_info",
        ])

    package static let passwordDictionary = MembersWithoutEffect(planned: ["default"])

    package static let attribute = MembersWithoutEffect(
        readOnly: [], settings: ["verification_method"],
        planned: ["profile_required"])

    package static let attributeIdentifier = MembersWithoutEffect(readOnly: [], settings: ["default_method"])

    package static let organization = MembersWithoutEffect(
        readOnly: ["client", "created_at", "updated_at"],
        settings: ["branding", "is_signup_enabled", "token_quota"],
        planned: ["display_name", "metadata"])

    package static let organizationConnection = MembersWithoutEffect(
        readOnly: ["connection"], settings: ["is_signup_enabled", "show_as_button"])

    package static let client = MembersWithoutEffect(
        readOnly: [
            "callback_url_template", "config_route", "created_at", "description", "external_client_id",
            "external_metadata_created_by", "external_metadata_status", "external_metadata_type", "global", "owners",
            "signing_keys", "tenant", "updated_at",
        ],
        settings: [
            "addons", "allow_any_profile_of_type", "allowed_clients", "anonymous_sessions",
            "async_approval_notification_channels", "b2b_integration_configuration", "client_aliases",
            "cross_origin_auth", "cross_origin_authentication", "cross_origin_loc", "custom_login_page",
            "custom_login_page_on", "custom_login_page_preview", "default_organization", "encryption_key",
            "enforce_anon_session_transfer_network_binding", "express_configuration", "fedcm_login", "form_template",
            "identity_assertion_authorization_grant", "is_token_endpoint_ip_header_trusted",
            "my_organization_configuration", "native_social_login",
            "organization_discovery_methods", "organization_require_behavior", "par_request_expiry",
            "redirection_policy", "resource_server_identifier",
            "session_transfer", "sso", "sso_disabled", "third_party_security_mode",
            "token_exchange", "token_quota", "token_vault_privileged_access",
        ],
        planned: ["client_metadata"])

    package static let clientLogout = MembersWithoutEffect(
        settings: ["backchannel_logout_session_metadata"])

    package static let signedRequests = MembersWithoutEffect(settings: ["credentials"])

    package static let clientTokens = MembersWithoutEffect(readOnly: ["secret_encoded"], settings: ["scopes"])

    package static let clientKey = MembersWithoutEffect(
        readOnly: [
            "created_at", "id", "name", "parse_expiry_from_cert", "subject_dn", "thumbprint_sha256", "updated_at",
        ],
        settings: [])

    package static let resourceServer = MembersWithoutEffect(
        readOnly: ["client_id", "id", "is_system"],
        settings: [
            "access_token", "allow_online_access_with_ephemeral_sessions",
            "authorization_details", "options", "signing_secret", "skip_consent_for_verifiable_first_party_clients",
            "token_dialect", "token_lifetime_for_anonymous_access_tokens", "token_lifetime_for_web",
            "verificationKey", "verificationLocation",
        ])

    package static let subjectTypes = MembersWithoutEffect(readOnly: [], settings: ["anonymous_user"])

    package static let clientGrant = MembersWithoutEffect(
        readOnly: ["id", "is_system"],
        settings: ["allow_any_organization", "authorization_details_types"])

    package static let passkeyOptions = MembersWithoutEffect(
        planned: ["progressive_enrollment_enabled"])
}
