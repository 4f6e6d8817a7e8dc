internal import JetonOctets

// Not in the laboratory: a request that waits is not a fault of the machine.

/// A request for a certificate is not at its end.
enum ObjCertWaiting: Check {
    static let page = CheckPage(
        id: "obj-cert-waiting",
        layer: .objects,
        title: "a certificate is awaited, or has come and is not on a token yet",
        symptom: "A program finds no certificate for the key, although one was requested.",
        cause: "The authority has not decided, or the timer has kept the certificate for the next login.",
        detection: """
            The first line of each request below Jeton's data, in `enroll`. A warning if a certificate has come; otherwise a \
            note. No authority is asked.
            """,
        remedies: [come]
    )

    /// What to do about a certificate that is here.
    private static let come = Remedy("put it onto its token", commands: ["jeton enroll collect"])

    static func run(on machine: Machine) -> CheckOutcome {
        guard let directory = machine.dataDirectory.map({ "\($0)/enroll" }) else { return .irrelevant }
        let files = machine.names(in: directory).filter { $0.hasSuffix(".request") }.sorted()
        guard !files.isEmpty else { return .irrelevant }
        var here: [Evidence] = []
        var awaited: [Evidence] = []
        for file in files.prefix(256) {
            guard let octets = try? machine.probe.contents(of: "\(directory)/\(file)", limit: 16 << 20) else {
                continue
            }
            // The first line is canonical JSON: a text in it can't have a quotation mark without a backslash.
            let line = ForeignText(decoding: octets.prefix { $0 != UInt8(ascii: "\n") })
            if line.contains(#""state":"issued""#) {
                here.append(Evidence("request", "\(private: "\(directory)/\(file)", .other)"))
            } else if !line.contains(#""state":"rejected""#) {
                awaited.append(Evidence("request", "\(private: "\(directory)/\(file)", .other)"))
            }
        }
        if !here.isEmpty {
            return .found(
                "\(here.count) certificate(s) have come and are not on a token yet",
                Array(here.prefix(16)),
                severity: .warning
            )
        }
        guard !awaited.isEmpty else { return .passed }
        return .found(
            "\(awaited.count) certificate(s) are awaited",
            Array(awaited.prefix(16)),
            severity: .info,
            remedies: [Remedy("see what their authorities say", commands: ["jeton enroll list"])]
        )
    }
}
