internal import JetonOctets
internal import TokenKit

/// A configuration names a module that does not exist.
enum ModPathMissing: Check {
    static let page = CheckPage(
        id: "mod-path-missing",
        layer: .module,
        title: "a configuration names a module that does not exist",
        symptom: "\"cannot open shared object file: No such file or directory\"; Firefox: \"Unable to add module\".",
        cause: "The package is not installed, or the path is for another distribution.",
        detection: """
            Every path that p11-kit, `--module`, `JETON_MODULES`, browsers' databases, openssl.cnf, ssh_config, Java \
            and OpenVPN name is looked up; a file of the same name in another directory is suggested.
            """,
        causes: ["p11kit-critical-missing-kills-all"],
        remedies: [correction, .install(.openSC)]
    )

    private static let correction = Remedy("install the module, or correct the configured path")

    static func run(on machine: Machine) -> CheckOutcome {
        let found = machine.mentions { file -> String? in
            switch file {
            case .missing: ""
            case .danglingLink(let target): target
            default: nil
            }
        }
        let sightings = found.filter { !$0.mention.isCritical }.map { mention, target -> Sighting in
            let name = String(mention.path.split(separator: "/").last ?? "")
            let other = elsewhere(name, machine)
            let reason = target.isEmpty ? "there is no such file" : "it is a link to \(target), which does not exist"
            return Sighting(
                "the module \(mention.path) does not exist",
                [Evidence("\(mention.path)", "\(reason)")] + mention.evidence
                    + other.map { [Evidence("a file with that name", "\($0)")] }.joined(),
                severity: machine.severity(of: mention),
                about: [.module(mention.path)],
                // OpenSC's package has no module of others.
                remedies: other.first.map { [Remedy("use \($0) instead at \(mention.place)")] }
                    ?? (name.contains("opensc") ? nil : [correction])
            )
        }
        return .foundOrPassed(sightings)
    }

    private static func elsewhere(_ name: String, _ machine: Machine) -> [String] {
        let folders = ModuleEnvironment.standardLibraryDirectories + ["/usr/local/lib", "/lib"]
        return (folders + folders.flatMap { ["\($0)/pkcs11", "\($0)/softhsm"] }).map { "\($0)/\(name)" }
            .filter { !name.isEmpty && machine.exists($0) }
    }
}
