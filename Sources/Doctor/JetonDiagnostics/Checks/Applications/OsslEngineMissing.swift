/// OpenSSL's engine for PKCS #11 is not installed.
enum OsslEngineMissing: Check {
    static let page = CheckPage(
        id: "ossl-engine-missing",
        layer: .application,
        title: "OpenSSL has no engine for PKCS #11",
        symptom: "\"invalid engine \\\"pkcs11\\\"\", \"no such engine\".",
        cause: "libp11's engine is not installed, or the distribution no longer supports engines.",
        detection: """
            openssl.cnf names the engine `pkcs11`, or `--app openssl` or `--app curl` needs it and has no \
            provider either. None of OpenSSL's engine directories contains `pkcs11.so`.
            """,
        remedies: [.install(.openSSLEngine), .install(.openSSLProvider)]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let entry = machine.openSSL?.engines.first { $0.name == "pkcs11" }
        guard machine.openSSLEngineFile == nil else { return .passed }
        let isWanted = machine.isAskedAbout(.openssl, .curl) && machine.openSSLProviderFile == nil
        // A path of its own is judged by the check of engines for another OpenSSL.
        guard entry != nil && entry?.setting("dynamic_path") == nil || isWanted else { return .irrelevant }
        return .found(
            "OpenSSL has no engine for PKCS #11",
            [Evidence("searched", "\(machine.openSSLDirectories(engines: true).joined(separator: ", "))")]
                + (entry.map { [Evidence("named by", "\($0.place)")] } ?? []),
            severity: machine.severity(for: .openssl, .curl)
        )
    }
}

extension Package {
    /// libp11's engine of OpenSSL.
    static let openSSLEngine = Package(
        "OpenSSL's engine for PKCS #11",
        debian: "libengine-pkcs11-openssl",
        fedora: "openssl-pkcs11",
        arch: "libp11",
        suse: "openssl-engine-libp11",
        alt: "openssl-engines"
    )
    /// The provider of OpenSSL.
    static let openSSLProvider = Package(
        "OpenSSL's provider for PKCS #11",
        debian: "pkcs11-provider",
        fedora: "pkcs11-provider",
        arch: "pkcs11-provider",
        suse: "pkcs11-provider"
    )
}
