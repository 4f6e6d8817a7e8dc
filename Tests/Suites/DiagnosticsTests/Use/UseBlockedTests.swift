import Cryptoki
import Glibc
import JetonDiagnostics
import JetonPCSC
import Testing
import TokenKit

@Suite("What a failing use stopped at")
struct UseBlockedTests {
    private func report(
        _ calls: [SystemCallTrace.Call],
        end: SystemCallTrace.End = .exited(1),
        command: [String] = ["tool", "--sign"],
        _ change: (FixtureProbe) -> Void = { _ in }
    ) -> Report {
        let probe = FixtureProbe()
        var trace = SystemCallTrace(end: end)
        trace.calls = calls
        probe.trace = trace
        probe.insert()
        change(probe)
        return Doctor().examine(Machine(probe, command: command) { _ in true })
    }

    @Test(
        "What the system refuses is named with its reason",
        arguments: [
            (EACCES, "is not accessible"), (EROFS, "read-only"), (ENOSPC, "full"), (EMFILE, "limit of open files"),
            (EISDIR, "is a directory"), (ELOOP, "points back"), (EIO, "can't be read"),
        ]
    )
    func refusals(_ error: Int32, _ words: String) {
        let report = report([.init(.open, "/srv/store/file.conf", error: error, flags: 1)]) {
            $0.write("x", to: "/srv/store/file.conf")
        }
        #expect(report.rootCause?.id == .useBlocked)
        #expect(report.rootCause?.summary.full.contains("/srv/store/file.conf") == true)
        #expect(report.rootCause?.summary.full.contains(words) == true, "\(report.rootCause?.summary.full ?? "")")
    }

    @Test("What was refused at first and opened later is not blamed")
    func attempts() {
        let report = report([
            .init(.open, "/srv/file", error: EACCES), .init(.open, "/srv/file"),
        ]) { $0.write("x", to: "/srv/file") }
        #expect(report.rootCause?.id == .notExplained)
    }

    @Test("What was refused and is only looked at or removed later is blamed")
    func looks() {
        let path = "/srv/tokens/token.object"
        let report = report([.init(.open, path, error: EACCES), .init(.look, path)]) { $0.write("x", to: path) }
        #expect(report.rootCause?.summary.full.contains("\(path) is not accessible") == true)
        let removed = self.report([.init(.write, path, error: ENOSPC), .init(.change, path)])
        #expect(removed.rootCause?.summary.full.contains("the file system is full") == true)
        let seen = self.report([.init(.look, path, error: EACCES), .init(.look, path)]) { $0.write("x", to: path) }
        #expect(seen.rootCause?.id == .notExplained)
    }

    @Test("What holds the tokens and is missing where a variable points is blamed; what need not be there is not")
    func missingInStore() {
        func report(_ name: String) -> Report {
            self.report([.init(.open, "/srv/data/\(name)", error: ENOENT)]) {
                $0.variables["JETON_DATA"] = "/srv/data"
                $0.put(.directory, at: "/srv/data")
            }
        }
        let summary = report("cards").rootCause?.summary.full ?? ""
        #expect(summary.contains("/srv/data/cards does not exist, and JETON_DATA names the directory"), "\(summary)")
        #expect(report("pairings").rootCause?.id == .notExplained)
    }

    @Test(
        "A directory of SoftHSM's without a token in it is blamed, whatever else is in it",
        arguments: [("notes", "generation", true), ("51f9b7a9-bb33-4d1c-a9f3-1c6ee5e6c000", "a.object", false)]
    )
    func tokenDirectory(_ directory: String, _ file: String, isBlamed: Bool) throws {
        let module = "/usr/lib/softhsm/libsofthsm2.so"
        let entry = try SoftToken.entry(path: module)
        let report = report([.init(.open, "/srv/softhsm2.conf"), .init(.open, "/srv/tokens")]) { probe in
            probe.put(.octets(SoundLibrary.octets), at: module)
            probe.moduleEntries = [entry]
            probe.variables["SOFTHSM2_CONF"] = "/srv/softhsm2.conf"
            probe.write("log.level = INFO\ndirectories.tokendir = /srv/tokens\n", to: "/srv/softhsm2.conf")
            probe.put(.directory, at: "/srv/tokens")
            probe.put(.directory, at: "/srv/tokens/\(directory)")
            probe.write("x", to: "/srv/tokens/\(directory)/\(file)")
        }
        let words = "/srv/tokens contains no token, and /srv/softhsm2.conf:2 names it"
        #expect((report.rootCause?.summary.full.contains(words) == true) == isBlamed, "\(report.failures)")
        #expect(report.findings.contains { $0.id == "store-damaged" } != isBlamed)
    }

