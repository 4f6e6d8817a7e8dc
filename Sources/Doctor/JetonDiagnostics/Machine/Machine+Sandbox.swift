internal import JetonOctets

/// What the kernel keeps from this process and its children, whatever modes and owners say.
package struct Sandbox {
    /// The limits that are lower than usual: the name of /proc/self/limits and the number.
    package var limits: [(name: String, value: UInt64)] = []
    /// Whether a seccomp filter refuses system calls.
    package var hasFilter = false
    /// Whether programs gain no rights by set-uid.
    package var gainsNoRights = false
    /// Whether this is root without the right to pass over modes.
    package var isWeakRoot = false
    /// Whether some owners of files have no name in this user namespace, and appear as user 65534.
    package var hasUnmappedOwners = false
    /// Libraries that are loaded into every program, with what names them.
    package var preloads: [(path: String, place: String)] = []
    /// Device files that programs need, and that are not there.
    package var missingDevices: [String] = []
    /// Whether nothing can be written to /tmp.
    package var hasClosedTemporaryDirectory = false

    /// What is unusual, as evidence.
    package var evidence: [Evidence] {
        var found = limits.map { Evidence("limit", "\($0.name): \($0.value)") }
        if hasFilter { found.append(Evidence("seccomp", "a filter refuses some system calls")) }
        if gainsNoRights { found.append(Evidence("NoNewPrivs", "1: set-uid programs gain no rights")) }
        if isWeakRoot { found.append(Evidence("CapEff", "root without CAP_DAC_OVERRIDE: file permissions apply")) }
        if hasUnmappedOwners { found.append(Evidence("user namespace", "owners that are not mapped appear as 65534")) }
        found += preloads.map { Evidence("preloaded", "\($0.path) by \($0.place)") }
        found += missingDevices.map { Evidence("missing", "\($0)") }
        if hasClosedTemporaryDirectory { found.append(Evidence("/tmp", "can't be written")) }
        return found
    }

    /// The number of a limit; nil if it is as usual.
    package func limit(_ name: String) -> UInt64? { limits.first { $0.name == name }?.value }
}

extension Machine {
    private static let sandbox = Fact<Sandbox>()

    /// The sandbox around this process.
    package var sandbox: Sandbox {
        remember(Self.sandbox) {
            var sandbox = Sandbox()
            let status = fields(of: "/proc/self/status")
            sandbox.limits = lowLimits
            sandbox.hasFilter = status["Seccomp"] == "2"
            sandbox.gainsNoRights = status["NoNewPrivs"] == "1"
            if let rights = status["CapEff"].flatMap({ UInt64($0, radix: 16) }), probe.identity.isRoot {
                // CAP_DAC_OVERRIDE, capabilities(7).
                sandbox.isWeakRoot = rights & 0b10 == 0
            }
            sandbox.hasUnmappedOwners = hasUnmappedOwners
            let named = (probe.variables["LD_PRELOAD"] ?? "").split { $0 == ":" || $0 == " " }
            sandbox.preloads = named.map { (String($0), "LD_PRELOAD") }
            for line in text("/etc/ld.so.preload")?.lines() ?? [] {
                for path in line.prefix(while: { $0 != "#" }).split(separator: " ") {
                    sandbox.preloads.append((String(path), "/etc/ld.so.preload"))
                }
            }
            if exists("/dev") {
                sandbox.missingDevices = ["/dev/null", "/dev/urandom"].filter { !exists($0) }
            }
            sandbox.hasClosedTemporaryDirectory = exists("/tmp") && !canWrite("/tmp")
            return sandbox
        }
    }

    /// Whether a user with no name in this user namespace owns something: who it is can't be told.
    package func isUnmapped(_ userID: UInt32) -> Bool { userID == 65_534 && sandbox.hasUnmappedOwners }

    /// Whether a part of a path belongs to an owner that this user namespace has no name for, and is open to no group
    /// and not to everyone.
    package func isUnmappedOwner(onTheWayTo path: String) -> Bool {
        guard sandbox.hasUnmappedOwners else { return false }
        var part = ""
        var isUnmapped = false
        for name in [""] + realPath(path).split(separator: "/").map({ "/\($0)" }) {
            part += name
            guard let status = try? probe.status(of: part.isEmpty ? "/" : part) else { continue }
            if self.isUnmapped(status.userID) { isUnmapped = true }
            // Writable for a group or for all, and not sticky.
            if status.permissions & 0o022 != 0, status.permissions & 0o1000 == 0 { return false }
        }
        return isUnmapped
    }

    private var hasUnmappedOwners: Bool {
        guard let map = text("/proc/self/uid_map") else { return false }
        let count = map.lines().compactMap { $0.split(separator: " ").last.flatMap { UInt64($0) } }.reduce(0, +)
        return count < 4_294_967_295
    }

    private func canWrite(_ path: String) -> Bool {
        guard probe.fileSystem(of: path)?.isReadOnly != true else { return false }
        return (try? probe.checkAccess(to: path, .write)) != nil
    }

    private func fields(of path: String) -> [String: String] {
        var fields: [String: String] = [:]
        for line in text(path)?.lines() ?? [] {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[String(line[..<colon])] = line[line.index(after: colon)...].filter { !$0.isWhitespace }
        }
        return fields
    }

    /// The limits below what programs that use tokens need.
    private var lowLimits: [(name: String, value: UInt64)] {
        let needs: [(name: String, least: UInt64)] = [
            ("Max open files", 64), ("Max address space", 268_435_456), ("Max file size", 16_777_216),
            ("Max processes", 64), ("Max data size", 134_217_728), ("Max cpu time", 60), ("Max stack size", 131_072),
        ]
        let lines = text("/proc/self/limits")?.lines() ?? []
        return needs.compactMap { need in
            let line = lines.first { $0.hasPrefix(need.name) }
            let value = line?.dropFirst(need.name.count).split(separator: " ").first.flatMap { UInt64($0) }
            return value.flatMap { $0 < need.least ? (need.name, $0) : nil }
        }
    }
}
