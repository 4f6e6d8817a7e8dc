internal import Cryptoki

/// Chromium's database is missing, or does not have the module.
enum ChromeNssdb: Check {
    static let page = CheckPage(
        id: "chrome-nssdb",
        layer: .application,
        title: "Chromium's NSS database is missing or does not list a token's module",
        symptom: "No client certificate is offered.",
        cause: "Chromium and Chrome use the NSS database in `~/.pki/nssdb`, not p11-kit.",
        detection:
            "With `--app chromium`: `pkcs11.txt` in that directory is compared with the modules that show a token.",
        needs: [.token],
        remedies: [
            Remedy(
                "create the database and make it use p11-kit",
                commands: [
                    "mkdir -p ~/.pki/nssdb", "certutil -N -d sql:$HOME/.pki/nssdb --empty-password",
                    "modutil -dbdir sql:$HOME/.pki/nssdb -add p11-kit -libfile p11-kit-proxy.so",
                ]
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.isAskedAbout(.chromium) else { return .irrelevant }
        return NssNotRegistered.missing(from: .chromium, policies: [], machine)
    }
}
