internal import JetonOctets

/// The package manager kept an old list of devices beside a new one.
enum DriverPlistStaleConffile: Check {
    static let page = CheckPage(
        id: "driver-plist-stale-conffile",
        layer: .driver,
        title: "the driver was upgraded, but its old list of devices was kept",
        symptom: "A new reader is not found although the driver is recent enough.",
        cause: """
            On Debian and Ubuntu the driver's Info.plist is a configuration file; an edited file is kept, and \
            the new one is stored next to it.
            """,
        detection:
            "`/etc/libccid_Info.plist.dpkg-dist`, `.dpkg-new`, `.ucf-dist`, or `Info.plist.rpmnew`, `.pacnew` exists.",
        remedies: [Remedy("compare the lists, and let the package manager install the new one", needs: .root)]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let bundle = "/usr/lib/pcsc/drivers/ifd-ccid.bundle/Contents/Info.plist"
        let candidates =
            ["dpkg-dist", "dpkg-new", "ucf-dist"].map { "/etc/libccid_Info.plist.\($0)" }
            + ["rpmnew", "pacnew"].map { "\(bundle).\($0)" }
        guard let newer = candidates.first(where: { machine.exists($0) }) else { return .passed }
        let list = machine.text(newer).flatMap { DriverBundle(propertyList: $0.unescaped, path: newer) }
        let missed = machine.smartCardDevices.filter {
            machine.bundle(for: $0) == nil && list?.entry(for: $0) != nil
        }
        let current = String(newer[..<(newer.lastIndex(of: ".") ?? newer.endIndex)])
        return .found(
            missed.isEmpty
                ? "the driver's new list of devices was not installed"
                : "the driver's new list of devices, which has '\(missed[0].title)', was not installed",
            [Evidence("new list", "\(newer) \(list?.version ?? "")"), Evidence("list in use", "\(current)")],
            severity: missed.isEmpty ? .warning : .failure,
            about: missed.map { .device($0.name) },
            remedies: [
                Remedy(
                    "compare the lists, and let the package manager install the new one",
                    commands: ["diff -u \(current) \(newer)"]
                        + (machine.distribution == .debian && newer.hasPrefix("/etc/")
                            ? ["apt-get install --reinstall -o Dpkg::Options::=--force-confnew libccid"] : [])
                        + [.restartService],
                    needs: .root
                )
            ]
        )
    }
}
