internal import Cryptoki
internal import TokenKit

/// The same module is registered twice.
enum ModDuplicate: Check {
    static let page = CheckPage(
        id: "mod-duplicate",
        layer: .module,
        title: "the same module is registered twice",
        symptom: "Two PIN prompts, tokens that show up twice, slow connections, sharing errors.",
        cause:
            """
            pkcs11-register, p11-kit's proxy and a manual entry register the same module, or two copies of it \
            are installed.
            """,
        detection: """
            Two p11-kit files name copies of one library, which p11-kit does not notice; or a browser's list has \
            p11-kit-proxy.so in addition to a module that the proxy already provides.
            """,
        remedies: [
            Remedy("keep one of the two, and disable the other with `disable-in` in its p11-kit module file"),
            Remedy("in a browser's list: remove one of the two in the browser's security devices dialog"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let modules = machine.probe.registry().modules.filter { module in
            if case .configuration = module.source { true } else { false }
        }
        var sightings: [Sighting] = []
        for (index, module) in modules.enumerated() {
            for other in modules[..<index] where isCopy(module.path, of: other.path, machine) {
                sightings.append(
                    Sighting(
                        "\(module.path) is a copy of \(other.path), and both are registered with p11-kit",
                        [
                            Evidence("\(module.path)", "\(module.source)"),
                            Evidence("\(other.path)", "\(other.source)"),
                        ],
                        severity: .warning
                    )
                )
            }
        }
        for database in machine.nssDatabases {
            let list = database.modules ?? []
            guard list.contains(where: { $0.library.hasSuffix("p11-kit-proxy.so") }) else { continue }
            for entry in list where modules.contains(where: { isSame(entry.library, $0.path, machine) }) {
                sightings.append(
                    Sighting(
                        """
                        the list of \(database.application.rawValue) has p11-kit-proxy.so and \(entry.library), \
                        which the proxy already provides
                        """,
                        [Evidence("list", "\(database.listPath):\(entry.line)")],
                        severity: .warning,
                        remedies: [
                            Remedy(
                                "remove the entry while the browser is closed",
                                commands: ["modutil -dbdir \("sql:\(database.folder)") -delete \(entry.name)"]
                            )
                        ]
                    )
                )
            }
        }
        return .foundOrPassed(sightings)
    }

    private static func isSame(_ path: String, _ other: String, _ machine: Machine) -> Bool {
        guard let left = try? machine.probe.status(of: path), let right = try? machine.probe.status(of: other) else {
            return false
        }
        return !left.identity.isEmpty && left.identity == right.identity
    }

    private static func isCopy(_ path: String, of other: String, _ machine: Machine) -> Bool {
        guard let left = try? machine.probe.status(of: path), let right = try? machine.probe.status(of: other),
            left.size == right.size, left.identity != right.identity,
            let octets = try? machine.probe.contents(of: path, limit: 268_435_456)
        else { return false }
        return octets == (try? machine.probe.contents(of: other, limit: 268_435_456))
    }
}
