internal import Glibc
internal import JetonOctets
internal import TokenKit

extension Machine {
    /// What a failing use touched that is not as it must be, the best explanation first; each path once.
    func suspects(of use: UseTrace) -> [Suspect] {
        if let program = missingProgram(of: use) { return [program] }
        var found = refusals(in: use) + absences(in: use) + silences(in: use)
        let known = Set(found.filter { $0.weight == .refused }.map(\.path))
        found += contentFaults(in: use).filter { !known.contains($0.path) }
        found += configurationFaults(in: use) + unsetFaults(in: use) + linkerFaults(in: use)
        found += sandboxFaults(in: use) + lookupFaults(in: use) + javaFaults(in: use)
        found += backendFaults(in: use) + nameFaults(in: use)
        var seen: Set<String> = []
        // What never ends has got past what was refused.
        let isHung = use.trace.end == .hung
        return found.enumerated().sorted { left, right in
            let silent = (left.element.weight == .silent, right.element.weight == .silent)
            if isHung, silent.0 != silent.1 { return silent.0 }
            if left.element.weight != right.element.weight { return left.element.weight > right.element.weight }
            // A file that a variable names is what a program tries before all that stands for it.
            let named = (isNamedByVariable(left.element.path), isNamedByVariable(right.element.path))
            return named.0 != named.1 ? named.0 : left.offset > right.offset
        }.map(\.element).filter { seen.insert($0.path).inserted }
    }

    // MARK: - What the system refused

    private func refusals(in use: UseTrace) -> [Suspect] {
        let background = background(of: use)
        let calls = use.calls.filter { !background.has($0) && $0.kind != .other }
        struct Deed: Hashable {
            let kind: SystemCallTrace.Kind
            let path: String
        }
        var last: [Deed: Int] = [:]
        for (index, call) in calls.enumerated() where call.error == 0 {
            last[Deed(kind: call.kind, path: call.path)] = index
        }
        return calls.enumerated().compactMap { index, call in
            guard call.error != 0 else { return nil }
            // What works later was an attempt. What is only looked at or removed later is still refused.
            let deeds: [SystemCallTrace.Kind] = call.kind == .look ? [.look, .open] : [call.kind]
            let hasWorked = deeds.contains { last[Deed(kind: $0, path: call.path)].map { $0 > index } ?? false }
            return hasWorked ? nil : refusal(of: call, in: use)
        }
    }

    private func refusal(of call: SystemCallTrace.Call, in use: UseTrace) -> Suspect? {
        let path = call.path
        switch call.error {
        case EACCES, EPERM: return denial(of: call, in: use)
        case EISDIR:
            // The linker tries directories of a library's name.
            guard path.split(separator: "/").last?.contains(".") == true else { return nil }
            return refused(call, "is a directory, but a file is needed", [look(path)])
        case ENOTDIR:
            let part = nonDirectory(of: path)
            return refused(call, at: part, "is not a directory", [look(part)])
        case ELOOP: return refused(call, "is a link that points back to itself", [look(path)])
        case ENOEXEC: return refused(call, "is not a program that this machine can run", [look(path)])
        case EIO, ESTALE, ENXIO: return refused(call, "can't be read: \(reason(of: call))", [look(path)])
        case ECONNREFUSED where call.kind == .connect:
            return refused(call, "accepts no connections: nothing listens there", [serverRemedy])
        case ENOENT where call.kind == .connect:
            return refused(call, "does not exist: nothing listens there", [serverRemedy])
        default: return shortage(of: call)
        }
    }

    /// A call that failed for lack of room, of a limit or of memory.
    private func shortage(of call: SystemCallTrace.Call) -> Suspect? {
        let parent = Machine.directory(of: call.path)
        switch call.error {
        case EROFS: return refused(call, "is on a file system that is mounted read-only", [remount(parent, "rw")])
        case ENOSPC, EDQUOT:
            let look = Remedy("free some space on it", commands: ["df -h \(parent)", "df -i \(parent)"])
            return refused(call, "can't be written: the file system is full", [look])
        case EMFILE, ENFILE:
            let raise = Remedy("raise the limit of open files", commands: ["ulimit -n 1024"])
            return refused(call, "can't be opened: the limit of open files is reached", [raise])
        case EAGAIN, ENOMEM:
            guard call.kind == .fork || call.kind == .connect else { return nil }
            return refused(call, "can't be used: \(reason(of: call))")
        default: return nil
        }
    }

