internal import TokenKit

/// OpenSSL has no GOST provider, which a token's channel needs.
enum ChannelGostprovMissing: Check {
    // Not in the laboratory: needs Jeton's own module with an unpaired card; the module's tests have that card

    static let page = CheckPage(
        id: "channel-gostprov-missing",
        layer: .token,
        title: "OpenSSL's GOST provider is missing, which a token's channel needs",
        symptom: "`jeton pair` says that gostprov can't be loaded; everything else works.",
        cause: "The package with OpenSSL's GOST provider is not installed.",
        detection: """
            Jeton's own module shows a token that is not paired and has a suite of GOST algorithms, and `gostprov.so` \
            is in none of the directories in which OpenSSL looks for providers.
            """,
        needs: [.token],
        remedies: [
            .install(
                Package(
                    "OpenSSL's GOST provider",
                    debian: "libengine-gost-openssl",
                    fedora: "openssl-gost-engine",
                    alt: "openssl-gost-engine"
                )
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let tokens = machine.tokens.filter { token in
            // A token whose suites are unknown may need it.
            let needsProvider = token.slot.channel?.offered.contains(where: \.needsGOSTProvider) ?? true
            return needsProvider && token.slot.isUnpaired && token.module.hasSuffix(ModuleRegistry.providerFileName)
        }
        guard let token = tokens.first else { return .irrelevant }
        let folders = machine.openSSLDirectories(engines: false)
        guard !folders.contains(where: { machine.exists("\($0)/gostprov.so") }) else { return .passed }
        return .found(
            "OpenSSL has no GOST provider, without which \(token.title) can't be paired",
            [Evidence("searched for gostprov.so", "\(folders.joined(separator: ", "))"), token.place],
            about: tokens.map(\.subject)
        )
    }
}
