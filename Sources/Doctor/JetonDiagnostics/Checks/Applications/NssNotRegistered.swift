internal import Cryptoki
internal import TokenKit

/// Firefox knows none of the modules that show a token.
enum NssNotRegistered: Check {
    static let page = CheckPage(
        id: "nss-not-registered",
        layer: .application,
        title: "Firefox does not know a token's module",
        symptom: "No certificate prompt; the list of security devices does not have the token.",
        cause: "No profile and no policy lists the module, and this Firefox does not use p11-kit.",
        detection: """
            With `--app firefox`: the `pkcs11.txt` of every profile and the policies, including any \
            p11-kit-proxy entries, are compared with the modules that show a token.
            """,
        needs: [.token],
        causes: ["nss-policy-shadowed"],
        remedies: [
            Remedy(
                "add the module while Firefox is closed",
                commands: ["modutil -dbdir sql:PROFILE -add NAME -libfile PATH"]
            ),
            Remedy("list the module in policies.json under `SecurityDevices`", needs: .root),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.isAskedAbout(.firefox) else { return .irrelevant }
        return missing(from: .firefox, policies: machine.firefoxPolicyLibraries, machine)
    }

    /// What is found if no database of a browser has any module that shows a token.
    static func missing(from application: Application, policies: [String], _ machine: Machine) -> CheckOutcome {
        let databases = machine.nssDatabases.filter { $0.application == application }
        let programs = application == .firefox ? ["firefox", "firefox-esr"] : ["chromium", "google-chrome", "chrome"]
        let places = ["/usr/bin", "/usr/local/bin", "/snap/bin", "/opt/google/chrome"]
        let isInstalled = programs.contains { name in places.contains { machine.exists("\($0)/\(name)") } }
        let isManaged =
            !policies.isEmpty || machine.exists("/etc/firefox")
            || machine.exists("/usr/lib/firefox")
        guard !databases.isEmpty || isInstalled || isManaged else { return .irrelevant }
        let known = databases.flatMap { ($0.modules ?? []).map(\.library) } + policies
        let wanted = Set(machine.initializedTokens.map(\.module)).sorted()
        guard let path = wanted.first else { return .irrelevant }
        let isKnown = known.contains { library in
            library.hasSuffix("p11-kit-proxy.so") || wanted.contains { machine.isSameFile($0, library) }
        }
        guard !isKnown else { return .passed }
        let folder = databases.first?.folder
        return .found(
            "\(application.rawValue) does not know the module \(path)",
            [
                Evidence(
                    "searched",
                    databases.isEmpty ? "no database was found" : "\(databases.map(\.listPath).joined(separator: ", "))"
                ),
                Evidence("modules there", "\(known.filter { !$0.isEmpty }.joined(separator: ", "))"),
            ],
            remedies: folder.map { folder in
                [
                    Remedy(
                        "add the module while the browser is closed",
                        commands: ["modutil -dbdir \("sql:\(folder)") -add token -libfile \(path)"]
                    )
                ]
            }
        )
    }
}

extension Machine {
    /// Whether two paths lead to one file.
    func isSameFile(_ path: String, _ other: String) -> Bool {
        if path == other { return true }
        guard let left = try? probe.status(of: path), let right = try? probe.status(of: other) else { return false }
        return !left.identity.isEmpty && left.identity == right.identity
    }
}
