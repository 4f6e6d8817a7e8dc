/// Somebody takes connections and never answers.
enum PcscdHung: Check {
    static let page = CheckPage(
        id: "pcscd-hung",
        layer: .service,
        title: "pcscd takes connections and does not answer",
        symptom: "Every program that uses tokens freezes: browser, ssh, gpg, `pcsc_scan`.",
        cause: "A driver is stuck in USB, or pcscd is deadlocked or stopped.",
        detection: """
            A connection of our own is taken and the exchange of versions is not answered within two seconds; or \
            SCardEstablishContext or SCardListReaders in a child does not come back.
            """,
        needs: [.library],
        remedies: [
            Remedy(
                "kill the service, start it anew, and replug the reader",
                commands: ["systemctl kill --signal=KILL pcscd", "systemctl restart pcscd.socket"],
                needs: [.root, .replug]
            ),
            .install(.ccid),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let call = machine.pcsc.hangingCall.flatMap { $0 == "SCardConnect" || $0 == "dlopen" ? nil : $0 }
        guard machine.service == .silent || call != nil else { return .passed }
        var evidence = [
            Evidence("exchange of versions", machine.service == .silent ? "no answer within 2 s" : "answered")
        ]
        if let call { evidence.append(Evidence("\(call)", "does not come back")) }
        if let process = machine.serviceProcess {
            // State T is stopped, D is waiting for a device.
            let line = machine.text("/proc/\(process.id)/status")?.split(separator: "\n").first {
                $0.hasPrefix("State:")
            }
            evidence.append(Evidence("pcscd (\(process.id))", "\(String(line ?? "state unknown"))"))
        }
        return .found("pcscd takes connections and does not answer", evidence, about: [.service])
    }
}