    @Test(
        "An empty store of tpm2-pkcs11 is blamed with the variable that names it or should",
        arguments: [true, false]
    )
    func emptyStore(isSet: Bool) throws {
        let directory = isSet ? "/srv/tpm" : "/home/anna/.tpm2_pkcs11"
        let path = "\(directory)/tpm2_pkcs11.sqlite3"
        func report(_ flags: UInt) throws -> Report {
            let module = "/usr/lib/pkcs11/libtpm2_pkcs11.so"
            let entry = try SoftToken.entry(path: module, flags: flags)
            return self.report([.init(.open, path, flags: 0o102)]) { probe in
                probe.put(.octets(SoundLibrary.octets), at: module)
                probe.moduleEntries = [entry]
                probe.variables["TPM2_PKCS11_TCTI"] = "swtpm:port=2321"
                if isSet { probe.variables["TPM2_PKCS11_STORE"] = directory }
            }
        }
        let summary = try report(0).findings.first { $0.id == .useBlocked }?.summary.full ?? ""
        #expect(summary.contains("\(path) contains no initialized token") && summary.contains("TPM2_PKCS11_STORE"))
        let other = try report(SoftToken.ready).findings
        #expect(!other.contains { $0.summary.full.contains("no token that is set up") })
    }

    @Test("A store's fault counts for a use that reads it by another copy of the module", arguments: [true, false])
    func copiedModule(isOpened: Bool) throws {
        let card = "/home/anna/.local/share/jeton/cards/alpha.card"
        let copy = SystemCallTrace.Call(.open, "/srv/libjeton-pkcs11.so")
        let module = "/usr/lib/pkcs11/libjeton-pkcs11.so"
        let entry = try SoftToken.entry(path: module, flags: 0, slotDescription: "none")
        let report = report([copy, .init(.open, isOpened ? card : "/srv/other")]) {
            $0.put(.octets(SoundLibrary.octets), at: module)
            $0.moduleEntries = [entry]
            $0.put(.octets(Array("JETONCARD".utf8) + [1, 2, 3]), at: card)
            $0.put(.node(userID: 1000, groupID: 1000, permissions: 0o600), at: card + ".key")
            $0.write("x", to: "/srv/other")
        }
        // What was not touched is no more than likely, and better than nothing.
        #expect(report.rootCause?.id == "store-damaged", "\(report.failures)")
        #expect(report.rootCause?.confidence == (isOpened ? .proven : .likely))
    }

    @Test("A directory in the place of a p11-kit file is named, though it is only looked at")
    func directoryAsModuleFile() {
        let path = "/usr/share/p11-kit/modules/vendor.module"
        let report = report([.init(.look, path)]) { $0.put(.directory, at: path) }
        #expect(report.rootCause?.summary.full.contains("\(path) is a directory, but p11-kit needs a file") == true)
    }

    @Test("A missing path is blamed if a variable, an argument or a configuration that was read names it")
    func named() {
        let variable = report([.init(.look, "/none/c", error: ENOENT)]) { $0.variables["SOFTHSM2_CONF"] = "/none/c" }
        #expect(variable.rootCause?.summary.full.contains("SOFTHSM2_CONF names it") == true)
        let argument = report([.init(.open, "/none/m.so", error: ENOENT)], command: ["tool", "--module", "/none/m.so"])
        #expect(argument.rootCause?.summary.full.contains("argument 2") == true)
        let line = report([
            .init(.open, "/etc/app.conf"), .init(.open, "/none/dir/x", error: ENOENT),
        ]) { $0.write("# app\npath = /none/dir\n", to: "/etc/app.conf") }
        #expect(line.rootCause?.summary.full.contains("/etc/app.conf:2 names it") == true)
        let nobody = report([.init(.open, "/none/other", error: ENOENT)])
        #expect(nobody.rootCause?.id == .notExplained)
        #expect(nobody.rootCause?.evidence.contains { $0.value.full == "/none/other" } == true)
    }

