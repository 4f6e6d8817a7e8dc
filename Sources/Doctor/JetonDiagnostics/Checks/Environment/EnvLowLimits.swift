internal import JetonOctets

/// This process may open too few files.
enum EnvLowLimits: Check {
    static let page = CheckPage(
        id: "env-low-limits",
        layer: .environment,
        title: "programs started here may open too few files or use too little memory",
        symptom: "\"Too many open files\", \"cannot allocate memory\", also \"cannot open shared object file\".",
        cause: "`ulimit` in a profile, limits.conf, or `LimitNOFILE=` and `LimitAS=` in a unit.",
        detection: "`/proc/self/limits`: less than 64 open files, or less than 256 MiB of address space.",
        remedies: [
            Remedy("raise the limit for this shell", commands: ["ulimit -n 1024"]),
            Remedy("raise the limit in /etc/security/limits.conf, or in the service's unit", needs: .root),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let lines = machine.text("/proc/self/limits")?.lines() ?? []
        func limit(_ name: String) -> UInt64? {
            lines.first { $0.hasPrefix(name) }.flatMap { line in
                line.dropFirst(name.count).split(separator: " ").first.flatMap { UInt64($0) }
            }
        }
        var sightings: [Sighting] = []
        if let files = limit("Max open files"), files < 64 {
            sightings.append(
                Sighting("programs started here may have \(files) open files", [Evidence("Max open files", "\(files)")])
            )
        }
        if let size = limit("Max address space"), size < 268_435_456 {
            sightings.append(
                Sighting(
                    "programs started here may use \(size) bytes of address space",
                    [Evidence("Max address space", "\(size)")]
                )
            )
        }
        return .foundOrPassed(sightings)
    }
}
