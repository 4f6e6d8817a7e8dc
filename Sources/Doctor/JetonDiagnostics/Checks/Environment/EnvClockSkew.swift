/// The computer's clock is wrong.
enum EnvClockSkew: Check {
    static let page = CheckPage(
        id: "env-clock-skew",
        layer: .environment,
        title: "the computer's clock is wrong",
        symptom: "Certificates are \"not yet valid\" or expired; timestamps, OCSP and Kerberos fail.",
        cause: "A dead clock battery, and no network time.",
        detection: """
            The clock is before the year in which this check was written, or differs by more than a day from the \
            hardware clock, or is more than a year ahead of the newest of the files that a running system writes \
            all the time (package database, logs, runtime directory). In the last case, the finding is only \
            likely.
            """,
        remedies: [remedy(nil)]
    )

    private static func remedy(_ witnesses: Witnesses?) -> Remedy {
        Remedy(
            "set the clock from the network",
            commands: ["timedatectl set-ntp true"],
            needs: .root,
            fix: .run(["timedatectl", "set-ntp", "true"]),
            witnesses: witnesses
        )
    }

    /// The beginning of 2026.
    private static let epoch: Int64 = 1_767_225_600

    private static let day: Int64 = 86_400

    static func run(on machine: Machine) -> CheckOutcome {
        let now = machine.probe.now
        let clock = Evidence("seconds since 1970", "\(now)")
        if now < epoch {
            return .found("the computer's clock is wrong: it shows a time before this program was built", [clock])
        }
        if let hardware = machine.word("/sys/class/rtc/rtc0/since_epoch").flatMap({ Int64($0) }), hardware > epoch,
            abs(hardware - now) > day
        {
            let other = Evidence("/sys/class/rtc/rtc0/since_epoch", "\(hardware)")
            return .found(
                "the computer's clock is wrong: the hardware clock shows a different time",
                [clock, other],
                confidence: .likely,
                remedies: [remedy(Witnesses(clock, other))]
            )
        }
        let written = ["/run", "/var/lib/dpkg/status", "/var/lib/rpm", "/var/log", "/var/lib/systemd", "/tmp"]
        let newest = written.compactMap { path in
            (try? machine.probe.status(of: path)).map { (path, $0.modified) }
        }.max { $0.1 < $1.1 }
        guard let (path, time) = newest, time > epoch, now - time > 366 * day else { return .passed }
        return .found(
            "the computer's clock is probably wrong: by this clock, no file was written in the last year",
            [clock, Evidence("newest: \(path)", "\(time)")],
            confidence: .likely
        )
    }
}
