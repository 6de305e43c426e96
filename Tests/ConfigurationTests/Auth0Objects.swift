// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Objects with every member that the types of Auth0's Management SDKs have (node-auth0 6.1, auth0-python 6.8), as its
/// API returns them. The values are our own.
enum Auth0Objects {
    /// All of them in one configuration.
    static var all: JSONObject {
        get throws {
            [
                "tenant": try read(tenant), "custom_domains": [try read(customDomain)],
                "connections": [try read(connection)], "organizations": [try read(organization)],
                "clients": [try read(client)], "resource_servers": [try read(resourceServer)],
                "client_grants": [try read(clientGrant)],
            ]
        }
    }

    private static func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

    private static let tenant = #"""
        {
          "friendly_name": "Example", "picture_url": "", "support_email": "help@example.com", "support_url": "",
          "default_audience": "https://api.example.com/", "default_directory": "Users", "session_lifetime": 168,
          "idle_session_lifetime": 0.5, "session_lifetime_in_minutes": 10080, "idle_session_lifetime_in_minutes": 30,
          "ephemeral_session_lifetime": 24, "idle_ephemeral_session_lifetime": 12,
          "ephemeral_session_lifetime_in_minutes": 1440, "idle_ephemeral_session_lifetime_in_minutes": 720,
          "access_token": {"claims_mapping": {}}, "acr_values_supported": [],
          "allow_organization_name_in_authentication_api": false, "allowed_logout_urls": [],
          "authorization_response_iss_parameter_supported": true, "change_password": {"enabled": false, "html": ""},
          "client_id_metadata_document_dynamic_registration_supported": false,
          "client_id_metadata_document_supported": false, "country_codes": {"mode": "allow", "list": ["DE"]},
          "customize_mfa_in_postlogin_action": false, "default_redirection_uri": "",
          "default_token_quota": {"clients": {"client_credentials": {"per_day": 1}}},
          "device_flow": {"charset": "base20", "mask": "****-****"}, "dpop_strict_refresh_token_binding": true,
          "dynamic_client_registration_security_mode": "strict", "enable_ai_guide": false, "enabled_locales": ["en"],
          "error_page": {"html": "", "show_log_link": false, "url": ""},
          "flags": {"enable_client_connections": false, "allow_legacy_tokeninfo_endpoint": true},
          "guardian_mfa_page": {"enabled": false, "html": ""}, "include_session_metadata_in_tenant_logs": false,
          "legacy_sandbox_version": "", "mtls": {"enable_endpoint_aliases": false},
          "oidc_logout": {"rp_logout_end_session_endpoint_discovery": true}, "phone_consolidated_experience": false,
          "pushed_authorization_requests_supported": false, "resource_parameter_profile": "audience",
          "sandbox_version": "22", "sandbox_versions_available": ["22", "18"], "security_headers": {},
          "session_cookie": {"mode": "persistent"}, "sessions": {"oidc_logout_prompt_enabled": false},
          "skip_non_verifiable_callback_uri_confirmation_prompt": true,
          "universal_login": {"colors": {"primary": "#0059d6"}}
        }
        """#

    private static let customDomain = #"""
        {
          "custom_domain_id": "cd_0000000000000001", "domain": "login.example.com", "primary": true,
          "is_default": false, "status": "ready", "type": "auth0_managed_certs", "cname_api_key": "not-a-real-key",
          "origin_domain_name": "example-cd-1.edge.example.net", "custom_client_ip_header": "cf-connecting-ip",
          "verification": {"methods": [{"name": "CNAME", "record": "a.example.net", "domain": "login.example.com"}]},
          "verification_method": "txt", "tls_policy": "recommended", "domain_metadata": {"team": "web"},
          "certificate": {"status": "provisioned", "certificate_authority": "letsencrypt"},
          "relying_party_identifier": "login.example.com", "created_at": "2026-01-01T00:00:00.000Z",
          "updated_at": "2026-01-01T00:00:00.000Z"
        }
        """#

    private static let connection = #"""
        {
          "id": "con_0000000000000001", "name": "Users", "display_name": "Users", "strategy": "auth0",
          "realms": ["Users"], "enabled_clients": ["example-app"], "is_domain_connection": false,
          "show_as_button": true, "metadata": {"team": "web"}, "provisioning_ticket_url": "https://example.com/ticket",
          "authentication": {"active": true}, "connected_accounts": {"active": false},
          "cross_app_access_requesting_app": {"active": false}, "cross_app_access_resource_app": {"status": "disabled"},
          "options": {
            "strategy_version": 2, "disable_signup": false, "precedence": ["username", "email", "phone_number"],
            "authentication_methods": {
              "password": {"enabled": true, "api_behavior": "required", "signup_behavior": "allow"},
              "passkey": {"enabled": true}, "email_otp": {"enabled": false}, "phone_otp": {"enabled": false}
            },
            "passkey_options": {
              "challenge_ui": "both", "progressive_enrollment_enabled": true, "local_enrollment_enabled": true
            },
            "attributes": {
              "email": {
                "identifier": {"active": true, "default_method": "password"}, "unique": true,
                "profile_required": true, "verification_method": "link",
                "signup": {"status": "required", "verification": {"active": false}}
              },
              "phone_number": {
                "identifier": {"active": false, "default_method": "phone_otp"}, "profile_required": false,
                "signup": {"status": "inactive", "verification": {"active": false}}
              },
              "username": {
                "identifier": {"active": false}, "profile_required": false, "signup": {"status": "inactive"},
                "validation": {
                  "min_length": 1, "max_length": 15, "allowed_types": {"email": false, "phone_number": false}
                }
              }
            },
            "api_enable_users": true, "bareConfiguration": {}, "brute_force_protection": true, "configuration": {},
            "customScripts": {}, "custom_password_hash": {}, "custom_scripts": {},
            "disable_self_service_change_password": false, "email": true, "enable_script_context": false,
            "enabledDatabaseCustomization": false, "federated_connections_access_tokens": {"active": false},
            "gateway_authentication": {"method": "none"}, "import_mode": false,
            "mfa": {"active": true, "return_enroll_settings": true}, "non_persistent_attrs": [],
            "passwordPolicy": "good", "password_complexity_options": {"min_length": 8},
            "password_dictionary": {"enable": true, "dictionary": []}, "password_history": {"enable": false, "size": 5},
            "password_no_personal_info": {"enable": true}, "password_options": {"complexity": {"min_length": 15}},
            "realm_fallback": false, "requires_username": false, "set_user_root_attributes": "on_each_login",
            "upstream_params": {}, "validation": {"username": {"min": 1, "max": 15}}
          }
        }
        """#

    private static let organization = #"""
        {
          "id": "org_0000000000000001", "name": "acme", "display_name": "Acme", "metadata": {"plan": "small"},
          "branding": {"logo_url": "https://example.com/logo.png", "colors": {"primary": "#0059d6"}},
          "token_quota": {"client_credentials": {"per_day": 1}}, "third_party_client_access": "block",
          "is_app_entitlement_active": false, "is_signup_enabled": true, "client": {"use_for_member_access": true},
          "created_at": "2026-01-01T00:00:00.000Z", "updated_at": "2026-01-01T00:00:00.000Z",
          "enabled_connections": [{
            "connection_id": "con_0000000000000001", "assign_membership_on_login": true, "show_as_button": true,
            "is_signup_enabled": false, "connection": {"name": "Users", "strategy": "auth0"}
          }]
        }
        """#

    private static let resourceServer = #"""
        {
          "id": "000000000000000000000001", "name": "API", "is_system": false, "identifier": "https://api.example.com/",
          "scopes": [{"value": "read:notes", "description": "Read notes"}, {"value": "write:notes", "description": ""}],
          "signing_alg": "RS256", "signing_secret": "not-a-real-secret", "allow_offline_access": true,
          "allow_online_access": false, "allow_online_access_with_ephemeral_sessions": false,
          "skip_consent_for_verifiable_first_party_clients": true, "token_lifetime": 86400,
          "token_lifetime_for_web": 7200, "token_lifetime_for_anonymous_access_tokens": 300, "enforce_policies": false,
          "token_dialect": "access_token", "access_token": {"claims_mapping": {}}, "token_encryption": null,
          "consent_policy": null, "require_consent_non_repudiation": false, "authorization_details": [],
          "proof_of_possession": {"mechanism": "dpop", "required": true, "required_for": "public_clients"},
          "subject_type_authorization": {
            "user": {"policy": "allow_all"}, "client": {"policy": "require_client_grant"},
            "anonymous_user": {"policy": "deny_all"}
          },
          "authorization_policy": null, "client_id": "0000000000000000000000000000AAAA", "options": {},
          "verificationKey": "", "verificationLocation": ""
        }
        """#

    private static let clientGrant = #"""
        {
          "id": "cgr_0000000000000001", "client_id": "example-app", "audience": "https://api.example.com/",
          "scope": ["read:notes"], "organization_usage": "deny", "allow_any_organization": false, "is_system": false,
          "subject_type": "client", "authorization_details_types": [], "allow_all_scopes": false
        }
        """#

    private static let client = #"""
        {
          "client_id": "example-app", "tenant": "example", "global": false, "name": "App", "description": "",
          "client_secret": "pQ8zkVbN3mX1sT7rW5yU2cF9hJ4gL6dK", "app_type": "regular_web", "logo_uri": "",
          "is_first_party": true, "oidc_conformant": true, "callbacks": ["https://app.example.com/callback"],
          "allowed_origins": [], "web_origins": ["https://app.login.example.com"], "client_aliases": [],
          "allowed_clients": [], "allowed_logout_urls": [], "client_metadata": {"team": "web"},
          "grant_types": [
            "authorization_code", "implicit", "refresh_token", "client_credentials", "password",
            "http://auth0.com/oauth/grant-type/password-realm", "http://auth0.com/oauth/grant-type/passwordless/otp",
            "http://auth0.com/oauth/grant-type/mfa-oob", "http://auth0.com/oauth/grant-type/mfa-otp",
            "http://auth0.com/oauth/grant-type/mfa-recovery-code", "urn:openid:params:grant-type:ciba",
            "urn:ietf:params:oauth:grant-type:device_code", "urn:ietf:params:oauth:grant-type:token-exchange",
            "urn:okta:params:oauth:grant-type:webauthn", "urn:ietf:params:oauth:grant-type:jwt-bearer",
            "urn:auth0:params:oauth:grant-type:token-exchange:federated-connection-access-token",
            "http://auth0.com/oauth/legacy/grant-type/ro", "http://auth0.com/oauth/legacy/grant-type/ro/jwt-bearer",
            "http://auth0.com/oauth/legacy/grant-type/delegation/refresh_token",
            "http://auth0.com/oauth/legacy/grant-type/delegation/id_token",
            "http://auth0.com/oauth/legacy/grant-type/access_token"
          ],
          "token_endpoint_auth_method": "client_secret_post", "is_token_endpoint_ip_header_trusted": false,
          "client_authentication_methods": null, "organization_usage": "allow",
          "jwt_configuration": {"lifetime_in_seconds": 36000, "secret_encoded": false, "scopes": {}, "alg": "RS256"},
          "mobile": {"android": {}, "ios": {"team_id": null, "app_bundle_identifier": null}},
          "refresh_token": {
            "rotation_type": "rotating", "expiration_type": "expiring", "leeway": 0, "token_lifetime": 2592000,
            "infinite_token_lifetime": false, "idle_token_lifetime": 1296000, "infinite_idle_token_lifetime": false,
            "policies": [{"audience": "https://api.example.com/", "scope": ["read:notes"]}]
          },
          "require_proof_of_possession": false, "compliance_level": "none", "jwks_uri": null,
          "addons": {}, "allow_any_profile_of_type": [], "anonymous_sessions": {},
          "async_approval_notification_channels": ["guardian-push"], "b2b_integration_configuration": {},
          "callback_url_template": false, "config_route": null, "created_at": "2026-01-01T00:00:00.000Z",
          "cross_origin_auth": false, "cross_origin_authentication": false, "cross_origin_loc": "",
          "custom_login_page": "", "custom_login_page_on": true, "custom_login_page_preview": "",
          "default_organization": {"organization_id": "org_0000000000000001", "flows": ["client_credentials"]},
          "encryption_key": {"pub": "", "cert": "", "subject": ""},
          "enforce_anon_session_transfer_network_binding": "ip", "express_configuration": {},
          "external_client_id": "", "external_metadata_created_by": "admin", "external_metadata_status": "active",
          "external_metadata_type": "cimd", "fedcm_login": {"google": {"is_enabled": false}}, "form_template": "",
          "identity_assertion_authorization_grant": {"active": false}, "initiate_login_uri": "",
          "my_organization_configuration": {}, "native_social_login": {"apple": {"enabled": false}},
          "oidc_backchannel_logout": {}, "oidc_logout": {
            "backchannel_logout_urls": [], "backchannel_logout_initiators": {"mode": "all"},
            "backchannel_logout_session_metadata": {"include": false}
          },
          "organization_discovery_methods": ["email"], "organization_require_behavior": "no_prompt", "owners": [],
          "par_request_expiry": 30, "redirection_policy": "allow_always",
          "require_pushed_authorization_requests": false, "resource_server_identifier": "",
          "session_transfer": {"can_create_session_transfer_token": false}, "signed_request_object": {
            "required": false, "credentials": [{"id": "cred_1"}]
          },
          "signing_keys": [{"cert": "", "pkcs7": "", "subject": "/CN=example"}],
          "skip_non_verifiable_callback_uri_confirmation_prompt": false, "sso": false, "sso_disabled": false,
          "third_party_security_mode": "strict", "token_exchange": {"allow_any_profile_of_type": []},
          "token_quota": {"client_credentials": {"per_day": 1}}, "token_vault_privileged_access": {"credentials": []},
          "updated_at": "2026-01-01T00:00:00.000Z"
        }
        """#
}
