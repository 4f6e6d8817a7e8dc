internal import Cryptoki
internal import JetonOctets
internal import TokenKit

/// The dynamic linker refuses a module or a library that it needs.
enum ModLoaderRefuses: Check {
    static let page = CheckPage(
        id: "mod-loader-refuses",
        layer: .module,
        title: "the dynamic linker refuses to load a module, or a library that it needs",
        symptom: """
            "undefined symbol", "version `GLIBC_2.38' not found", "failed to map segment from shared object", "file too \
            short", "cannot enable executable stack".
            """,
        cause: """
            Libraries of different versions, a truncated file, a file system mounted noexec, an SELinux or \
            AppArmor policy, or a limit.
            """,
        detection: """
            dlopen fails in a child process although every library is found. The error message is combined with \
            the mount options of the file that it names, and with the libraries that should define a missing \
            symbol.
            """,
        causes: ["env-low-limits", "env-selinux", "env-apparmor", "env-library-path"],
        remedies: [Remedy("get the vendor's current version of the module")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.failedModules.compactMap { path, failure in
                guard case .notLoaded(let error) = failure, machine.file(ofModule: path) == .sound,
                    let explanation = LoaderMessage(ForeignText(error.detail), module: path)?.explained(on: machine)
                else { return nil }
                return Sighting(
                    "the module \(path) can't be loaded: \(explanation.words)",
                    [Evidence("dlopen", "\(error.detail)")] + explanation.evidence,
                    severity: machine.severityOfBrokenModule,
                    about: [.module(path)],
                    remedies: explanation.remedies
                )
            }
        )
    }
}

/// What the dynamic linker of glibc says: `FILE: reason`.
struct LoaderMessage {
    /// The file that it is about.
    let file: String
    /// What is wrong with it.
    let complaint: ForeignText

    /// Splits a message; nil if it names no file.
    init?(_ said: ForeignText, module: String) {
        guard let range = said.firstRange(of: ": ") else { return nil }
        let name = said[..<range.lowerBound]
        file = name.hasPrefix("/") ? String(name) : module
        complaint = name.hasPrefix("/") ? ForeignText(said[range.upperBound...]) : said
    }

    /// What a message means.
    struct Explanation {
        let words: ReportText
        var evidence: [Evidence] = []
        let remedies: [Remedy]
    }

    /// What the message means on a machine; nil if it is not one of those known here.
    func explained(on machine: Machine) -> Explanation? {
        if let symbol = word(after: "undefined symbol: ") {
            let users = machine.libraries(neededBy: file)
            return Explanation(
                words: "\(file) uses '\(symbol)', which none of the libraries that it names defines",
                evidence: users.map { Evidence("needs \($0.name)", "\($0.path ?? "not found")") },
                remedies: [
                    machine.packageRemedy(of: file)
                        ?? Remedy("use a version of the module that matches this system's libraries")
                ]
            )
        }
        if let range = complaint.firstRange(of: "version `"), complaint.contains("not found") {
            let version = complaint[range.upperBound...].prefix { $0 != "'" }
            return Explanation(
                words: "\(file) is older than the module needs: it lacks \(String(version))",
                remedies: [machine.packageRemedy(of: file) ?? Remedy("use a version of the module for this system")]
            )
        }
        if complaint.contains("failed to map segment") || complaint.contains("cannot change memory protections") {
            let place = machine.mountPoint(of: file)
            let isForbidden = machine.probe.fileSystem(of: file)?.forbidsPrograms == true
            return Explanation(
                words: isForbidden
                    ? "\(file) is on a file system that is mounted noexec"
                    : "the kernel or a security policy forbids loading code from \(file)",
                evidence: [Evidence("mounted at", "\(place)")],
                remedies: isForbidden
                    ? [Remedy("mount it without noexec", commands: ["mount -o remount,exec \(place)"], needs: .root)]
                    : [Remedy("look for denials", commands: ["journalctl -k -b | grep -iE 'denied|avc'"], needs: .root)]
            )
        }
        if ["file too short", "invalid ELF header", "wrong ELF class", "object file has no"].contains(
            where: complaint.contains
        ) {
            return Explanation(
                words: "\(file) is damaged",
                remedies: [machine.packageRemedy(of: file) ?? Remedy("restore an intact copy")]
            )
        }
        if complaint.contains("Too many open files") || complaint.contains("annot allocate memory") {
            return Explanation(
                words: "a limit is reached",
                remedies: [Remedy("raise the limit", commands: ["ulimit -n 1024", "ulimit -v unlimited"])]
            )
        }
        guard complaint.contains("executable stack") else { return nil }
        return Explanation(
            words: "\(file) requires an executable stack, which this system forbids",
            remedies: [Remedy("get the vendor's current version of the module")]
        )
    }

    private func word(after mark: String) -> String? {
        complaint.firstRange(of: mark).map { range in
            String(complaint[range.upperBound...].prefix { $0 != " " && $0 != "," && $0 != "(" })
        }
    }
}

extension Machine {
    /// The libraries that a library names, each with the file that would be loaded.
    func libraries(neededBy path: String) -> [(name: String, path: String?)] {
        guard let octets = try? probe.contents(of: path, limit: 268_435_456), let library = SharedLibrary(octets) else {
            return []
        }
        return library.needed.map { name in
            (name, linkerDirectories.lazy.map { "\($0)/\(name)" }.first { self.exists($0) })
        }
    }

    /// Installing the package of a file again; nil if none has it.
    func packageRemedy(of path: String) -> Remedy? {
        packages(having: [path])[path].map { reinstallation(of: $0) }
    }
}
