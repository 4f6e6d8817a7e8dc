/// A variable directs clients to a socket that is not the service's.
enum PcscdSocketEnvWrong: Check {
    static let page = CheckPage(
        id: "pcscd-socket-env-wrong",
        layer: .service,
        title: "PCSCLITE_CSOCK_NAME names the wrong socket",
        symptom: "One shell or program finds no service, while others work.",
        cause: "The variable was set for a forwarded socket or a container, and was not removed.",
        detection: """
            `PCSCLITE_CSOCK_NAME` is set, a connection there fails, and a connection to `/run/pcscd/pcscd.comm` \
            succeeds.
            """,
        needs: [.library],
        remedies: [Remedy("remove the variable", commands: ["unset PCSCLITE_CSOCK_NAME"])]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard let path = machine.probe.variables["PCSCLITE_CSOCK_NAME"], !path.isEmpty else { return .irrelevant }
        guard path != Machine.standardSocketPath, !isOpen(path, machine), isOpen(Machine.standardSocketPath, machine)
        else { return .passed }
        return .found(
            """
            PCSCLITE_CSOCK_NAME is \(path), where no service answers; the service answers at \
            \(Machine.standardSocketPath)
            """,
            [
                Evidence("PCSCLITE_CSOCK_NAME", "\(path)"),
                Evidence("result there", "\("\(machine.service)")"),
                Evidence("\(Machine.standardSocketPath)", "accepts connections"),
            ],
            about: [.service]
        )
    }

    private static func isOpen(_ path: String, _ machine: Machine) -> Bool {
        if case .notConnected = machine.probe.ask(socket: path, [], answerLength: 0) { false } else { true }
    }
}
