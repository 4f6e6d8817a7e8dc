import Foundation
import TestRig

/// Faults of what surrounds modules and applications: containers, sessions, groups, the clock, sandboxes; and of
/// modules whose makers' libraries can't be had here, with the fault module in their place.
enum SurroundingFaults {
    /// A fault beside a SoftHSM token that works.
    private static func besideToken(
        _ id: String,
        severity: String = "warning",
        arguments: [String] = [],
        variables: [String: String] = [:],
        userID: Int = 0,
        _ script: String
    ) -> ModuleFault {
        ModuleFault(id, severity: severity) { setup, directory in
            let softHSM = try await SoftHSM.withToken(label: "lab")
            setup.arguments = ["--module", softHSM.modulePath] + arguments
            setup.variables = variables.mapValues { $0.replacing("DIRECTORY", with: directory.path) }
            setup.variables[SoftHSM.configurationVariable] = softHSM.configurationPath
            setup.userID = userID
            let access = userID == 0 ? "" : "chmod -R a+rwX \"${SOFTHSM2_CONF%/*}\"\n"
            setup.script = "module=\(softHSM.modulePath)\n" + access + script
            return [softHSM]
        }
    }

    /// A fault of a machine on which no module has a token.
    private static func withoutToken(
        _ id: String,
        severity: String = "failure",
        variables: [String: String] = [:],
        _ script: String = ""
    ) -> ModuleFault {
        ModuleFault(id, severity: severity) { setup, _ in
            setup.script = """
                layer /usr/share/p11-kit/modules
                rm /usr/share/p11-kit/modules/*
                mkdir -p /etc/pkcs11/modules
                layer /etc
                rm -rf /etc/pkcs11/modules
                \(script)
                """
            setup.variables = variables
            setup.arguments = ["--skip", "usb-device-absent", "--skip", "token-uninitialized"]
            return []
        }
    }

    static let environment: [ModuleFault] = [
        // Fault env-clock-skew: preloaded library that reports 1970
        ModuleFault("env-clock-skew") { setup, directory in
            let library = directory.path("libclock.so")
            let source = try directory.write(
                "#include <time.h>\ntime_t time(time_t *t) { if (t) *t = 86400; return 86400; }\n",
                to: "clock.c"
            )
            let output = try await ChildProcess.run(["gcc", "-shared", "-fPIC", "-o", library, source])
            guard output.exitStatus == 0 else { throw TestRigError("gcc: \(output.errorText)") }
            let softHSM = try await SoftHSM.withToken(label: "lab")
            setup.arguments = ["--module", softHSM.modulePath]
            setup.variables = ["LD_PRELOAD": library, SoftHSM.configurationVariable: softHSM.configurationPath]
            return [softHSM]
        },
        besideToken(
            // Fault env-sudo-different-env (a warning): SUDO_USER, and a configuration in that user's home
            "env-sudo-different-env",
            variables: ["SUDO_USER": "nobody"],
            """
            layer /etc
            mkdir -p "$work/nobody/.config/softhsm2"
            touch "$work/nobody/.config/softhsm2/softhsm2.conf"
            sed -i "s|^nobody:.*|nobody:x:65534:65534::$work/nobody:/bin/sh|" /etc/passwd
            """
        ),
        besideToken(
            // Fault env-group-not-effective (a warning): /etc/group changed, user 65534
            "env-group-not-effective",
            userID: 65_534,
            """
            layer /etc
            sed -i '/^tss:/d' /etc/group
            echo 'tss:x:4711:nobody' >>/etc/group
            """
        ),
        withoutToken(
            // Fault env-wsl-not-attached: /proc/version covered
            "env-wsl-not-attached",
            """
            echo 'Linux version 5.15.90.1-microsoft-standard-WSL2' >"$work/version"
            mount --bind "$work/version" /proc/version
            """
        ),
        withoutToken(
            // Fault env-container-no-socket: container marker, pcscd masked, empty /run
            "env-container-no-socket",
            """
            mount -t tmpfs tmpfs /run
            touch /run/.containerenv
            mount --bind /dev/null /usr/sbin/pcscd
            """
        ),
        withoutToken(
            // Fault env-token-elsewhere (a warning): SSH_CONNECTION set, no token
            "env-token-elsewhere",
            severity: "warning",
            variables: ["SSH_CONNECTION": "192.0.2.7 1 192.0.2.1 22"]
        ),
    ]

