internal import Cryptoki
internal import JetonOctets
internal import TokenKit

/// The vendor's module is too new to pair a token.
enum ChannelLibraryTooNew: Check {
    // Not in the laboratory: the vendor's library is not free software

    static let page = CheckPage(
        id: "channel-library-too-new",
        layer: .token,
        title: "the vendor's module is too new to pair a token",
        symptom: "`jeton pair` is refused with `CKR_FUNCTION_NOT_SUPPORTED` (0x54), whatever the password.",
        cause: "Since version 2.6.0.0, librtpkcs11ecp no longer activates Bluetooth tokens.",
        detection: "A token is not paired, and its module is librtpkcs11ecp 2.6 or later.",
        needs: [.token],
        remedies: [
            Remedy(
                "install a version of librtpkcs11ecp before 2.6.0.0 alongside it, and select that one with `--module`",
                needs: .root
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let limit = Version(major: 2, minor: 6)
        return .foundOrPassed(
            machine.tokens.filter(\.slot.isUnpaired).compactMap { token in
                guard let info = machine.surveys.first(where: { $0.path == token.module })?.survey.info,
                    token.module.lowercased().contains("rtpkcs11ecp"), info.libraryVersion >= limit
                else { return nil }
                return Sighting(
                    "\(token.module) is too new to pair \(token.title)",
                    [
                        Evidence("library version", "\(info.libraryVersion)"),
                        Evidence("C_OpenSession", "CKR_FUNCTION_NOT_SUPPORTED (0x54)"), token.place,
                    ],
                    about: [token.subject]
                )
            }
        )
    }
}
