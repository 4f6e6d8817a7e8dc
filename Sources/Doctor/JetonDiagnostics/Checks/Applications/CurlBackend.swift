import JetonOctets

/// curl was built without support for tokens.
enum CurlBackend: Check {
    static let page = CheckPage(
        id: "curl-backend",
        layer: .application,
        title: "curl was built with a TLS library that does not support tokens",
        symptom: "`curl: (58)`, \"crypto engine not found\", \"not supported by the TLS library\".",
        cause: "curl was built with a TLS library other than OpenSSL or GnuTLS.",
        detection: "With `--app curl`: the first line of `curl --version` names neither OpenSSL nor GnuTLS.",
        remedies: [Remedy("use curl built with OpenSSL and `--engine pkcs11`, or wget built with GnuTLS")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.isAskedAbout(.curl) else { return .irrelevant }
        guard case .ended(0, let output) = machine.probe.run(["curl", "--version"]) else {
            return .unknown("curl can't be run")
        }
        let line = output.lines().first.map(String.init) ?? ""
        guard !line.contains("OpenSSL/"), !line.contains("GnuTLS/") else { return .passed }
        return .found("curl's TLS library does not support tokens", [Evidence("curl --version", "\(line)")])
    }
}
