import TestRig

/// Faults of applications' own configurations, beside a SoftHSM token that works.
enum ApplicationFaults {
    private static func fault(
        _ id: String,
        severity: String = "failure",
        _ application: String,
        variables: [String: String] = [:],
        userID: Int = 0,
        _ script: String
    ) -> ModuleFault {
        ModuleFault(id, severity: severity) { setup, directory in
            let softHSM = try await SoftHSM.withToken(label: "lab")
            setup.arguments = ["--module", softHSM.modulePath] + (application.isEmpty ? [] : ["--app", application])
            setup.variables = variables.mapValues { $0.replacing("DIRECTORY", with: directory.path) }
            setup.variables[SoftHSM.configurationVariable] = softHSM.configurationPath
            setup.script = "module=\(softHSM.modulePath)\n" + script
            setup.userID = userID
            return [softHSM]
        }
    }

    private static func openSSL(_ id: String, _ text: String, _ application: String = "openssl") -> ModuleFault {
        fault(
            id,
            application,
            variables: ["OPENSSL_CONF": "DIRECTORY/openssl.cnf"],
            "cat >\"$work/openssl.cnf\" <<'END'\n\(text)\nEND\n"
        )
    }

    /// A profile of Firefox with a list of modules.
    static let profile = """
        mkdir -p "$work/.mozilla/firefox/profile"
        printf '[Profile0]\\nName=default\\nIsRelative=1\\nPath=profile\\n' >"$work/.mozilla/firefox/profiles.ini"
        list="$work/.mozilla/firefox/profile/pkcs11.txt"
        printf 'library=\\nname=NSS Internal PKCS #11 Module\\n\\n' >"$list"

        """