    /// What a call must not use, by its owner and mode or the options of its file system.
    private func denial(of call: SystemCallTrace.Call, in use: UseTrace) -> Suspect? {
        let path = call.path
        if call.kind == .map || call.kind == .execute, probe.fileSystem(of: path)?.forbidsPrograms == true {
            return refused(
                call,
                "is on a file system that is mounted noexec, so that no code on it can be loaded",
                [remount(path, "exec")]
            )
        }
        guard call.kind == .look else {
            let part = closedPart(of: path, isWritten: call.flags & 3 != 0 || call.kind == .change)
            return refused(call, at: part, "is not accessible to \(userTitle)", accessRemedies(part))
        }
        // Programs look whether they may do something, and go on without: only what something names counts.
        let part = closedPart(of: path, isWritten: false)
        let parent = Machine.directory(of: path)
        // A directory of the system that happens to be above it is named by much.
        let above = [parent, Machine.directory(of: parent)].filter { $0.split(separator: "/").count > 1 }.lazy
        guard
            let place = place(naming: part, in: use) ?? place(naming: path, in: use)
                ?? above.compactMap({ self.place(naming: $0, in: use, isWhole: true) }).first
        else { return nil }
        let fault: ReportText = "is not accessible to \(userTitle), and \(place) points to it"
        return refused(call, at: part, fault, accessRemedies(part), weight: .missing)
    }

    /// Who is refused; root is where it lacks the right to pass over modes.
    private var userTitle: ReportText {
        sandbox.isWeakRoot ? "root, which has no CAP_DAC_OVERRIDE here" : "user \(probe.identity.userID)"
    }

    private func refused(
        _ call: SystemCallTrace.Call,
        at path: String? = nil,
        _ fault: ReportText,
        _ remedies: [Remedy] = [],
        weight: Suspect.Weight = .refused
    ) -> Suspect {
        Suspect(
            path: path ?? call.path,
            fault: fault,
            evidence: [Evidence("\(call.path)", "\(reason(of: call)), when it was \(call.kind.words)")],
            weight: weight,
            remedies: remedies
        )
    }

    private func reason(of call: SystemCallTrace.Call) -> String { SystemFailure(number: call.error).description }

    private var serverRemedy: Remedy {
        Remedy("start the program that should listen there, or correct the configured address")
    }

    private func look(_ path: String) -> Remedy {
        Remedy("restore the original", commands: ["ls -ld \(path)"])
    }

    /// Mounting what has a path with another option.
    func remount(_ path: String, _ option: String) -> Remedy {
        let place = mountPoint(of: realPath(path))
        return Remedy(
            "mount \(place) without that option",
            commands: ["mount -o \("remount,\(option)") \(place)"],
            needs: .root
        )
    }

    func accessRemedies(_ path: String) -> [Remedy] {
        let look: ShellCommand = "ls -ld \(path)"
        if sandbox.isWeakRoot {
            let owner = (try? probe.status(of: path)).map { "\($0.userID)" } ?? "its owner"
            return [
                Remedy(
                    "give the sandbox CAP_DAC_OVERRIDE, or run it as user \(owner), who owns \(path)",
                    commands: [look]
                )
            ]
        }
        guard let status = try? probe.status(of: path), !probe.identity.isRoot else {
            return [Remedy("check its owner and mode", commands: [look])]
        }
        if status.userID == probe.identity.userID { return [ownAccess(to: path, status)] }
        return [
            Remedy(
                """
                let the program use files that belong to this user, or run it as user \(status.userID), who owns \
                \(path)
                """,
                commands: [look]
            ),
            .askAdministrator,
        ]
    }

    /// Opening a file or directory of this user's own to this user; looking at it, if it belongs to the system's.
    func ownAccess(to path: String, _ status: ProbedFile) -> Remedy {
        let change: ShellCommand =
            status.kind == .directory ? "chmod u+rwx \(path)" : "chmod u+rw \(path)"
        return Remedy("give yourself access", commands: [change.isHarmful ? "ls -ld \(path)" : change])
    }

    /// The part of a path that is closed; the path itself if none is.
    private func closedPart(of path: String, isWritten: Bool) -> String {
        if let part = forbiddenPart(of: path) { return part }
        let parent = Machine.directory(of: path)
        if isWritten, !exists(path), exists(parent) { return parent }
        return path
    }

