import Glibc
import Testing
import TokenKit

@Suite("Module registry")
struct ModuleRegistryTests {
    private func environment(
        _ tree: FixtureTree,
        _ variables: [String: String] = [:],
        userID: UInt32 = 1000
    ) -> ModuleEnvironment {
        ModuleEnvironment(
            root: tree.root,
            home: variables["HOME"] ?? "/home/u",
            configurationHome: variables["XDG_CONFIG_HOME"],
            ignoresUserConfiguration: variables["P11_KIT_NO_USER_CONFIG"] != nil,
            moduleList: variables["JETON_MODULES"],
            userID: userID,
            executableDirectory: "/opt/jeton/bin",
            libraryDirectories: ["/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib"]
        )
    }

    @Test("Configured modules come by priority and name, with file and line")
    func configured() throws {
        let tree = try FixtureTree([
            "etc/pkcs11/modules/b.module": "# comment\nmodule: /lib/b.so\n",
            "etc/pkcs11/modules/a.module": "module: /lib/a.so",
            "usr/share/p11-kit/modules/z.module": "priority: 5\nmodule: z.so\ncritical: yes",
            "usr/share/p11-kit/modules/low.module": "module: /lib/low.so\npriority: -1",
            "lib/a.so": "a", "lib/b.so": "b", "lib/low.so": "l", "usr/lib64/pkcs11/z.so": "z",
        ])
        let registry = ModuleRegistry(in: environment(tree))
        #expect(registry.modules.map(\.name) == ["z", "a", "b", "low"])
        #expect(registry.modules.map(\.path) == ["/usr/lib64/pkcs11/z.so", "/lib/a.so", "/lib/b.so", "/lib/low.so"])
        #expect(registry.modules[0].source == .configuration(file: "/usr/share/p11-kit/modules/z.module", line: 2))
        #expect(registry.modules[2].source == .configuration(file: "/etc/pkcs11/modules/b.module", line: 2))
        #expect(registry.modules.map(\.isCritical) == [true, false, false, false])
        #expect(registry.modules.map(\.priority) == [5, 0, 0, -1])
        #expect(registry.problems.isEmpty)
    }

    @Test("Files of one name are merged, the user's before the administrator's before the distribution's")
    func merged() throws {
        let tree = try FixtureTree([
            "home/u/.config/pkcs11/modules/m.module": "priority: 3",
            "etc/pkcs11/modules/m.module": "priority: 2\nmodule: /lib/admin.so",
            "usr/share/p11-kit/modules/m.module": "priority: 1\nmodule: /lib/package.so\ncritical: yes",
            "lib/admin.so": "a", "lib/package.so": "p",
        ])
        let module = try #require(ModuleRegistry(in: environment(tree)).modules.first)
        #expect(module.priority == 3)
        #expect(module.path == "/lib/admin.so")
        #expect(module.isCritical)
        #expect(module.source == .configuration(file: "/etc/pkcs11/modules/m.module", line: 2))
        let asRoot = ModuleRegistry(in: environment(tree, userID: 0))
        #expect(asRoot.modules.first?.priority == 2)
        let elsewhere = ModuleRegistry(in: environment(tree, ["XDG_CONFIG_HOME": "/elsewhere"]))
        #expect(elsewhere.modules.first?.priority == 2)
        let refused = ModuleRegistry(in: environment(tree, ["P11_KIT_NO_USER_CONFIG": "1"]))
        #expect(refused.modules.first?.priority == 2)
    }

    @Test(
        "user-config decides whether the user's and the system's files count",
        arguments: [
            (nil, nil, ["system", "user"]), ("none", nil, ["system"]), ("merge", nil, ["system", "user"]),
            ("only", nil, ["user"]), ("override", nil, ["user"]), ("merge", "only", ["user"]),
            (nil, "none", ["system"]), ("none", "only", ["system"]), ("only", "merge", ["system", "user"]),
            ("sometimes", nil, ["system"]),
        ] as [(String?, String?, [String])]
    )
    func userConfiguration(system: String?, user: String?, names: [String]) throws {
        let tree = try FixtureTree([
            "etc/pkcs11/modules/system.module": "module: /lib/a.so",
            "home/u/.config/pkcs11/modules/user.module": "module: /lib/b.so",
            "lib/a.so": "a", "lib/b.so": "b",
        ])
        if let system { try tree.write("etc/pkcs11/pkcs11.conf", "user-config: \(system)\n") }
        if let user { try tree.write("home/u/.config/pkcs11/pkcs11.conf", "user-config: \(user)\n") }
        let registry = ModuleRegistry(in: environment(tree))
        #expect(registry.modules.map(\.name) == names)
        #expect(registry.problems.map(\.code) == (system == "sometimes" ? [.unknownUserConfiguration] : []))
    }

    @Test("The global managed and log-calls outweigh the modules' own")
    func global() throws {
        let tree = try FixtureTree([
            "etc/pkcs11/pkcs11.conf": "managed: no\nlog-calls: yes",
            "etc/pkcs11/modules/a.module": "module: /lib/a.so\nmanaged: yes\nlog-calls: no",
        ])
        let configuration = try #require(ModuleConfigurations(in: environment(tree)).modules.first)
        #expect(!configuration.isManaged)
        #expect(configuration.logsCalls)
    }

