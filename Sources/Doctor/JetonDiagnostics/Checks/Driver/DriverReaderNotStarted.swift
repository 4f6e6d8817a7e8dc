internal import JetonOctets
internal import JetonPCSC

/// reader.conf names a reader that the service does not have.
enum DriverReaderNotStarted: Check {
    static let page = CheckPage(
        id: "driver-reader-not-started",
        layer: .driver,
        title: "reader.conf names a reader that the service does not have",
        symptom: "A reader that does not announce itself, serial or virtual, is missing from `pcsc_scan`.",
        cause: """
            Its driver did not start: the port or device of `CHANNELID` or `DEVICENAME` is in use or missing, or \
            the library is damaged. pcscd continues without the reader.
            """,
        detection: """
            The service works, and no reader's name begins with the `FRIENDLYNAME` of the entry. pcscd still \
            lists a reader whose driver it could not load: its state says neither that it is empty nor that a \
            card is present.
            """,
        needs: [.service],
        remedies: [
            Remedy("show the service's errors", commands: ["journalctl -u pcscd -b | grep -i error"]),
            Remedy("free the port, then restart the service", commands: [.restartService], needs: .root),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        // What a service out of sight was started with is not known.
        guard machine.serviceProcess != nil else { return .irrelevant }
        let readers = machine.pcsc.readers.filter { !$0.flags.isDisjoint(with: [.empty, .present]) }
        let names = readers.map(\.name.description)
        let missing = machine.readerConfigurations.filter { entry in
            !entry.name.isEmpty && !names.contains { $0.hasPrefix(entry.name) }
        }
        return .foundOrPassed(
            missing.map { entry in
                let ports = entry.channel.flatMap { machine.listener(atChannel: $0) } ?? []
                let isAlone = names.isEmpty && !machine.hasUsableToken
                return Sighting(
                    "\(entry.file) names the reader '\(entry.name)', and pcscd does not have it",
                    [
                        Evidence("\(entry.file)", "FRIENDLYNAME \"\(entry.name)\""),
                        Evidence("readers", "\(names.isEmpty ? "none" : names.joined(separator: ", "))"),
                    ] + (entry.library.map { [Evidence("LIBPATH", "\($0)")] } ?? []) + ports,
                    severity: isAlone ? .failure : .warning,
                    confidence: .likely,
                    about: isAlone ? [.readers] : []
                )
            }
        )
    }
}

extension Machine {
    /// Who listens at the TCP port that a `CHANNELID` of a virtual reader is; nil if it is none, or no program does.
    func listener(atChannel channel: String) -> [Evidence]? {
        let digits = channel.lowercased()
        let port = digits.hasPrefix("0x") ? UInt16(digits.dropFirst(2), radix: 16) : UInt16(digits)
        guard let port, port > 1023, case .ended(0, let output) = probe.run(["ss", "-Hltnp", "sport = :\(port)"]),
            !output.isEmpty
        else { return nil }
        return [Evidence("port \(port)", "\(output.lines().first.map(String.init) ?? "")")]
    }
}