    @Test("A command that is in no directory of PATH is the cause; one that ends with 127 by itself is not")
    func missingProgram() {
        func tries(_ error: Int32) -> [SystemCallTrace.Call] {
            [.init(.execute, "/usr/bin/nosuch", error: ENOENT), .init(.execute, "/bin/nosuch", error: error)]
        }
        let missing = report(tries(ENOENT), end: .exited(127), command: ["nosuch", "--pin", "471100"]) {
            $0.serviceFails(2)
            $0.variables["PATH"] = "/usr/bin:/bin"
        }
        #expect(missing.rootCause?.id == .useBlocked)
        let words = "the command nosuch fails: nosuch is not in any directory of PATH"
        #expect(missing.rootCause?.summary.full == words, "\(missing.rootCause?.summary.full ?? "")")
        #expect(missing.rootCause?.evidence.contains { $0.value.full == "/usr/bin:/bin" } == true)
        #expect(missing.failures == [.useBlocked])
        let script = report(tries(0), end: .exited(127), command: ["nosuch"])
        #expect(script.rootCause?.id == .notExplained)
        let path = report([.init(.execute, "/none/tool", error: ENOENT)], end: .exited(127), command: ["/none/tool"])
        #expect(path.rootCause?.summary.full.contains("/none/tool does not exist, and the command names it") == true)
    }

    @Test("An empty file, a damaged store and a device in a file's place are damage")
    func content() {
        for (text, words) in [("", "is empty"), ("\u{0}\u{0}\u{0}", "is truncated")] {
            let report = report([.init(.open, "/srv/tokens/1/token.object")]) {
                $0.write(text, to: "/srv/tokens/1/token.object")
            }
            #expect(report.rootCause?.summary.full.contains(words) == true)
        }
        let device = report([.init(.open, "/srv/conf")]) {
            $0.put(.node(userID: 0, groupID: 0, permissions: 0o666), at: "/srv/conf")
        }
        #expect(device.rootCause?.summary.full.contains("is a device") == true)
    }

    @Test("A file that differs from its package's is damage, and the package is installed again")
    func package() {
        let path = "/usr/lib/x86_64-linux-gnu/libvendor.so"
        let report = report([.init(.open, path)]) { probe in
            probe.write("other", to: path)
            probe.write("", to: "/var/lib/dpkg/status")
            probe.commands[["dpkg-query", "--search", String(path.dropFirst(4)), path]] = .ended(
                code: 0,
                output: "libvendor:amd64: \(path)\n"
            )
            probe.commands[["dpkg", "--verify", "libvendor:amd64"]] = .ended(code: 1, output: "??5??????   \(path)\n")
        }
        #expect(report.rootCause?.summary.full.contains("is not the file that the package libvendor") == true)
        #expect(report.rootCause?.remedies.first?.commands.first?.text == "apt-get install --reinstall libvendor:amd64")
    }

    @Test("A damaged file that a variable names comes before what the program tried instead", arguments: [true, false])
    func namedFile(isLink: Bool) {
        let report = report([
            .init(.open, "/srv/softhsm2.conf", error: isLink ? ENOENT : 0),
            .init(.open, "/var/lib/softhsm/tokens", error: EACCES),
        ]) {
            $0.variables["SOFTHSM2_CONF"] = "/srv/softhsm2.conf"
            $0.put(
                isLink ? .link("/none") : .node(userID: 0, groupID: 0, permissions: 0o666),
                at: "/srv/softhsm2.conf"
            )
            $0.put(.directory, at: "/var/lib/softhsm/tokens")
        }
        let summary = report.rootCause?.summary.full ?? ""
        #expect(summary.contains("/srv/softhsm2.conf"), "\(summary)")
    }

    @Test("A directory in the place of a configuration that a variable names is named", arguments: [true, false])
    func directoryAsFile(isRead: Bool) {
        let path = "/srv/softhsm2.conf"
        let calls = [SystemCallTrace.Call(.open, path)] + (isRead ? [.init(.read, path, error: EISDIR)] : [])
        let report = report(calls + [.init(.open, "/var/lib/softhsm", error: EACCES)]) {
            $0.variables["SOFTHSM2_CONF"] = "/srv/softhsm2.conf"
            $0.put(.directory, at: "/srv/softhsm2.conf")
            $0.put(.directory, at: "/var/lib/softhsm")
        }
        let summary = report.rootCause?.summary.full ?? ""
        #expect(summary.contains("/srv/softhsm2.conf is a directory, but a file is needed"), "\(summary)")
    }

