internal import Cryptoki
internal import JetonOctets
internal import TokenKit

/// What was tried, and what it did.
struct UseTrace {
    /// What was tried: the subject of a sentence.
    let title: ReportText
    /// Its arguments, in which paths may stand.
    let arguments: [String]
    /// What a finding about it is about.
    let subjects: [Subject]
    /// What it did.
    let trace: SystemCallTrace

    /// Paths that nearly every program looks for, so that their absence says nothing.
    private static let common = [
        "/proc/", "/sys/", "/dev/tty", "/dev/null", "/dev/urandom", "/dev/random", "/dev/log", "/usr/share/locale",
        "/usr/lib/locale", "/usr/share/zoneinfo", "/etc/localtime", "/etc/ld.so", "/run/nscd", "/var/run/nscd",
        "/usr/lib/x86_64-linux-gnu/gconv", "/run/systemd/userdb", "/etc/suid-debug", "/etc/nsswitch.conf",
        "/etc/passwd", "/etc/group", "/etc/host", "/etc/resolv.conf", "/etc/gai.conf", "/etc/services",
    ]

    /// Whether a path belongs to what was tried, and not to the start of any program.
    static func isSpecific(_ path: String) -> Bool {
        !path.isEmpty && !common.contains { path.hasPrefix($0) } && !path.contains("glibc-hwcaps")
            && !path.hasPrefix("pipe:") && !path.hasPrefix("anon_inode:") && !path.hasPrefix("socket:")
            && !path.hasPrefix("/memfd:")
    }

    /// The calls that belong to what was tried.
    var calls: [SystemCallTrace.Call] { trace.calls.filter { UseTrace.isSpecific($0.path) } }

    /// The files that were opened or mapped, each once, in their order.
    var openedFiles: [String] {
        var seen: Set<String> = []
        return calls.compactMap { call in
            guard call.error == 0, call.kind == .open || call.kind == .map || call.kind == .execute else { return nil }
            return seen.insert(call.path).inserted ? call.path : nil
        }
    }

    /// The files that it made itself, which may be empty.
    var createdFiles: Set<String> {
        // O_CREAT.
        Set(trace.calls.filter { $0.kind == .open && $0.flags & 0o100 != 0 }.map(\.path))
    }

    /// How it ended, in words.
    var endWords: ReportText {
        switch trace.end {
        case .exited(let code): "exit code \(code)"
        case .killed(let signal): "ended by \(signal)"
        case .hung: "does not end"
        }
    }

    /// The lines that it wrote, without blank ones.
    var lines: [String] {
        trace.output.lines().map { line in
            // A meter of progress writes over its own line.
            let last = line.split(separator: "\r").last ?? line
            return String(last).withoutControlCharacters
        }.filter { $0.contains { $0 != " " && $0 != "\u{FFFD}" } }
    }
}

extension Machine {
    private static let commandTrace = Fact<UseTrace?>()

    /// The command that the user wants to work, tried once; nil without one, or if it can't be observed.
    var commandTrace: UseTrace? {
        remember(Self.commandTrace) {
            guard !command.isEmpty, commandRefusal == nil, let trace = probe.observe(command) else { return nil }
            let name = command[0].split(separator: "/").last.map(String.init) ?? command[0]
            return UseTrace(title: "the command \(name)", arguments: command, subjects: [], trace: trace)
        }
    }

    /// Whether a module did not come back within the deadline.
    func hasHung(module path: String) -> Bool {
        switch failedModules.first(where: { $0.path == path })?.failure {
        case .ended(.hungInModule), .ended(.hung): true
        default: false
        }
    }

    private static let worksUnobserved = Fact<Bool>()

    /// Whether the command that the user wants to work does so, where it can't be observed.
    var worksUnobserved: Bool {
        remember(Self.worksUnobserved) {
            !command.isEmpty && commandRefusal == nil && commandTrace == nil && probe.succeeds(command) == true
        }
    }

    /// Whether the command that the user wants to work was tried, and does.
    var commandWorks: Bool { commandTrace?.trace.isSuccess == true || worksUnobserved }

    private static let trace = Fact<UseTrace?>()

    /// The start of a module that fails, observed; nil if it can't be observed, or was not at rest at the deadline.
    func trace(ofModule path: String) -> UseTrace? {
        remember(Self.trace, of: path) {
            guard let entry = modules.first(where: { $0.path == path }) else { return nil }
            let request = ModuleSurveyor.Request(path: path, initializationString: entry.initializationString)
            guard let trace = probe.observe(request, hasHung: hasHung(module: path)), !trace.isMoving else {
                return nil
            }
            return UseTrace(
                title: "the module \(path)",
                arguments: [path],
                subjects: [.module(path)],
                trace: trace
            )
        }
    }
}
