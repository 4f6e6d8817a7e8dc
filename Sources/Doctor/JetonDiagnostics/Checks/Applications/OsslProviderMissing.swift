import JetonOctets

/// A provider that OpenSSL's configuration names is not installed.
enum OsslProviderMissing: Check {
    static let page = CheckPage(
        id: "ossl-provider-missing",
        layer: .application,
        title: "OpenSSL's provider for PKCS #11 is configured but not installed",
        symptom:
            "\"unable to load provider pkcs11\"; a `pkcs11:` URI is treated as a file name (\"unregistered scheme\").",
        cause: "The package is not installed (Debian 12 does not have it), or the module's path is wrong.",
        detection: """
            openssl.cnf has a provider named `pkcs11`, but neither its `module` nor `pkcs11.so` in OpenSSL's provider \
            directory exists.
            """,
        remedies: [.install(.openSSLProvider), Remedy("remove the provider from openssl.cnf")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard let provider = machine.openSSL?.providers.first(where: { $0.name.contains("pkcs11") }) else {
            return .irrelevant
        }
        let named = provider.setting("module")?.value
        let isThere =
            if let named, named.hasPrefix("/") { machine.exists(named) } else { machine.openSSLProviderFile != nil }
        guard !isThere else { return .passed }
        return .found(
            "OpenSSL's configuration names the provider \(provider.name), which is not installed",
            [
                Evidence("named by", "\(provider.place)"),
                Evidence(
                    "searched",
                    "\(named ?? machine.openSSLDirectories(engines: false).map { "\($0)/pkcs11.so" }.joined(separator: ", "))"
                ),
            ],
            severity: machine.severity(for: .openssl, .curl)
        )
    }
}
