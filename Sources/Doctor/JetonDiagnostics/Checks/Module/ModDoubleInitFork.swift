internal import Cryptoki

/// A module does not start in a child of the process that uses it.
enum ModDoubleInitFork: Check {
    static let page = CheckPage(
        id: "mod-double-init-fork",
        layer: .module,
        title: "a module does not start in a forked process",
        symptom: """
            `CKR_CRYPTOKI_ALREADY_INITIALIZED` (0x191) or `CKR_CRYPTOKI_NOT_INITIALIZED` (0x190) in a server's workers, \
            or in a program that runs in the background.
            """,
        cause: "The program forks after it has initialized the module, and the module does not notice.",
        detection: """
            With `--app openvpn`, which forks: the module is initialized in a separate program, which forks. If \
            `C_Initialize` fails or ends the process in the child, the fault is proven. If `C_Initialize` \
            reports that it was already called (0x191), the module mistakes the child for its parent. That is a \
            warning, because some modules continue to work.
            """,
        needs: [.module],
        remedies: [
            Remedy("load the module through p11-kit, as `p11-kit-proxy.so`, which reinitializes modules after a fork"),
            Remedy("prevent the program from forking: run `openvpn` without `daemon`, as systemd does"),
            Remedy("use a later version of the module"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.isAskedAbout(.openvpn) else { return .irrelevant }
        return .foundOrPassed(
            machine.moduleConduct.compactMap { conduct in
                let words: ReportText
                var isMistaken = false
                switch conduct.afterFork {
                case .untried, .starts: return nil
                case .refuses(let value):
                    let code = ReturnValue(rawValue: value)
                    isMistaken = code == .cryptokiAlreadyInitialized
                    words = "\(code.description)"
                case .ends(let end): words = "\(end)"
                }
                return Sighting(
                    isMistaken
                        ? "the module \(conduct.module) mistakes a forked process for its parent"
                        : "the module \(conduct.module) does not start in a forked process",
                    [Evidence("C_Initialize in the child", words)],
                    severity: isMistaken ? .warning : .failure,
                    confidence: isMistaken ? .likely : .proven,
                    about: [.module(conduct.module)]
                )
            }
        )
    }
}
