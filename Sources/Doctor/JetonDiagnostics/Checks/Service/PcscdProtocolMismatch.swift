internal import JetonPCSC

/// Library and service speak different versions of pcsc-lite's protocol.
enum PcscdProtocolMismatch: Check {
    static let page = CheckPage(
        id: "pcscd-protocol-mismatch",
        layer: .service,
        title: "the PC/SC library and pcscd speak different versions of their protocol",
        symptom: """
            `SCARD_E_SERVICE_STOPPED` (0x8010001E), "Smart card resource manager has shut down"; the journal has \
            "Communication protocol mismatch! Client 4:4 Server 4:5".
            """,
        cause: """
            A flatpak, snap, AppImage or container includes a different pcsc-lite version from the host's. \
            pcsc-lite 1.8.24 to 2.2.3 use protocol 4:4, and 2.3.0 and later use 4:5; 2.4.1 and later accept \
            both.
            """,
        detection: """
            SCardEstablishContext fails with 0x8010001E in a new context, but the service answers the doctor's \
            own version exchange: it runs, but refuses the library's version.
            """,
        needs: [.library],
        causes: ["pcscd-two-libpcsclite", "pcscd-socket-env-wrong"],
        remedies: [
            Remedy(
                "bring library and service to the same version: update the host's pcsc-lite, or the program's bundle",
                needs: .root
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.pcsc.failure?.code == .serviceStopped, case .answers(let major, let minor, _) = machine.service
        else { return .passed }
        return .found(
            "the library \(machine.pcsc.libraryPath ?? "") does not match the service, which speaks protocol \(major):\(minor)",
            [
                Evidence("SCardEstablishContext", "\(PCSCError.Code.serviceStopped.description)"),
                Evidence("protocol of the service", "\(major):\(minor)"),
                Evidence("library", "\(machine.pcsc.libraryPath ?? "")"),
            ],
            about: [.service]
        )
    }
}
