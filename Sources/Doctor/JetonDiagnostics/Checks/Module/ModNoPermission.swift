/// This user is not allowed to read a module.
enum ModNoPermission: Check {
    static let page = CheckPage(
        id: "mod-no-permission",
        layer: .module,
        title: "this user is not allowed to read a module",
        symptom: "\"Permission denied\" for a user, while it works as root.",
        cause: "The module was installed with a strict umask, or in a directory that only root can enter.",
        detection: "Every part of the module's path is checked for access as this user.",
        remedies: [
            Remedy("install the module's package again, or name a copy that this user may read", needs: .root)
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let found = machine.mentions { file -> String? in
            if case .forbidden(let part) = file { part } else { nil }
        }
        return .foundOrPassed(
            found.map { mention, part in
                let mode = (try? machine.probe.status(of: part)).map { ", mode \($0.octalPermissions)" } ?? ""
                return Sighting(
                    "user \(machine.probe.identity.userID) is not allowed to read the module \(mention.path)",
                    [Evidence("\(part)", "EACCES\(mode)"), Evidence("named by", "\(mention.place)")],
                    severity: machine.severity(of: mention),
                    about: [.module(mention.path)],
                    remedies: remedies(part, mention.path, machine)
                )
            }
        )
    }

    private static func remedies(_ part: String, _ module: String, _ machine: Machine) -> [Remedy] {
        if let status = try? machine.probe.status(of: part), status.userID == machine.probe.identity.userID {
            return [machine.ownAccess(to: part, status)]
        }
        let look = Remedy(
            "name a copy that this user may read, or ask the administrator",
            commands: ["namei -l \(module)"]
        )
        return machine.packages(having: [module])[module].map { [machine.reinstallation(of: $0), look] } ?? [look]
    }
}