    static let modules: [ModuleFault] = [
        ModuleFaults.registered(
            // Fault p11kit-odd-setting (information): `priority: high`
            "p11kit-odd-setting",
            severity: "info",
            "echo 'priority: high' >>/usr/share/p11-kit/modules/softhsm2.module"
        ),
        ModuleFaults.registered(
            // Fault p11kit-not-registered: SoftHSM's p11-kit module file removed, `--app curl`
            "p11kit-not-registered",
            arguments: ["--app", "curl"],
            "rm /usr/share/p11-kit/modules/softhsm2.module"
        ),
        // Fault token-write-protected (information): fault module
        ModuleFaults.faultModule("token-write-protected", severity: "info", "token.0.add_flags = 0x2"),
        ModuleFaults.faultModule(
            // Fault obj-always-authenticate (information): fault module
            "obj-always-authenticate",
            severity: "info",
            """
            object = slot:0,class:public,keytype:rsa,label:k,id:01,always_authenticate:true
            object = slot:0,class:private,keytype:rsa,label:k,id:01,private:false,always_authenticate:true
            """
        ),
        ModuleFaults.faultModule(
            // Fault obj-no-public-key (a warning): fault module
            "obj-no-public-key",
            severity: "warning",
            "object = slot:0,class:private,keytype:ec,label:k,id:01,private:false"
        ),
        ModuleFaults.faultModule(
            // Fault channel-pairing-unknown (information): fault module, not paired by any program here
            "channel-pairing-unknown",
            severity: "info",
            "extension = 34\ntoken.0.activation = ABCDEFGH\ntoken.0.activated = true"
        ),
        ModuleFaults.faultModule(
            // Fault channel-clone-suspected (a warning): fault module, two slots with the same serial number
            "channel-clone-suspected",
            severity: "warning",
            """
            slots = 2
            token.*.serial = 4894721a
            token.*.label = lab %d
            token.*.description = Reader %d
            """
        ),
    ]

    /// One after the other: the second one's process would be seen by the first.
    static let openCryptoki: [ModuleFault] = [
        // Fault ock-slotd-down: fault module in place of opencryptoki's, answering 0x6
        ModuleFault("ock-slotd-down") { setup, directory in try openCryptoki(&setup, directory, "") },
        // Fault ock-group: fault module in place of opencryptoki's, a process pkcsslotd, user 65534
        ModuleFault("ock-group") { setup, directory in
            setup.userID = 65_534
            return try openCryptoki(
                &setup,
                directory,
                """
                echo 'pkcs11:x:4711:' >>/etc/group
                chmod -R a+rX "$work"
                printf '#!/bin/sh\\nwhile kill -0 "$1"; do sleep 0.2; done\\n' >"$work/pkcsslotd"
                chmod 755 "$work/pkcsslotd"
                "$work/pkcsslotd" $$ </dev/null >/dev/null 2>&1 &
                until grep -q '^pkcsslotd$' /proc/$!/comm; do sleep 0.05; done
                """
            )
        },
    ]

