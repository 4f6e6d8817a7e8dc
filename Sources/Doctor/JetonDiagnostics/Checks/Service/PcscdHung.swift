internal import JetonOctets

/// The service accepts connections and never answers.
enum PcscdHung: Check {
    static let page = CheckPage(
        id: "pcscd-hung",
        layer: .service,
        title: "pcscd accepts connections but does not answer",
        symptom: "Every program that uses tokens freezes: browser, ssh, gpg, `pcsc_scan`.",
        cause: "A driver is stuck in USB, or pcscd is deadlocked or stopped.",
        detection: """
            For two seconds, pcscd does not accept the doctor's own connection, or does not answer the version \
            exchange. Or SCardEstablishContext or SCardListReaders does not return in a child process. A \
            connection that is refused because too many others are waiting is retried until then.
            """,
        needs: [.library],
        remedies: [
            Remedy(
                "kill and restart the service, then replug the reader",
                commands: [.systemctl("kill --signal=KILL pcscd"), .restartServiceSocket],
                needs: [.root, .replug]
            ),
            .install(.ccid),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let call = machine.pcsc.hangingCall.flatMap { $0 == "SCardConnect" || $0 == "dlopen" ? nil : $0 }
        var evidence: [Evidence] = []
        if case .silent(let milliseconds, let isConnected) = machine.service {
            let what: ReportText = isConnected ? "version exchange" : "connect to \(machine.socketPath)"
            evidence.append(
                Evidence(what, isConnected ? "no answer in \(milliseconds) ms" : "not accepted in \(milliseconds) ms")
            )
        }
        guard !evidence.isEmpty || call != nil else { return .passed }
        if let call { evidence.append(Evidence("\(call)", "does not return")) }
        if let process = machine.serviceProcess {
            // State T is stopped, D is waiting for a device.
            let line = machine.text("/proc/\(process.id)/status")?.lines().first {
                $0.hasPrefix("State:")
            }
            evidence.append(Evidence("pcscd (\(process.id))", "\(String(line ?? "state unknown"))"))
        }
        return .found("pcscd accepts connections but does not answer", evidence, about: [.service])
    }
}
