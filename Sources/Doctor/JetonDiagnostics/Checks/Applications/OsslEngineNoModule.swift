/// OpenSSL's engine does not know which module to load.
enum OsslEngineNoModule: Check {
    static let page = CheckPage(
        id: "ossl-engine-no-module",
        layer: .application,
        title: "OpenSSL's engine for PKCS #11 has no module to load",
        symptom: "\"Unable to load module (null)\"; `PKCS11_get_private_key` returned NULL.",
        cause: "Neither `MODULE_PATH` nor `PKCS11_MODULE_PATH` is set, and p11-kit's proxy is not installed.",
        detection: """
            The engine is installed, and neither openssl.cnf, nor the variable, nor `p11-kit-proxy.so` gives it a \
            module; or the variable names a file that does not exist.
            """,
        remedies: [
            Remedy("set the path of the module", commands: ["export PKCS11_MODULE_PATH=PATH"]),
            .install(
                Package(
                    "p11-kit's proxy",
                    debian: "p11-kit-modules p11-kit",
                    fedora: "p11-kit",
                    arch: "p11-kit",
                    suse: "p11-kit",
                    alt: "p11-kit"
                )
            ),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.openSSLEngineFile != nil else { return .irrelevant }
        let variable = machine.probe.variables["PKCS11_MODULE_PATH"] ?? ""
        if !variable.isEmpty {
            guard !machine.exists(variable) else { return .passed }
            return .found(
                "PKCS11_MODULE_PATH names \(variable), which does not exist",
                [Evidence("PKCS11_MODULE_PATH", "\(variable)")],
                severity: machine.severity(for: .openssl, .curl),
                about: [.module(variable)]
            )
        }
        let entry = machine.openSSL?.engines.first { $0.name == "pkcs11" }
        guard entry?.setting("MODULE_PATH") == nil, machine.isAskedAbout(.openssl, .curl) else { return .passed }
        let folders = machine.linkerDirectories
        guard !folders.contains(where: { machine.exists("\($0)/p11-kit-proxy.so") }) else { return .passed }
        return .found(
            "OpenSSL's engine has no module to load",
            [
                Evidence("PKCS11_MODULE_PATH", "not set"),
                Evidence("searched for p11-kit-proxy.so", "\(folders.joined(separator: ", "))"),
            ]
        )
    }
}
