internal import JetonOctets

/// A unit of systemd as it counts: its file, and the drop-ins that change it.
///
/// - SeeAlso: systemd.syntax(7), systemd.unit(5).
struct SystemdUnit {
    /// A line that counts.
    struct Setting {
        /// The name of the section, without brackets.
        let section: String
        let name: String
        let value: String
        /// The file and line.
        let place: String
    }

    /// A line that systemd does not read.
    struct Fault {
        /// The file and line.
        let place: String
        /// Why, as the rest of a sentence.
        let reason: String
    }

    /// The directories with units of the system, the one that comes first wins.
    static let directories = [
        "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system",
        "/lib/systemd/system",
    ]

    /// The lines in the order in which systemd reads them.
    private(set) var settings: [Setting] = []
    /// The lines that it leaves out.
    private(set) var faults: [Fault] = []

    /// Adds the lines of a file.
    mutating func read(_ text: ForeignText, of path: String) {
        var section = ""
        var unfinished = ""
        for (index, line) in text.lines(keepsEmpty: true).enumerated() {
            let trimmed = SystemdUnit.trimmed(line)
            // A comment between the parts of a long line does not end it.
            if trimmed.hasPrefix("#") || trimmed.hasPrefix(";") { continue }
            if trimmed.hasSuffix("\\") {
                unfinished += trimmed.dropLast() + " "
                continue
            }
            let whole = unfinished + trimmed
            unfinished = ""
            let place = "\(path):\(index + 1)"
            if whole.isEmpty { continue }
            if whole.hasPrefix("["), whole.hasSuffix("]") {
                section = String(whole.dropFirst().dropLast())
                if !section.hasPrefix("X-"), SystemdUnit.names[section] == nil {
                    faults.append(
                        Fault(place: place, reason: "'\(section)' is not a valid section in this kind of unit")
                    )
                }
                continue
            }
            guard let mark = whole.firstIndex(of: "=") else {
                faults.append(Fault(place: place, reason: "the line has no '='"))
                continue
            }
            let name = SystemdUnit.trimmed(whole[..<mark])
            let value = SystemdUnit.trimmed(whole[whole.index(after: mark)...])
            if let reason = SystemdUnit.reason(against: name, in: section) {
                faults.append(Fault(place: place, reason: reason))
            } else {
                settings.append(Setting(section: section, name: name, value: value, place: place))
            }
        }
    }

    /// The lines of a setting that is a list: an empty one takes back those before it.
    func list(_ section: String, _ name: String) -> [Setting] {
        var list: [Setting] = []
        for setting in settings where setting.section == section && setting.name == name {
            if setting.value.isEmpty { list = [] } else { list.append(setting) }
        }
        return list
    }

    /// The last line of a setting that has one value; nil if there is none, or it is empty.
    func value(_ section: String, _ name: String) -> Setting? {
        settings.last { $0.section == section && $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0 }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let isBlank = { (character: Character) in character.isWhitespace }
        return String(String(text.drop(while: isBlank)).reversed().drop(while: isBlank).reversed())
    }

    /// Why systemd leaves a name out, as far as that can be told: it has hundreds, and not all are known here.
    private static func reason(against name: String, in section: String) -> String? {
        if section.isEmpty { return "the line is before the first section" }
        guard let known = names[section], !known.contains(name) else { return nil }
        if let other = names.keys.sorted().first(where: { names[$0]?.contains(name) == true }) {
            return "'\(name)' belongs in the section [\(other)]"
        }
        return Spelling.nearest(to: name, in: known).map { "'\(name)' is not a setting; the closest is '\($0)'" }
    }