    static let all: [ModuleFault] = [
        openSSL(
            // Fault ossl-engine-wrong-abi: openssl.cnf with an OpenSSL 1.1 engine
            "ossl-engine-wrong-abi",
            """
            openssl_conf = main
            [main]
            engines = engines
            [engines]
            pkcs11 = pkcs11_section
            [pkcs11_section]
            engine_id = pkcs11
            dynamic_path = /usr/lib/x86_64-linux-gnu/engines-1.1/pkcs11.so
            """
        ),
        openSSL(
            // Fault ossl-provider-missing: openssl.cnf with a provider that is not installed
            "ossl-provider-missing",
            """
            openssl_conf = main
            [main]
            providers = providers
            [providers]
            default = default_section
            pkcs11 = pkcs11_section
            [default_section]
            activate = 1
            [pkcs11_section]
            module = /usr/lib/x86_64-linux-gnu/ossl-modules/pkcs11.so
            """
        ),
        fault(
            // Fault ossl-engine-missing: OPENSSL_ENGINES names an empty directory
            "ossl-engine-missing",
            "openssl",
            variables: ["OPENSSL_ENGINES": "DIRECTORY"],
            ""
        ),
        // Fault ossl-engine-no-module: PKCS11_MODULE_PATH names a missing file
        fault("ossl-engine-no-module", "openssl", variables: ["PKCS11_MODULE_PATH": "/nonexistent.so"], ""),
        fault(
            // Fault env-wsl-kernel (a warning): /proc/version and /proc/config.gz covered
            "env-wsl-kernel",
            severity: "warning",
            "",
            """
            echo 'Linux version 5.15.90.1-microsoft-standard-WSL2' >"$work/version"
            echo '# CONFIG_HIDRAW is not set' | gzip >"$work/config.gz"
            mount --bind "$work/version" /proc/version
            mount --bind "$work/config.gz" /proc/config.gz
            """
        ),
        fault(
            // Fault nss-policy-shadowed: two policies.json in layers of /etc and /usr/lib
            "nss-policy-shadowed",
            "firefox",
            """
            \(profile)
            layer /etc
            layer /usr/lib
            mkdir -p /etc/firefox/policies /usr/lib/firefox/distribution
            echo '{"policies": {}}' >/etc/firefox/policies/policies.json
            printf '{"policies": {"SecurityDevices": {"Add": {"Token": "%s"}}}}\\n' "$module" \
                >/usr/lib/firefox/distribution/policies.json
            """
        ),
        // Fault nss-not-registered: Firefox profile without the module
        fault("nss-not-registered", "firefox", profile),
        fault(
            // Fault mod-path-missing: nonexistent path; dangling link; leftover p11-kit module file (a warning);
            // entry of a Firefox profile
            "mod-path-missing",
            "firefox",
            profile
                + "printf 'library=/nonexistent.so\\nname=Old\\n\\n' >>\"$list\"; printf 'library=%s\\nname=Token\\n\\n' \"$module\" >>\"$list\""
        ),
        // Fault chrome-nssdb: a database without the module
        fault(
            "chrome-nssdb",
            "chromium",
            "mkdir -p \"$work/.pki/nssdb\"; printf 'library=\\nname=NSS Internal\\n' >\"$work/.pki/nssdb/pkcs11.txt\""
        ),
        // Fault ssh-agent-foreign: gnome-keyring's SSH_AUTH_SOCK
        fault("ssh-agent-foreign", "ssh", variables: ["SSH_AUTH_SOCK": "/run/user/0/keyring/ssh"], ""),
        // Fault ssh-agent-allowlist: module outside /usr/lib
        ModuleFault("ssh-agent-allowlist") { setup, directory in
            let softHSM = try await SoftHSM.withToken(label: "lab")
            setup.script = "cp \(softHSM.modulePath) \"$work/libsofthsm2.so\""
            setup.variables = [SoftHSM.configurationVariable: softHSM.configurationPath]
            setup.arguments = ["--module", directory.path("libsofthsm2.so"), "--app", "ssh"]
            return [softHSM]
        },
        fault(
            // Fault openvpn-pkcs11: `pkcs11-id` that matches no certificate
            "openvpn-pkcs11",
            "openvpn",
            """
            openssl req -x509 -newkey rsa:2048 -nodes -keyout "$work/k.pem" -subj /CN=anna -days 90 -outform DER \
                -out "$work/c.der" 2>/dev/null
            pkcs11-tool --module "$module" --token-label lab --login --pin \(SoftHSM.defaultPIN) \
                --write-object "$work/c.der" --type cert --id 01 >/dev/null 2>&1
            mkdir -p /etc/openvpn
            mount -t tmpfs tmpfs /etc/openvpn
            echo "pkcs11-id 'SoftHSM/lab/77'" >/etc/openvpn/office.conf
            """
        ),
        fault(
            // Fault slot-id-not-stable: SunPKCS11 configuration with slot 99
            "slot-id-not-stable",
            "java",
            variables: ["JAVA_HOME": "DIRECTORY/java"],
            """
            mkdir -p "$work/java/conf/security"
            echo "security.provider.12=SunPKCS11 $work/token.cfg" >"$work/java/conf/security/java.security"
            printf 'name = Token\\nlibrary = %s\\nslot = 99\\n' "$module" >"$work/token.cfg"
            """
        ),
        fault(
            // Fault nssdb-owner: root-owned database, user 65534
            "nssdb-owner",
            "chromium",
            userID: 65_534,
            """
            mkdir -p "$work/.pki/nssdb"
            printf 'library=%s\\nname=Token\\n\\n' "$module" >"$work/.pki/nssdb/pkcs11.txt"
            chmod -R a+rX "$work/.pki"
            chmod -R a+rwX "${SOFTHSM2_CONF%/*}"
            """
        ),
        fault(
            // Fault env-library-path (a warning): LD_LIBRARY_PATH with a copy of libpcsclite
            "env-library-path",
            severity: "warning",
            "",
            variables: ["LD_LIBRARY_PATH": "DIRECTORY"],
            "cp /usr/lib/x86_64-linux-gnu/libpcsclite.so.1 \"$work/\""
        ),
        fault(
            // Fault env-flatpak-socket: flatpak metadata without `pcsc`
            "env-flatpak-socket",
            "chromium",
            """
            mkdir -p "$work/.local/share/flatpak/app/org.chromium.Chromium/current/active" "$work/.pki/nssdb"
            printf '[Context]\\nsockets=x11;wayland;\\n' \
                >"$work/.local/share/flatpak/app/org.chromium.Chromium/current/active/metadata"
            printf 'library=%s\\nname=Token\\n\\n' "$module" >"$work/.pki/nssdb/pkcs11.txt"
            """
        ),
        // Fault keystore-rolled-back: real keystore, old copy restored
        ModuleFault("keystore-rolled-back") { setup, directory in
            let softHSM = try await SoftHSM.withToken(label: "lab")
            let jeton = try BuildProducts.path("jeton")
            let add =
                "\(jeton) keystore add --service lab --passphrase-source env:PASSPHRASE --secret-source fd:0"
            setup.script = """
                {
                    \(jeton) keystore init --new-passphrase-source env:PASSPHRASE
                    echo secret | \(add) --account first
                    cp -a "$JETON_DATA/keystore" "$JETON_DATA/old"
                    echo secret | \(add) --account second
                    rm -r "$JETON_DATA/keystore"
                    mv "$JETON_DATA/old" "$JETON_DATA/keystore"
                } >/dev/null
                """
            setup.arguments = ["--module", softHSM.modulePath]
            setup.variables = [
                SoftHSM.configurationVariable: softHSM.configurationPath, "JETON_DATA": directory.path("data"),
                "PASSPHRASE": "correct horse battery",
            ]
            return [softHSM]
        },
        fault(
            // Fault keystore-damaged: keybag overwritten
            "keystore-damaged",
            "",
            variables: ["JETON_DATA": "DIRECTORY/data"],
            "mkdir -p \"$work/data/keystore\"; chmod 700 \"$work/data/keystore\"; echo no >\"$work/data/keystore/keybag\""
        ),
    ]
}