    @Test("A file that is closed counts where its directory is configured, and an absent card where one is asked for")
    func looked() {
        let path = "/srv/tokens/1/token.object"
        let denied = report([.init(.open, "/etc/app.conf"), .init(.look, path, error: EACCES)]) {
            $0.write("tokendir = /srv/tokens\n", to: "/etc/app.conf")
            $0.write("x", to: path)
        }
        #expect(denied.rootCause?.summary.full.contains("\(path) is not accessible to user") == true)
        let other = report([.init(.look, path, error: EACCES)]) { $0.write("x", to: path) }
        #expect(other.rootCause?.id == .notExplained)
        let empty = FixtureProbe()
        var trace = SystemCallTrace(end: .exited(1))
        trace.calls = [.init(.connect, "/run/pcscd/pcscd.comm")]
        empty.trace = trace
        empty.write("x", to: "/usr/sbin/pcscd")
        empty.insert()
        empty.survey.readers[0].flags = [.empty]
        empty.survey.readers[0].connection = nil
        let absent = Doctor().examine(Machine(empty, command: ["tool"]))
        #expect(absent.rootCause?.id == "card-absent", "\(absent.findings.map(\.id))")
    }

    @Test("A misspelt setting and a misspelt variable are named, unless something better explains it")
    func misspelt() {
        let setting = report([.init(.open, "/srv/softhsm2.conf")]) {
            $0.write("directories.tokendr = /srv\n", to: "/srv/softhsm2.conf")
        }
        #expect(setting.rootCause?.summary.full.contains("/srv/softhsm2.conf:1") == true)
        #expect(setting.rootCause?.summary.full.contains("the closest is 'directories.tokendir'") == true)
        let variable = report([.init(.open, "/srv/x")]) {
            $0.write("x", to: "/srv/x")
            $0.variables["SOFHTSM2_CONF"] = "/srv/x"
        }
        #expect(variable.rootCause?.summary.full.contains("SOFHTSM2_CONF") == true)
    }

    @Test("A socket that does not answer is named")
    func silence() {
        let probe = FixtureProbe()
        var trace = SystemCallTrace(end: .hung)
        trace.calls = [.init(.connect, "/run/agent")]
        trace.blocked = [.init(.read, "/run/agent")]
        probe.trace = trace
        probe.insert()
        let report = Doctor().examine(Machine(probe, command: ["ssh-add"]))
        #expect(report.rootCause?.summary.full.contains("/run/agent does not answer") == true)
    }

    @Test("A command that works turns every failure into a warning")
    func works() {
        let report = report([.init(.open, "/srv/x")], end: .exited(0)) { $0.serviceFails(2) }
        #expect(report.isHealthy)
        #expect(report.findings.contains { $0.id == "pcscd-not-running" && $0.severity == .warning })
    }

    @Test(
        "A command that can't be observed is run all the same, and accuses nothing where it works",
        arguments: [true, false]
    )
    func unobserved(works: Bool) {
        let probe = FixtureProbe()
        probe.commandSucceeds = works
        probe.serviceFails(2)
        let report = Doctor().examine(Machine(probe, command: ["tool"]))
        #expect(report.isHealthy == works, "\(report.findings.map(\.id))")
        #expect(report.findings.contains { $0.id == "pcscd-not-running" })
    }

    @Test("A variable that is not set is named where the place that stands for it has nothing")
    func unset() {
        let agent = report([.init(.execute, "/usr/bin/ssh-add")], end: .exited(2), command: ["ssh-add", "-l"])
        #expect(agent.rootCause?.summary.full.contains("SSH_AUTH_SOCK is not set") == true)
        let calls: [SystemCallTrace.Call] = [.init(.map, "/usr/lib/libjeton-pkcs11.so")]
        let provider = report(calls) { $0.variables["HOME"] = "/home/anna" }
        #expect(provider.rootCause?.id == .useBlocked)
        let words =
            "/home/anna/.local/share/jeton does not exist, and JETON_DATA, which would name another one, is not set"
        #expect(provider.rootCause?.summary.full.contains(words) == true, "\(provider.rootCause?.summary.full ?? "")")
        let there = report(calls) {
            $0.variables["HOME"] = "/home/anna"
            $0.put(.directory, at: "/home/anna/.local/share/jeton")
        }
        #expect(there.rootCause?.id == .notExplained)
    }

