/// The service accepts connections and never answers.
enum PcscdHung: Check {
    static let page = CheckPage(
        id: "pcscd-hung",
        layer: .service,
        title: "pcscd accepts connections but does not answer",
        symptom: "Every program that uses tokens freezes: browser, ssh, gpg, `pcsc_scan`.",
        cause: "A driver is stuck in USB, or pcscd is deadlocked or stopped.",
        detection: """
            Our own connection is accepted, but the version exchange is not answered within two seconds; or \
            SCardEstablishContext or SCardListReaders in a child does not return.
            """,
        needs: [.library],
        remedies: [
            Remedy(
                "kill and restart the service, then replug the reader",
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
            Evidence("version exchange", machine.service == .silent ? "no answer within 2 s" : "answered")
        ]
        if let call { evidence.append(Evidence("\(call)", "does not return")) }
        if let process = machine.serviceProcess {
            // State T is stopped, D is waiting for a device.
            let line = machine.text("/proc/\(process.id)/status")?.split(separator: "\n").first {
                $0.hasPrefix("State:")
            }
            evidence.append(Evidence("pcscd (\(process.id))", "\(String(line ?? "state unknown"))"))
        }
        return .found("pcscd accepts connections but does not answer", evidence, about: [.service])
    }
}
