internal import Cryptoki
internal import JetonOctets
internal import TokenKit

/// The configuration of SunPKCS11, by its own grammar.
///
/// - SeeAlso: Oracle, "PKCS#11 Reference Guide"; sun.security.pkcs11.Config.
enum JavaConfiguration {
    private static let settings: Set<String> = [
        "name", "description", "library", "slot", "slotListIndex", "enabledMechanisms", "disabledMechanisms",
        "attributes", "showInfo", "handleStartupErrors", "insertionCheckInterval", "keyStoreCompatibilityMode",
        "explicitCancel", "omitInitialize", "allowSingleThreadedModules", "functionList", "nssUseSecmod",
        "nssUseSecmodTrust", "nssLibraryDirectory", "nssSecmodDirectory", "nssModule", "nssDbMode",
        "nssNetscapeDbWorkaround", "nssArgs", "nssOptimizeSpace", "destroyTokenAfterLogout", "cleaner.shortInterval",
        "cleaner.longInterval", "useEcX963Encoding",
    ]

    /// Whether a file is one: it has both settings that SunPKCS11 can't do without, or what nearly is one.
    static func isOne(_ settings: [Machine.WordSetting]) -> Bool {
        let names = settings.map(\.name)
        func has(_ name: String) -> Bool {
            names.contains(name) || names.contains { Spelling.nearest(to: $0, in: [name]) != nil }
        }
        return has("name") && has("library") && names.count < 100
    }

    /// A line that SunPKCS11 does not accept, or that leads nowhere.
    struct Fault {
        let place: String
        let text: ReportText
        let remedy: Remedy
    }

    /// The lines of a file that SunPKCS11 does not accept, or that lead nowhere.
    static func faults(in path: String, on machine: Machine) -> [Fault] {
        let lines = machine.settings(in: path)
        guard isOne(lines) else { return [] }
        let library = lines.first { $0.name == "library" }
        let survey = library?.value.isEmpty == false ? machine.survey(ofLibrary: library?.value ?? "") : nil
        var faults: [Fault] = []
        func add(_ line: Machine.WordSetting, _ text: ReportText, _ remedy: ReportText, _ right: String? = nil) {
            let number = line.place.split(separator: ":").last ?? ""
            let command: ShellCommand? = right.flatMap { right in
                guard machine.isOwn(path), !right.contains("|") else { return nil }
                return "sed -i \("\(number)s|.*|\(right)|") \(path)"
            }
            let commands = command.map { [$0] } ?? []
            faults.append(
                Fault(place: line.place, text: text, remedy: Remedy("\(line.place): \(remedy)", commands: commands))
            )
        }
        var depth = 0
        for line in lines {
            let isWithin = depth > 0
            depth += line.value.count { $0 == "{" } - (line.value + line.name).count { $0 == "}" }
            guard !isWithin, !line.name.hasPrefix("}") else { continue }
            let known = settings.map { $0.lowercased() }
            let bare = String(line.name.prefix { $0 != "(" })
            if !known.contains(bare) {
                let near = Spelling.nearest(to: bare, in: Array(known))
                add(
                    line,
                    "'\(line.name)' is not a SunPKCS11 setting",
                    near.map { "write \($0)" } ?? "remove the line"
                )
            }
            switch line.name {
            case "library": addLibrary(line, machine, add)
            case "slot":
                let slots = survey?.slots.map(\.id.rawValue) ?? []
                guard let number = UInt(line.value), !slots.isEmpty, !slots.contains(number) else { continue }
                let all = slots.map(String.init).joined(separator: ", ")
                add(
                    line,
                    "names slot \(number), which does not exist: the module has \(all)",
                    "write slotListIndex = 0"
                )
            case "slotlistindex":
                guard let index = Int(line.value), let count = survey?.slots.count, count > 0, index >= count else {
                    continue
                }
                add(
                    line,
                    "slotListIndex is \(index), and the module has \(count) slots",
                    "write slotListIndex = 0",
                    "slotListIndex=0"
                )
            default: break
            }
        }
        return faults
    }

    private static func addLibrary(
        _ line: Machine.WordSetting,
        _ machine: Machine,
        _ add: (Machine.WordSetting, ReportText, ReportText, String?) -> Void
    ) {
        // The tokenizer ends a path at a blank that no quotes enclose.
        let isQuoted = machine.text(String(line.place.prefix { $0 != ":" }))?.contains("\"") == true
        if line.words.count > 1, !isQuoted {
            add(
                line,
                "has a path with a space, at which SunPKCS11 ends the path",
                "enclose the path in quotes",
                "library=\"\(line.value)\""
            )
        } else if !line.value.hasPrefix("/"), !line.value.contains("${") {
            let known = machine.modules.map(\.path).first { Machine.name(of: $0) == Machine.name(of: line.value) }
            add(
                line,
                "names a library without its full path, and SunPKCS11 does not search for it",
                "write \(known ?? "the full path")",
                known.map { "library=\($0)" }
            )
        }
    }
}

extension Machine {
    /// What a library shows that a configuration names; nil if it does not start.
    func survey(ofLibrary path: String) -> ModuleSurvey? {
        let known = modules.first { $0.path == path || isSameFile($0.path, path) }
        let entry = known ?? probe.modules(forPrograms: [path], areAll: true).entries.first
        if case .success(let survey)? = entry?.outcome { return survey }
        return nil
    }

    /// The lines of Java's configurations, which a use read or its arguments name, that SunPKCS11 does not accept.
    func javaFaults(in use: UseTrace) -> [Suspect] {
        guard askedApplications.contains(.java) else { return [] }
        let opened = use.openedFiles.filter {
            !$0.hasPrefix("/usr/") && !$0.hasPrefix("/proc") && !$0.hasPrefix("/etc/java")
        }
        var seen: Set<String> = []
        return opened.filter { seen.insert($0).inserted }.flatMap { path in
            JavaConfiguration.faults(in: path, on: self).map { fault in
                Suspect(
                    path: fault.place,
                    fault: fault.text,
                    evidence: [Evidence("\(fault.place)", fault.text)],
                    weight: .missing,
                    remedies: [fault.remedy]
                )
            }
        }
    }
}
