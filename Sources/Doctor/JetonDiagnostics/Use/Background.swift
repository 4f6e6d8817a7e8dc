internal import JetonOctets
internal import TokenKit

/// What fails in health too: what a module that is only loaded along tries in vain, and what a program does for any goal.
struct Background {
    private struct Deed: Hashable {
        let kind: SystemCallTrace.Kind
        let path: String
        let error: Int32
    }

    private var deeds: Set<Deed> = []
    private var lines: Set<String> = []

    /// Adds what a run that is known to be no obstacle did in vain, and said.
    ///
    /// - Parameters:
    ///   - trace: The run.
    ///   - isKept: Whether a path that failed in it remains a suspect all the same.
    mutating func add(_ trace: SystemCallTrace, except isKept: (String) -> Bool = { _ in false }) {
        for call in trace.calls where call.error != 0 && !isKept(call.path) {
            deeds.insert(Deed(kind: call.kind, path: call.path, error: call.error))
        }
        lines.formUnion(trace.output.lines().map(String.init))
    }

    /// Whether a call fails in health too.
    func has(_ call: SystemCallTrace.Call) -> Bool {
        call.error != 0 && deeds.contains(Deed(kind: call.kind, path: call.path, error: call.error))
    }

    /// Whether a line is written in health too.
    func has(line: String) -> Bool { lines.contains(line) }
}

extension Machine {
    private static let background = Fact<Background>()

    /// What of a use fails in health too.
    func background(of use: UseTrace) -> Background {
        remember(Self.background, of: use.arguments.joined(separator: "\0")) {
            var background = Background()
            // A module that is looked at alone is what the use is about.
            guard use.subjects.isEmpty else { return background }
            for module in modulesBeside(use) {
                let request = ModuleSurveyor.Request(path: module.path, initializationString: module.initialization)
                guard let trace = probe.observe(request, hasHung: false) else { continue }
                // One that fails alone as well is out of use, unless the user set it up.
                background.add(trace) { !trace.isSuccess && placeOfSetting(naming: $0, in: use) != nil }
            }
            if let goal = harmlessGoal(of: use), let trace = probe.observe(goal), trace.isSuccess {
                background.add(trace)
            }
            return background
        }
    }

    /// The modules that a use loads only because they are registered; none if there is but one.
    private func modulesBeside(_ use: UseTrace) -> [(path: String, initialization: String?)] {
        let opened = use.openedFiles
        let registered = opened.filter { $0.hasSuffix(".module") }.compactMap { file -> String? in
            let value = settings(in: file).last { $0.name == "module:" || $0.name == "module" }?.words.first
            return value.flatMap { value in
                value.hasPrefix("/") ? value : opened.first { $0.hasSuffix("/\(value)") }
            }
        }
        guard registered.count > 1 else { return [] }
        let aimed = use.arguments.joined(separator: "\0")
        return registered.filter { !aimed.contains($0) && exists($0) }.prefix(8).map { path in
            (path, modules.first { $0.path == path }?.initializationString)
        }
    }

    /// The same program with a goal that needs no token.
    private func harmlessGoal(of use: UseTrace) -> [String]? {
        guard let program = use.arguments.first else { return nil }
        let goals: [Substring: [String]] = [
            "certutil": ["-H"], "curl": ["--version"], "gnutls-cli": ["--version"], "gpg": ["--version"],
            "gpg-connect-agent": ["--version"], "java": ["-version"], "keytool": ["-help"], "openssl": ["version"],
            "opensc-tool": ["--info"], "p11-kit": ["--help"], "p11tool": ["--version"], "ssh": ["-V"],
        ]
        return goals[Machine.name(of: program)].map { [program] + $0 }
    }
}