    @Test("What a configuration leaves out says why, and the table does not bring it back")
    func leftOut() throws {
        let tree = try FixtureTree([
            "etc/pkcs11/modules/disabled.module": "module: /usr/lib/librtpkcs11ecp.so\ndisable-in: jeton",
            "etc/pkcs11/modules/elsewhere.module": "module: /lib/e.so\nenable-in: firefox",
            "etc/pkcs11/modules/far.module": "remote: |ssh host p11-kit remote /x.so",
            "etc/pkcs11/modules/missing.module": "module: gone.so",
            "etc/pkcs11/modules/trust.module": "module: /usr/lib/p11-kit-trust.so",
            "home/u/.config/pkcs11/modules/opensc.module": "module:",
            "usr/share/p11-kit/modules/opensc.module": "module: /usr/lib/opensc-pkcs11.so",
            "usr/lib/librtpkcs11ecp.so": "r", "lib/e.so": "e", "usr/lib/p11-kit-trust.so": "t",
            "usr/lib/opensc-pkcs11.so": "o",
        ])
        let registry = ModuleRegistry(in: environment(tree))
        #expect(registry.modules.isEmpty)
        let reasons = Dictionary(uniqueKeysWithValues: registry.leftOut.map { ($0.name, $0.reason) })
        #expect(reasons.count == 6)
        #expect(reasons["disabled"] == .disabledIn(program: "jeton"))
        #expect(reasons["elsewhere"] == .disabledIn(program: "jeton"))
        #expect(reasons["far"] == .remote("|ssh host p11-kit remote /x.so"))
        #expect(reasons["missing"] == .missing)
        #expect(reasons["opensc"] == .switchedOff)
        #expect(reasons["trust"] == .notWanted("it holds certificate anchors, not tokens"))
        let path = registry.leftOut.first { $0.name == "missing" }?.path
        #expect(path == "/usr/lib/x86_64-linux-gnu/pkcs11/gone.so")
        let named = ModuleRegistry(in: environment(tree, ["JETON_MODULES": "/usr/lib/librtpkcs11ecp.so"]))
        #expect(named.modules.map(\.source) == [.environment])
    }

