internal import Cryptoki
internal import JetonOctets
internal import TokenKit

/// A module reports the same PIN flags whatever the PIN's state.
enum TokenFlagsUnreliable: Check {
    static let page = CheckPage(
        id: "token-flags-unreliable",
        layer: .token,
        title: "a module reports the same PIN flags whatever the PIN's state",
        symptom: "The PIN is locked, and programs and this doctor do not notice.",
        cause: "ykcs11 before 2.0.1 does not read the state of the PIN and always gives the same flags.",
        detection: "`C_GetInfo` names the vendor Yubico and a library version before 2.0.1, and shows a token.",
        needs: [.token],
        remedies: [
            .install(
                Package(
                    "a current ykcs11",
                    debian: "ykcs11",
                    fedora: "yubico-piv-tool",
                    arch: "yubico-piv-tool",
                    suse: "libykcs11-2"
                )
            ),
            Remedy("check the state of the PIN with the vendor's tool", commands: ["ykman piv info"]),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.surveys.compactMap { path, survey in
                let version = survey.info.libraryVersion
                // ykcs11 writes 2.0.1 as 2.1: the second number is ten times the minor one and the patch.
                guard ForeignText(survey.info.manufacturer).contains("Yubico"),
                    version.major < 2 || version.major == 2 && version.minor < 1
                else { return nil }
                let slots = survey.slots.filter { $0.token != nil }
                guard !slots.isEmpty else { return nil }
                return Sighting(
                    "the module \(path) does not report when a PIN is locked",
                    [
                        Evidence("manufacturer", "\(survey.info.manufacturer.description)"),
                        Evidence("library version", "\(version.major).\(version.minor)"),
                    ],
                    severity: .warning
                )
            }
        )
    }
}
