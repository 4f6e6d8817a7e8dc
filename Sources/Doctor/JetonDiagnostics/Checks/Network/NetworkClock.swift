/// A server's clock says something else than this computer's.
enum NetworkClock: Check {
    // Not in the laboratory: a machine's clock can't be set for one test

    static let page = CheckPage(
        id: "network-clock",
        layer: .network,
        title: "this computer's clock differs from the servers'",
        symptom: "Certificates are \"not yet valid\" or expired; timestamps, OCSP, NTLM and Kerberos fail.",
        cause: "The clock is not set from the network.",
        detection: """
            The Date field of each response differs by more than five minutes from this computer's clock. Two \
            servers that agree prove the fault; with only one, it is likely.
            """,
        remedies: [
            Remedy("set the clock from the network", commands: ["timedatectl set-ntp true"], needs: .root)
        ]
    )

    private static let tolerance: Int64 = 300

    static func run(on machine: Machine) -> CheckOutcome {
        guard let network = machine.network else { return .irrelevant }
        let now = machine.probe.now
        let dated = network.servers.compactMap { server in server.date.map { (server, $0 - now) } }
        guard !dated.isEmpty else { return .irrelevant }
        let off = dated.filter { abs($0.1) > tolerance }
        guard let (_, difference) = off.first else { return .passed }
        let hosts = Set(off.map { $0.0.host })
        let agree = off.allSatisfy { abs($0.1 - difference) <= tolerance }
        // One server may be the one that is wrong.
        guard agree, off.count == dated.count else { return .passed }
        let way = difference > 0 ? "behind" : "ahead"
        return .found(
            "this computer's clock is \(abs(difference)) seconds \(way)",
            off.map { Evidence("Date of \($0.0.host), difference in seconds", "\($0.1)") },
            confidence: hosts.count > 1 ? .proven : .likely
        )
    }
}