    private func nonDirectory(of path: String) -> String {
        var part = ""
        for name in path.split(separator: "/") {
            part += "/\(name)"
            guard let status = try? probe.status(of: part) else { return part }
            if status.kind != .directory { return part }
        }
        return path
    }

    /// The directory that has a path; `/` at the end.
    static func directory(of path: String) -> String {
        let parts = path.split(separator: "/").dropLast()
        return parts.isEmpty ? "/" : parts.map { "/\($0)" }.joined()
    }

    /// The last part of a path.
    static func name(of path: String) -> Substring { path.split(separator: "/").last ?? "" }

    /// Where the file system of a path is mounted: the longest mount point that the path is below.
    func mountPoint(of path: String) -> String {
        var best = "/"
        for line in text("/proc/self/mountinfo")?.lines() ?? [] {
            let words = line.split(separator: " ")
            guard words.count > 4 else { continue }
            let place = String(words[4])
            if path == place || path.hasPrefix(place == "/" ? "/" : "\(place)/"), place.utf8.count > best.utf8.count {
                best = place
            }
        }
        return best
    }

    // MARK: - What is not there

    private func absences(in use: UseTrace) -> [Suspect] {
        let background = background(of: use)
        let calls = use.calls.filter { !background.has($0) }
        var present: Set<String> = []
        for call in calls where call.error == 0 { present.insert(call.path) }
        // A library is looked for in many directories: found once is found.
        let names = Set(present.map { String($0.split(separator: "/").last ?? "") })
        var seen: Set<String> = []
        var suspects: [Suspect] = []
        for call in calls where call.error == ENOENT && call.kind != .connect && call.kind != .change {
            let path = call.path
            guard !present.contains(path), seen.insert(path).inserted, seen.count < 400, !exists(path) else { continue }
            if let target = try? probe.target(ofLink: path) {
                suspects.append(
                    Suspect(
                        path: path,
                        fault: "is a link to \(target), which does not exist",
                        evidence: [Evidence("\(path)", "a link to \(target)")],
                        weight: isNamedByVariable(path) ? .refused : .missing,
                        remedies: [look(path)]
                    )
                )
                continue
            }
            let name = String(path.split(separator: "/").last ?? "")
            if names.contains(name), name.contains(".so") { continue }
            if let suspect = mention(of: path, in: use) ?? absence(ofStored: path) { suspects.append(suspect) }
        }
        return suspects + missingPackageFiles(among: Array(seen))
    }