    static let applications: [ModuleFault] = [
        besideToken(
            // Fault java-pcsc-lib (a warning): libpcsclite.so removed, `--app java`
            "java-pcsc-lib",
            arguments: ["--app", "java", "--skip", "obj-none-visible-before-login"],
            variables: ["JAVA_HOME": "DIRECTORY"],
            """
            layer /usr/lib/x86_64-linux-gnu
            rm -f /usr/lib/x86_64-linux-gnu/libpcsclite.so
            mkdir -p "$work/bin"
            touch "$work/bin/java"
            """
        ),
        besideToken(
            // Fault ossl-provider-no-default: openssl.cnf with the legacy provider only
            "ossl-provider-no-default",
            severity: "failure",
            arguments: ["--app", "openssl"],
            variables: ["OPENSSL_CONF": "DIRECTORY/openssl.cnf"],
            """
            cat >"$work/openssl.cnf" <<END
            openssl_conf = main
            [main]
            providers = providers
            [providers]
            legacy = legacy_section
            [legacy_section]
            activate = 1
            END
            """
        ),
        besideToken(
            // Fault webeid-native-host (a warning): manifest without a program
            "webeid-native-host",
            """
            mkdir -p "$work/.mozilla/native-messaging-hosts"
            echo '{"name": "eu.webeid", "path": "/usr/bin/web-eid"}' >"$work/.mozilla/native-messaging-hosts/eu.webeid.json"
            """
        ),
        besideToken(
            // Fault mod-snap-sandbox: profile of a snap Firefox
            "mod-snap-sandbox",
            severity: "failure",
            arguments: ["--app", "firefox"],
            sandboxed("snap/firefox/common")
        ),
        besideToken(
            // Fault mod-flatpak-sandbox: profile of a flatpak Firefox
            "mod-flatpak-sandbox",
            severity: "failure",
            arguments: ["--app", "firefox"],
            sandboxed(".var/app/org.mozilla.firefox")
        ),
        besideToken(
            // Fault curl-backend: curl replaced by a script
            "curl-backend",
            severity: "failure",
            arguments: ["--app", "curl"],
            """
            layer /usr/bin
            rm /usr/bin/curl
            printf '#!/bin/sh\\necho "curl 8.0.0 (x86_64) libcurl/8.0.0 mbedTLS/3.4.0"\\n' >/usr/bin/curl
            chmod 755 /usr/bin/curl
            """
        ),
        besideToken(
            // Fault ssh-too-many-keys (a warning): SoftHSM with six keys, `--app ssh`
            "ssh-too-many-keys",
            arguments: ["--app", "ssh", "--skip", "ssh-agent-allowlist"],
            """
            for id in 01 02 03 04 05 06; do
                pkcs11-tool --module "$module" --token-label lab --login --pin \(SoftHSM.defaultPIN) \\
                    --keypairgen --key-type EC:prime256v1 --id $id >/dev/null 2>&1
            done
            """
        ),
    ]

    private static func sandboxed(_ folder: String) -> String {
        """
        mkdir -p "$work/\(folder)/.mozilla/firefox/profile"
        printf '[Profile0]\\nName=default\\nIsRelative=1\\nPath=profile\\n' >"$work/\(folder)/.mozilla/firefox/profiles.ini"
        printf 'library=\\nname=Internal\\n\\nlibrary=%s\\nname=Token\\n\\n' "$module" \\
            >"$work/\(folder)/.mozilla/firefox/profile/pkcs11.txt"
        """
    }

    /// The fault module in the place of opencryptoki's, answering what that answers.
    private static func openCryptoki(
        _ setup: inout ModuleLaboratory.Setup,
        _ directory: TemporaryDirectory,
        _ script: String
    ) throws -> [any Sendable] {
        let module = try FaultModuleCopy("fault.C_Initialize = rv:0x6")
        let path = directory.path("libopencryptoki.so")
        try FileManager.default.copyItem(atPath: module.path, toPath: path)
        try FileManager.default.copyItem(atPath: module.path + ".settings", toPath: path + ".settings")
        setup.arguments = ["--module", path]
        setup.script = """
            layer /etc
            mkdir -p /etc/opencryptoki
            touch /etc/opencryptoki/opencryptoki.conf
            \(script)
            """
        return [module]
    }
}