    @Test("One file under several names counts once, and copies of a product are left out")
    func duplicates() throws {
        let tree = try FixtureTree([
            "etc/pkcs11/modules/one.module": "module: /usr/lib/softhsm/libsofthsm2.so",
            "etc/pkcs11/modules/two.module": "module: link.so",
            "usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so": "s",
            "usr/lib/librtpkcs11ecp.so": "new",
            "usr/local/lib/librtpkcs11ecp.so": "old",
            "usr/lib/x86_64-linux-gnu/opensc-pkcs11.so": "o",
            "usr/lib/x86_64-linux-gnu/onepin-opensc-pkcs11.so": "o1",
            "usr/lib/x86_64-linux-gnu/pkcs11-spy.so": "spy",
            "usr/lib/x86_64-linux-gnu/p11-kit-proxy.so": "proxy",
        ])
        try tree.link(
            "usr/lib/softhsm/libsofthsm2.so",
            to: "../x86_64-linux-gnu/softhsm/libsofthsm2.so"
        )
        try tree.link(
            "usr/lib/x86_64-linux-gnu/pkcs11/link.so",
            to: "../softhsm/libsofthsm2.so"
        )
        try tree.link("usr/lib/x86_64-linux-gnu/pkcs11/opensc-pkcs11.so", to: "../opensc-pkcs11.so")
        let registry = ModuleRegistry(in: environment(tree))
        #expect(registry.modules.map(\.name) == ["one", "opensc-pkcs11", "rtpkcs11ecp"])
        #expect(registry.modules[1].source == .wellKnown(vendor: "OpenSC", product: WellKnownModules.all[0].product))
        #expect(registry.modules[2].path == "/usr/local/lib/librtpkcs11ecp.so")
        let reasons = Dictionary(uniqueKeysWithValues: registry.leftOut.map { ($0.path, $0.reason) })
        #expect(
            reasons["/usr/lib/x86_64-linux-gnu/pkcs11/link.so"] == .duplicate(of: "/usr/lib/softhsm/libsofthsm2.so")
        )
        #expect(reasons["/usr/lib/librtpkcs11ecp.so"] == .anotherCopy(of: "/usr/local/lib/librtpkcs11ecp.so"))
        for name in ["onepin-opensc-pkcs11.so", "pkcs11-spy.so", "p11-kit-proxy.so"] {
            let path = "/usr/lib/x86_64-linux-gnu/\(name)"
            guard case .notWanted(let why)? = reasons[path] ?? nil else {
                Issue.record("\(name) is not left out")
                continue
            }
            #expect(!why.isEmpty)
        }
        #expect(reasons.count == 5)
    }

    @Test("Named modules are the only ones; a name alone is looked for in the library folders")
    func named() throws {
        let tree = try FixtureTree([
            "etc/pkcs11/modules/a.module": "broken\nmodule: /lib/a.so", "lib/a.so": "a",
            "usr/lib64/pkcs11/named.so": "n", "usr/lib/x86_64-linux-gnu/p11-kit-proxy.so": "p",
        ])
        let paths = ["named.so", "p11-kit-proxy.so", "/lib/a.so", "/lib/../lib/a.so", "/lib/none.so", "none.so"]
        let registry = ModuleRegistry(in: environment(tree), only: paths)
        #expect(
            registry.modules.map(\.path) == [
                "/usr/lib64/pkcs11/named.so", "/usr/lib/x86_64-linux-gnu/p11-kit-proxy.so", "/lib/a.so",
            ]
        )
        #expect(registry.modules.allSatisfy { $0.source == .argument })
        #expect(registry.leftOut.map(\.reason) == [.duplicate(of: "/lib/a.so"), .missing, .missing])
        #expect(registry.problems.map(\.code) == [.noSuchModule, .noSuchModule])
    }

    @Test("The environment's modules come after the configured ones, Jeton's own before all of its priority")
    func environmentAndProvider() throws {
        let tree = try FixtureTree([
            "etc/pkcs11/modules/a.module": "module: /lib/a.so", "lib/a.so": "a", "lib/b.so": "b",
            "etc/pkcs11/modules/first.module": "module: /lib/first.so\npriority: 1", "lib/first.so": "f",
            "usr/lib/opensc-pkcs11.so": "o", "opt/jeton/bin/libjeton-pkcs11.so": "j",
            "usr/lib/libjeton-pkcs11.so": "installed",
        ])
        let registry = ModuleRegistry(in: environment(tree, ["JETON_MODULES": "/lib/a.so::/lib/b.so"]))
        #expect(registry.modules.map(\.name) == ["first", "jeton-pkcs11", "a", "b", "opensc-pkcs11"])
        #expect(registry.modules[3].source == .environment)
        #expect(registry.modules[1].source == .provider)
        #expect(registry.modules[1].path == "/opt/jeton/bin/libjeton-pkcs11.so")
        #expect(registry.leftOut.map(\.reason) == [.duplicate(of: "/lib/a.so")])
    }

    @Test("A provider that the configuration names is not added a second time")
    func configuredProvider() throws {
        let tree = try FixtureTree([
            "etc/pkcs11/modules/jeton.module": "module: /usr/lib/libjeton-pkcs11.so",
            "usr/lib/libjeton-pkcs11.so": "installed", "opt/jeton/bin/libjeton-pkcs11.so": "built",
        ])
        let registry = ModuleRegistry(in: environment(tree))
        #expect(registry.modules.map(\.path) == ["/usr/lib/libjeton-pkcs11.so"])
        #expect(registry.leftOut.map(\.reason) == [.anotherCopy(of: "/usr/lib/libjeton-pkcs11.so")])
    }

    @Test("Files with odd names, broken lines, and what can't be read are reported and the rest goes on")
    func problems() throws {
        let tree = try FixtureTree([
            "etc/pkcs11/modules/a.module": "module: /lib/a.so\nwhat is this\n",
            "etc/pkcs11/modules/b.module~": "module: /lib/b.so",
            "etc/pkcs11/modules/sub/c.module": "module: /lib/c.so",
            "lib/a.so": "a", "lib/b.so": "b", "lib/c.so": "c",
        ])
        try tree.link("etc/pkcs11/modules/dangling.module", to: "nowhere")
        try tree.write(
            "etc/pkcs11/modules/large.module",
            octets: [UInt8](repeating: 0x23, count: ConfigurationFile.maximumLength + 1)
        )
        try #require(unsafe mkfifo(tree.path("etc/pkcs11/modules/fifo.module"), 0o644) == 0)
        let registry = ModuleRegistry(in: environment(tree))
        #expect(registry.modules.map(\.name) == ["a", "b.module~"])
        let problems = Dictionary(uniqueKeysWithValues: registry.problems.map { ($0.file, $0) })
        #expect(problems.count == 5)
        #expect(problems["/etc/pkcs11/modules/a.module"]?.line == 2)
        #expect(problems["/etc/pkcs11/modules/a.module"]?.code == .missingColon)
        #expect(problems["/etc/pkcs11/modules/b.module~"]?.code == .unusualFileName)
        for name in ["dangling", "large", "fifo"] {
            #expect(problems["/etc/pkcs11/modules/\(name).module"]?.code == .unreadable)
        }
    }

    @Test("An empty system has no modules and no problems")
    func empty() throws {
        let registry = ModuleRegistry(in: environment(try FixtureTree()))
        #expect(registry.modules.isEmpty && registry.leftOut.isEmpty && registry.problems.isEmpty)
    }

    @Test("No row of the table repeats a file name of another, and each has somewhere to look")
    func table() {
        var names: Set<String> = []
        for row in WellKnownModules.all {
            #expect(!row.candidatePaths(in: ["/usr/lib"]).isEmpty)
            #expect(row.paths.allSatisfy { $0.hasPrefix("/") })
            for name in row.fileNames { #expect(names.insert(name).inserted, "\(name)") }
        }
    }
}