    /// A variable, an argument or a line of a file that the use read, which names a path or one above it.
    private func mention(of path: String, in use: UseTrace) -> Suspect? {
        var named = path
        while named.split(separator: "/").count > 1, !exists(named) {
            if let place = place(naming: named, in: use) {
                let isOfUser = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "TMPDIR"].contains(place)
                return Suspect(
                    path: named,
                    fault: "does not exist, and \(place) names it",
                    evidence: [absence(of: named), Evidence("named by", "\(place)")],
                    weight: isOfUser ? .absent : .missing,
                    remedies: [Remedy("correct the path at \(place), or restore the original")]
                )
            }
            named = Machine.directory(of: named)
        }
        return nil
    }

    /// What holds the tokens in a directory that a variable names, and is not there.
    private func absence(ofStored path: String) -> Suspect? {
        let parent = Machine.directory(of: path)
        guard let variable = variable(namingStore: parent),
            Machine.name(of: path) == (variable == "TPM2_PKCS11_STORE" ? "tpm2_pkcs11.sqlite3" : "cards")
        else { return nil }
        return Suspect(
            path: path,
            fault: "does not exist, and \(variable) names the directory that it should be in",
            evidence: [absence(of: path), Evidence("\(variable)", "\(parent)")],
            weight: .absent,
            remedies: [Remedy("correct \(variable), or restore the original")]
        )
    }

    /// The variable, argument or line of a user that names a path; what a package registers is none.
    func placeOfSetting(naming path: String, in use: UseTrace) -> String? {
        place(naming: path, in: use).flatMap { $0.contains(".module:") ? nil : $0 }
    }

    /// The variable, argument or line that names a path, or what is below it.
    ///
    /// With `isWhole` only the path itself counts: what is below a directory says nothing of its neighbors.
    private func place(naming path: String, in use: UseTrace, isWhole: Bool = false) -> String? {
        func names(_ text: some StringProtocol) -> Bool { Machine.names(text, path, isWhole: isWhole) }
        if let index = use.arguments.firstIndex(where: names) {
            return index == 0 ? "the command" : "argument \(index) of the command"
        }
        let ignored: Set<String> = ["PATH", "LD_LIBRARY_PATH", "PWD", "OLDPWD", "MANPATH", "_"]
        for (name, value) in probe.variables.sorted(by: { $0.key < $1.key })
        where !ignored.contains(name) && names(value) {
            return name
        }
        let name = String(path.split(separator: "/").last ?? "")
        for file in configurationFiles(of: use) {
            for (index, line) in (text(file)?.lines(keepsEmpty: true) ?? [])
                .enumerated()
            where !line.hasPrefix("#") {
                let isName = !isWhole && name.utf8.count > 6 && name.contains(".") && Machine.names(line, name)
                if names(line) || isName {
                    return "\(file):\(index + 1)"
                }
            }
        }
        return nil
    }

    /// Whether a text has a path that does not go on behind it; what is below the path counts, too, unless the path is
    /// to be named as a whole.
    private static func names(_ text: some StringProtocol, _ path: String, isWhole: Bool = false) -> Bool {
        let octets = Array(text.utf8)
        let pattern = Array(path.utf8)
        guard !pattern.isEmpty, octets.count >= pattern.count else { return false }
        for start in 0...(octets.count - pattern.count) where octets[start...].starts(with: pattern) {
            let end = start + pattern.count
            let behind = end < octets.count ? octets[end] : 0x20
            let before = start > 0 ? octets[start - 1] : 0x20
            func isName(_ octet: UInt8) -> Bool {
                switch octet {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
            // A slash at the end of a directory's name leads nowhere else.
            let next = end + 1 < octets.count ? octets[end + 1] : 0x20
            let isLonger = isWhole && behind == UInt8(ascii: "/") && isName(next)
            if !isName(behind), !isName(before), !isLonger { return true }
        }
        return false
    }

    private static let configurationFiles = Fact<[String]>()

    /// The files that a use read and that a person writes: small, text, and not a package's own.
    func configurationFiles(of use: UseTrace) -> [String] {
        remember(Self.configurationFiles, of: use.arguments.joined(separator: "\0")) {
            let own = use.openedFiles.filter { path in
                !path.hasPrefix("/usr/lib") && !path.hasPrefix("/lib") && !path.hasPrefix("/dev/")
                    && (!path.hasPrefix("/usr/share/") || path.hasPrefix("/usr/share/p11-kit/modules"))
            }
            return own.filter { path in
                guard let octets = try? probe.contents(of: path, limit: 262_144) else { return false }
                return !octets.isEmpty && !octets.contains(0)
            }
        }
    }

    // MARK: - What does not answer

    private func silences(in use: UseTrace) -> [Suspect] {
        let background = background(of: use)
        var suspects = use.calls.compactMap { call -> Suspect? in
            guard !background.has(call), call.kind == .read, call.error == ECONNRESET || call.error == EPIPE,
                call.path.hasPrefix("/")
            else {
                return nil
            }
            return Suspect(
                path: call.path,
                fault: "closes the connection without an answer",
                evidence: [Evidence("\(call.path)", "closed by the other end")],
                weight: .silent,
                remedies: [serverRemedy]
            )
        }
        guard use.trace.end == .hung else { return suspects }
        for call in use.trace.blocked where UseTrace.isSpecific(call.path) {
            suspects.append(
                Suspect(
                    path: call.path,
                    fault: "does not answer, and the program waits for it",
                    evidence: [Evidence("\(call.path)", "the call had not returned when the program was stopped")],
                    weight: .silent,
                    remedies: [Remedy("restart the program that listens there")]
                )
            )
        }
        return suspects
    }
}

extension SystemCallTrace.Kind {
    /// What was done with the path, for the sentence "when it was …".
    fileprivate var words: String {
        switch self {
        case .open: "opened"
        case .look: "looked up"
        case .execute: "run"
        case .connect: "connected to"
        case .bind: "used as an address"
        case .map: "loaded as code"
        case .write: "written"
        case .change: "changed"
        case .read, .wait: "read"
        case .fork, .socket, .other: "made"
        }
    }
}
