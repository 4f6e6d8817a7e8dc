import Foundation
import TestRig

/// Faults of keys and certificates on a SoftHSM token.
enum ObjectFaults {
    /// A token whose objects a script writes; `load TYPE FILE ID LABEL` writes one.
    static func fault(
        _ id: String,
        severity: String = "failure",
        arguments: [String] = [],
        configuration: String = "",
        _ script: String
    ) -> ModuleFault {
        ModuleFault(id, severity: severity) { setup, directory in
            let softHSM = try await SoftHSM.withToken(label: "lab")
            try await write(script, to: softHSM, in: directory)
            if !configuration.isEmpty {
                let old = try String(contentsOfFile: softHSM.configurationPath, encoding: .utf8)
                try Data((old + configuration).utf8).write(to: URL(fileURLWithPath: softHSM.configurationPath))
            }
            setup.arguments = ["--module", softHSM.modulePath] + arguments
            setup.variables = [SoftHSM.configurationVariable: softHSM.configurationPath]
            return [softHSM]
        }
    }

    private static func write(_ script: String, to softHSM: SoftHSM, in directory: TemporaryDirectory) async throws {
        let prelude = """
            set -eu
            load() {
                pkcs11-tool --module \(softHSM.modulePath) --token-label lab --login --pin \(SoftHSM.defaultPIN) \
                    --write-object "$2" --type "$1" --id "$3" --label "$4" $5 >/dev/null 2>&1
            }
            key() {
                openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:"${2:-2048}" -out "$1.pem" 2>/dev/null
                openssl pkey -in "$1.pem" -outform DER -out "$1.der"
                openssl pkey -in "$1.pem" -pubout -outform DER -out "$1.pub"
            }
            certificate() {
                openssl req -new -key "$1.pem" -subj "/CN=$1" -out "$1.csr" ${3:-}
                openssl x509 -req -in "$1.csr" -signkey "$1.pem" -days "$2" -copy_extensions copy -outform DER \
                    -out "$1.crt" 2>/dev/null
            }

            """
        let output = try await ChildProcess.run(
            ["sh", "-c", prelude + script],
            environment: softHSM.environment,
            workingDirectory: directory.path
        )
        guard output.exitStatus == 0 else { throw TestRigError("objects: \(output.text) \(output.errorText)") }
    }

    static let pair = "load privkey anna.der 01 anna ''; load pubkey anna.pub 01 anna ''"

    static let all: [ModuleFault] = [
        // Fault obj-cert-expired: SoftHSM, expired certificate; one valid for five more days (a warning)
        fault("obj-cert-expired", "key anna; certificate anna -1; \(pair); load cert anna.crt 01 anna ''"),
        fault(
            "obj-cert-expired",
            severity: "warning",
            "key anna; certificate anna 5; \(pair); load cert anna.crt 01 anna ''"
        ),
        // Fault obj-cert-id-mismatch: SoftHSM, certificate with a different id
        fault("obj-cert-id-mismatch", "key anna; certificate anna 90; \(pair); load cert anna.crt 02 anna ''"),
        fault(
            // Fault obj-cert-key-mismatch: SoftHSM, foreign certificate with the key's id
            "obj-cert-key-mismatch",
            "key anna; key other; certificate other 90; \(pair); load cert other.crt 01 other ''"
        ),
        // Fault obj-no-cert-for-key: SoftHSM, key alone, `--app chromium`
        fault("obj-no-cert-for-key", arguments: ["--app", "chromium", "--skip", "chrome-nssdb"], "key anna; \(pair)"),
        fault(
            // Fault obj-chain-missing (a warning): SoftHSM, certificate of an unknown issuer
            "obj-chain-missing",
            severity: "warning",
            """
            key anna; key issuer; certificate issuer 90
            openssl x509 -in issuer.crt -inform DER -out issuer.crt.pem
            openssl req -new -key anna.pem -subj /CN=anna -out anna.csr
            openssl x509 -req -in anna.csr -CA issuer.crt.pem -CAkey issuer.pem -CAcreateserial -days 90 \
                -outform DER -out anna.crt 2>/dev/null
            \(pair); load cert anna.crt 01 anna ''
            """
        ),
        fault(
            // Fault obj-mech-policy (a warning): SoftHSM, 1024-bit RSA key
            "obj-mech-policy",
            severity: "warning",
            "key anna 1024; certificate anna 90; \(pair); load cert anna.crt 01 anna ''"
        ),
        fault(
            // Fault obj-key-usage: SoftHSM, certificate for e-mail only, `--app chromium`
            "obj-key-usage",
            arguments: ["--app", "chromium", "--skip", "chrome-nssdb"],
            """
            key anna; certificate anna 90 '-addext extendedKeyUsage=emailProtection'
            \(pair); load cert anna.crt 01 anna ''
            """
        ),
        fault(
            // Fault obj-mech-pss (a warning): SoftHSM with two mechanisms
            "obj-mech-pss",
            severity: "warning",
            configuration: "slots.mechanisms = CKM_RSA_PKCS,CKM_SHA256_RSA_PKCS\n",
            "key anna; certificate anna 90; \(pair); load cert anna.crt 01 anna ''"
        ),
        fault(
            // Fault obj-none-visible-before-login (a warning): SoftHSM, private certificate, `--app ssh`
            "obj-none-visible-before-login",
            severity: "warning",
            arguments: ["--app", "ssh", "--skip", "ssh-agent-allowlist"],
            """
            key anna; certificate anna 90
            openssl x509 -in anna.crt -inform DER -out anna.crt.pem
            GNUTLS_PIN=\(SoftHSM.defaultPIN) p11tool --provider \(ModuleFaults.softHSMPath) --login --batch --write \
                --load-certificate anna.crt.pem --label anna --mark-private 'pkcs11:token=lab' >/dev/null 2>&1
            """
        ),
        // Fault obj-ambiguous (a warning): two SoftHSM tokens with the same label
        ModuleFault("obj-ambiguous", severity: "warning") { setup, _ in
            let softHSM = try await SoftHSM.withToken(label: "lab")
            try await softHSM.addToken(label: "lab")
            setup.arguments = ["--module", softHSM.modulePath]
            setup.variables = [SoftHSM.configurationVariable: softHSM.configurationPath]
            return [softHSM]
        },
    ]

    /// Tokens as they should be.
    static let healthy: [ModuleFault] = [
        fault("key and certificate", "key anna; certificate anna 90; \(pair); load cert anna.crt 01 anna ''"),
        fault("key alone", "key anna; \(pair)"), fault("nothing", ":"),
    ]
}
