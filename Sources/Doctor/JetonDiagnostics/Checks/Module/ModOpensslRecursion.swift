internal import JetonOctets
internal import TokenKit

/// OpenSSL's configuration makes a module load itself.
enum ModOpensslRecursion: Check {
    // Not in the laboratory: tried: Debian 12's engine and SoftHSM recover from it

    static let page = CheckPage(
        id: "mod-openssl-recursion",
        layer: .module,
        title: "OpenSSL's configuration makes a module load itself",
        symptom: "pkcs11-tool, or any program with the module, hangs.",
        cause: """
            openssl.cnf enables an engine or provider for PKCS #11 in every program, also inside modules that \
            use OpenSSL themselves, such as SoftHSM and OpenSC; the module is then loaded again while it is \
            being loaded.
            """,
        detection: """
            A module that needs libcrypto hung or failed, and openssl.cnf enables an engine or provider named \
            `pkcs11`.
            """,
        remedies: [
            Remedy(
                """
                do not enable it for all programs: use OPENSSL_CONF to give a separate file to the programs that \
                need it
                """
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let active =
            (machine.openSSL?.providers ?? []).filter { $0.name.contains("pkcs11") && $0.isActive }
            + (machine.openSSL?.engines ?? []).filter { $0.name.contains("pkcs11") }
        guard let first = active.first else { return .passed }
        let sightings = machine.failedModules.compactMap { path, failure -> Sighting? in
            switch failure {
            case .ended(.hungInModule), .ended(.hung), .ended(.crashedInModule): break
            default: return nil
            }
            guard let octets = try? machine.probe.contents(of: path, limit: 268_435_456),
                let library = SharedLibrary(octets), library.needed.contains(where: { $0.hasPrefix("libcrypto.so") })
            else { return nil }
            return Sighting(
                "\(first.place) makes OpenSSL load PKCS #11 modules inside the module \(path)",
                [
                    Evidence("enabled", "\(first.name) at \(first.place)"),
                    Evidence("end of the child", "\(failure.description)"),
                    Evidence("needs", "libcrypto"),
                ],
                confidence: .likely,
                about: [.module(path)]
            )
        }
        return .foundOrPassed(sightings)
    }
}