    private static let execution = [
        "User", "Group", "DynamicUser", "SupplementaryGroups", "Environment", "EnvironmentFile", "PassEnvironment",
        "UnsetEnvironment", "WorkingDirectory", "RootDirectory", "UMask", "Nice", "KillMode", "KillSignal",
        "PrivateTmp", "PrivateDevices", "PrivateNetwork", "PrivateUsers", "PrivateIPC", "ProtectSystem", "ProtectHome",
        "ProtectClock", "ProtectProc", "ProtectHostname", "ProtectKernelTunables", "ProtectKernelModules",
        "ProtectKernelLogs", "ProtectControlGroups", "ReadWritePaths", "ReadOnlyPaths", "InaccessiblePaths",
        "NoNewPrivileges", "CapabilityBoundingSet", "AmbientCapabilities", "SystemCallFilter", "RestrictRealtime",
        "RestrictSUIDSGID", "RestrictNamespaces", "RestrictAddressFamilies", "LockPersonality",
        "MemoryDenyWriteExecute", "DeviceAllow", "DevicePolicy", "IPAddressAllow", "IPAddressDeny", "LimitNOFILE",
        "LimitNPROC", "LimitMEMLOCK", "LimitCORE", "StandardInput", "StandardOutput", "StandardError",
        "RuntimeDirectory", "StateDirectory", "CacheDirectory", "LogsDirectory", "TemporaryFileSystem", "BindPaths",
    ]
    private static let names: [String: [String]] = [
        "Unit": [
            "Description", "Documentation", "Requires", "Requisite", "Wants", "BindsTo", "PartOf", "Upholds",
            "Conflicts", "Before", "After", "OnFailure", "OnSuccess", "ConditionPathExists", "AssertPathExists",
            "StartLimitBurst", "StartLimitIntervalSec", "DefaultDependencies", "RefuseManualStart",
            "RefuseManualStop", "StopWhenUnneeded", "JoinsNamespaceOf", "RequiresMountsFor",
        ],
        "Service": execution + [
            "Type", "ExecStart", "ExecStartPre", "ExecStartPost", "ExecReload", "ExecStop", "ExecStopPost",
            "ExecCondition", "Restart", "RestartSec", "TimeoutStartSec", "TimeoutStopSec", "TimeoutSec", "PIDFile",
            "BusName", "RemainAfterExit", "NotifyAccess", "Sockets", "GuessMainPID", "SuccessExitStatus",
        ],
        "Socket": execution + [
            "ListenStream", "ListenDatagram", "ListenSequentialPacket", "ListenFIFO", "SocketMode", "SocketUser",
            "SocketGroup", "DirectoryMode", "Accept", "MaxConnections", "Backlog", "RemoveOnStop", "Symlinks",
            "FileDescriptorName", "Service", "PassCredentials", "ExecStartPre", "ExecStartPost", "ExecStopPre",
            "ExecStopPost", "TimeoutSec", "TriggerLimitBurst", "TriggerLimitIntervalSec",
        ],
        "Install": ["WantedBy", "RequiredBy", "UpheldBy", "Also", "Alias", "DefaultInstance"],
    ]
}

extension Machine {
    private static let systemdUnit = Fact<SystemdUnit?>()

    /// A unit of the system with its drop-ins; nil if it has no file, or is masked.
    func systemdUnit(_ name: String) -> SystemdUnit? {
        remember(Self.systemdUnit, of: name) {
            let paths = SystemdUnit.directories.map { "\($0)/\(name)" }
            guard let path = paths.first(where: { (try? probe.target(ofLink: $0)) != nil || exists($0) }),
                (try? probe.target(ofLink: path)) != "/dev/null", let text = text(path)
            else { return nil }
            var unit = SystemdUnit()
            unit.read(text, of: path)
            // Of drop-ins with one name the directory that comes first wins; they are read by their names.
            var dropIns: [String: String] = [:]
            for directory in paths.map({ "\($0).d" }) {
                for file in names(in: directory) where file.hasSuffix(".conf") && dropIns[file] == nil {
                    dropIns[file] = "\(directory)/\(file)"
                }
            }
            for (_, path) in dropIns.sorted(by: { $0.key < $1.key }) {
                if let text = self.text(path) { unit.read(text, of: path) }
            }
            return unit
        }
    }
}
