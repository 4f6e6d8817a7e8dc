internal import JetonOctets

/// systemd can't start the service as its unit says, or leaves lines of the unit out.
enum PcscdUnitWrong: Check {
    static let page = CheckPage(
        id: "pcscd-unit-wrong",
        layer: .service,
        title: "pcscd's systemd unit is wrong, so that systemd can't start pcscd or ignores some lines",
        symptom: """
            `systemctl start pcscd` fails with "Unit pcscd.service has a bad unit file setting"; a change has no effect.
            """,
        cause: """
            A drop-in from `systemctl edit` with a second `ExecStart=`, a path or user that does not exist, a \
            misspelled setting, or `export` in `/etc/default/pcscd`, which is not a shell script.
            """,
        detection: """
            If systemd is running, `pcscd.service`, `pcscd.socket`, their drop-ins and the files that \
            `EnvironmentFile=` names are read as systemd reads them. This is a failure if the service can't be \
            reached.
            """,
        needs: [.library],
        remedies: [
            Remedy(
                "correct the line, and let systemd read it again",
                commands: [.systemctl("daemon-reload"), .restartServiceSocket],
                needs: .root
            )
        ]
    )

    /// A line that keeps the service from being started or reached, or that has no effect.
    private struct Fault {
        let place: String
        /// The rest of a sentence that begins with the place.
        let words: String
        /// Whether the service can't be started or reached with it.
        var stops = true
    }

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.exists("/run/systemd/system") else { return .irrelevant }
        let units = ["pcscd.service", "pcscd.socket"].compactMap(machine.systemdUnit)
        guard !units.isEmpty else { return .irrelevant }
        var faults = units.flatMap(\.faults).map { fault in
            Fault(place: fault.place, words: "is ignored by systemd: \(fault.reason)", stops: false)
        }
        if let service = machine.systemdUnit("pcscd.service") {
            faults += starts(service, machine) + users(service, machine) + environment(service, machine)
        }
        if let socket = machine.systemdUnit("pcscd.socket") { faults += address(socket, machine) }
        let isGone = machine.service == .noSocket || machine.service == .refused
        return .foundOrPassed(
            faults.map { fault in
                let isCause = fault.stops && isGone
                return Sighting(
                    "\(fault.place) \(fault.words)",
                    [Evidence("\(fault.place)", "\(fault.words)")],
                    severity: isCause ? .failure : .warning,
                    about: isCause ? [.service] : []
                )
            }
        )
    }

    /// What is wrong with the command.
    private static func starts(_ unit: SystemdUnit, _ machine: Machine) -> [Fault] {
        let starts = unit.list("Service", "ExecStart")
        guard starts.count < 2 || unit.value("Service", "Type")?.value == "oneshot" else {
            let first = starts.first?.place ?? ""
            let words =
                "is a second ExecStart=, after \(first): an empty line `ExecStart=` before it would reset the first"
            return [Fault(place: starts.last?.place ?? first, words: words)]
        }
        return starts.compactMap { start in
            // Prefixes change the rights of the program, and what its exit code means.
            let command = start.value.drop { "@-:+!".contains($0) }
            let program = command.prefix { $0 != " " && $0 != "\t" }.filter { $0 != "\"" }
            guard program.hasPrefix("/"), !machine.exists(String(program)) else { return nil }
            return Fault(place: start.place, words: "starts \(program), which does not exist")
        }
    }

    /// The user and group that nothing defines.
    private static func users(_ unit: SystemdUnit, _ machine: Machine) -> [Fault] {
        [("User", "/etc/passwd"), ("Group", "/etc/group")].compactMap { name, file in
            guard let setting = unit.value("Service", name), !setting.value.allSatisfy(\.isNumber),
                !setting.value.contains("%"), unit.value("Service", "DynamicUser") == nil,
                let text = machine.text(file),
                !text.lines().contains(where: { $0.hasPrefix("\(setting.value):") })
            else { return nil }
            return Fault(place: setting.place, words: "names '\(setting.value)', which is not in \(file)")
        }
    }

    /// The files with variables for the service.
    private static func environment(_ unit: SystemdUnit, _ machine: Machine) -> [Fault] {
        let commands = unit.list("Service", "ExecStart").map(\.value).joined(separator: " ")
        let used = commands.split { "\" \t".contains($0) }.filter { $0.hasPrefix("$") }
            .map { String($0.filter { !"${}".contains($0) }) }
        return unit.list("Service", "EnvironmentFile").flatMap { setting -> [Fault] in
            let isOptional = setting.value.hasPrefix("-")
            let path = String(setting.value.drop { $0 == "-" })
            guard let text = machine.text(path) else {
                guard !isOptional, !machine.exists(path) else { return [] }
                return [Fault(place: setting.place, words: "names \(path), which does not exist")]
            }
            return faults(in: text, path, used)
        }
    }

    /// The lines of such a file that set no variable which the command has.
    private static func faults(in text: ForeignText, _ path: String, _ used: [String]) -> [Fault] {
        text.lines(keepsEmpty: true).enumerated().compactMap { index, line in
            let words = line.drop { $0 == " " || $0 == "\t" }
            guard !words.isEmpty, !words.hasPrefix("#"), !words.hasPrefix(";") else { return nil }
            let name = String(words.prefix { $0 != "=" })
            func fault(_ reason: String) -> Fault {
                Fault(place: "\(path):\(index + 1)", words: "is ignored by systemd: \(reason)", stops: false)
            }
            if name.hasPrefix("export ") { return fault("'export' is shell syntax; write the name alone") }
            guard name.utf8.count < words.utf8.count else { return fault("the line has no '='") }
            guard let near = Spelling.nearest(to: name, in: used) else { return nil }
            return fault("the unit's command has no '\(name)'; the closest is '\(near)'")
        }
    }

    /// Where the socket is, if programs ask elsewhere.
    private static func address(_ unit: SystemdUnit, _ machine: Machine) -> [Fault] {
        let places = unit.list("Socket", "ListenStream")
        let names = places.map { $0.value.hasPrefix("/var/run/") ? String($0.value.dropFirst(4)) : $0.value }
        guard let last = places.last, !names.contains(machine.socketPath) else { return [] }
        return [
            Fault(place: last.place, words: "listens at \(last.value), but programs connect to \(machine.socketPath)")
        ]
    }
}