    @Test("What pcscd was told to read is looked at when the command uses cards", arguments: [true, false])
    func readers(isEmpty: Bool) {
        let report = report([.init(.connect, "/run/pcscd/pcscd.comm")]) { probe in
            probe.start("pcscd", 77, userID: 0)
            probe.write("pcscd\u{0}--config\u{0}/srv/readers\u{0}", to: "/proc/77/cmdline")
            probe.put(.link("mnt:[1]"), at: "/proc/self/ns/mnt")
            probe.put(.link("mnt:[1]"), at: "/proc/77/ns/mnt")
            probe.write("x", to: "/usr/sbin/pcscd")
            probe.put(.directory, at: "/srv/readers")
            if !isEmpty { probe.put(.directory, at: "/srv/readers/vpcd") }
        }
        let words = isEmpty ? "/srv/readers is empty" : "/srv/readers/vpcd is a directory, but pcscd needs a file"
        #expect(report.rootCause?.summary.full.contains(words) == true, "\(report.rootCause?.summary.full ?? "")")
    }

    @Test("An empty database that the module opens by the flag that makes it is damage, and so is an empty store")
    func emptyStores() {
        let path = "/srv/tpm/tpm2_pkcs11.sqlite3"
        let database = report([.init(.open, path, flags: 0o102)]) { $0.write("", to: path) }
        #expect(database.rootCause?.summary.full.contains("\(path) is empty") == true)
        let cards = report([.init(.open, "/srv/data/cards")]) {
            $0.variables["JETON_DATA"] = "/srv/data"
            $0.put(.directory, at: "/srv/data/cards")
        }
        #expect(cards.rootCause?.summary.full.contains("/srv/data/cards is empty") == true)
    }

    @Test("What the command does not touch is not accused; what it touches keeps the words of its check")
    func way() {
        let untouched = report([.init(.open, "/srv/x", error: EACCES)]) {
            $0.serviceFails(2)
            $0.write("x", to: "/srv/x")
        }
        #expect(untouched.rootCause?.id == .useBlocked)
        #expect(untouched.failures == [.useBlocked])
        let touched = report([.init(.connect, "/run/pcscd/pcscd.comm", error: ENOENT)]) { $0.serviceFails(2) }
        #expect(touched.rootCause?.id == "pcscd-not-running")
        #expect(touched.roots == ["pcscd-not-running"])
    }

    @Test("Arguments of the command stand in no text, as a PIN may be among them")
    func arguments() {
        let report = report([.init(.open, "/srv/x", error: EACCES)], command: ["/usr/bin/tool", "--pin", "471100"])
        let texts = report.findings.flatMap { [$0.summary.full] + $0.evidence.map(\.value.full) }
        #expect(!texts.contains { $0.contains("471100") })
        #expect(report.rootCause?.summary.full.contains("the command tool") == true)
    }

    @Test("A module that fails without an explanation is observed, and general findings follow")
    func module() throws {
        let probe = FixtureProbe()
        probe.put(.octets(SoundLibrary.octets), at: "/srv/vendor.so")
        let error = CryptokiError(.generalError, .initialize)
        probe.moduleEntries = [.init(path: "/srv/vendor.so", outcome: .failure(.failed(error)))]
        var trace = SystemCallTrace(end: .exited(0))
        trace.calls = [.init(.open, "/etc/vendor.conf", error: EACCES)]
        probe.trace = trace
        probe.write("x", to: "/etc/vendor.conf")
        probe.insert(connection: nil)
        let report = examine(probe)
        let found = try #require(report.findings.first { $0.id == .useBlocked })
        #expect(found.summary.full.contains("/etc/vendor.conf"))
        #expect(report.findings.first { $0.id == "mod-init-general-error" }?.followsFrom == .useBlocked)
    }
}
