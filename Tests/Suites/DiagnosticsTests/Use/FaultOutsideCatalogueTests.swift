import Cryptoki
import Glibc
import JetonDiagnostics
import JetonOctets
import JetonPCSC
import Testing
import TokenKit

@Suite("Faults that were outside of the catalogue, on fixtures")
struct FaultOutsideCatalogueTests {
    private func soft(_ probe: FixtureProbe) throws {
        probe.put(.octets(SoundLibrary.octets), at: "/usr/lib/softhsm/libsofthsm2.so")
        probe.moduleEntries = [
            .init(
                path: "/usr/lib/softhsm/libsofthsm2.so",
                outcome: .failure(.failed(CryptokiError(.generalError, .initialize)))
            )
        ]
    }

    @Test("A broken SoftHSM is its own root cause where nothing points to a card", arguments: [true, false])
    func software(isServiceUp: Bool) throws {
        let probe = FixtureProbe()
        if !isServiceUp { probe.serviceFails(2) }
        try soft(probe)
        probe.variables["SOFTHSM2_CONF"] = "/none/softhsm2.conf"
        let report = examine(probe)
        #expect(report.roots == ["softhsm-conf-wrong"])
    }

    @Test("A card that nobody holds and that takes no connection hangs")
    func cardHangs() {
        let probe = FixtureProbe()
        probe.insert(connection: .blocked)
        #expect(examine(probe).rootCause?.id == "card-hangs")
        probe.connect(1)
        #expect(examine(probe).rootCause?.id == "excl-transaction-held")
    }

    @Test("A module that hangs on a card follows from the card, which a second look shows")
    func moduleHangs() {
        let probe = FixtureProbe()
        probe.insert()
        let path = "/usr/lib/vendor.so"
        probe.put(.octets(Array("\u{0}libpcsclite.so.1\u{0}".utf8)), at: path)
        let end = ChildEnd.hungInModule(path: path, function: "C_GetSlotList", seconds: 5)
        probe.moduleEntries = [.init(path: path, outcome: .failure(.ended(end)))]
        probe.surveyAfterModules = probe.survey
        probe.surveyAfterModules?.readers[0].connection = .blocked
        let report = examine(probe)
        #expect(report.roots == ["card-hangs"], "\(report.findings.map(\.id))")
    }

    @Test("opensc.conf is read whatever its lines are", arguments: ["\n", " "])
    func openSC(_ separator: String) throws {
        let probe = FixtureProbe()
        probe.insert(in: "Virtual PCD 00 00")
        let text = ["app default {", "ignored_readers = \"Virtual PCD\";", "}"].joined(separator: separator)
        probe.write(text, to: "/etc/opensc/opensc.conf")
        let path = "/usr/lib/opensc-pkcs11.so"
        probe.put(.octets(Array("\u{0}libpcsclite.so.1\u{0}".utf8)), at: path)
        probe.moduleEntries = [try SoftToken.entry(path: path)]
        let report = examine(probe)
        #expect(report.findings.contains { $0.id == "card-opensc-driver-disabled" }, "\(report.findings.map(\.id))")
    }

    @Test("A clock that is ahead of all that was written is probably wrong")
    func clock() {
        let probe = FixtureProbe()
        probe.modified["/var/log"] = 1_780_000_000
        probe.put(.directory, at: "/var/log")
        probe.now = 1_780_000_000 + 10 * 366 * 86_400
        #expect(examine(probe).findings.contains { $0.id == "env-clock-skew" && $0.confidence == .likely })
        probe.now = 1_780_000_000 + 86_400
        #expect(!examine(probe).findings.contains { $0.id == "env-clock-skew" })
    }

    @Test("Leaving a check out, or asking for one, changes no severity", arguments: ["pcscd-not-running"] as [CheckID])
    func choice(_ id: CheckID) throws {
        let probe = FixtureProbe()
        probe.serviceFails(2)
        probe.moduleEntries = [try SoftToken.entry()]
        let only = examine(probe, only: [id])
        #expect(only.isHealthy)
        #expect(only.findings.map(\.severity) == [.info])
        var selection = Doctor.Selection()
        selection.skipped = [id]
        let rest = Doctor().examine(Machine(probe), selection)
        #expect(rest.isHealthy, "\(rest.findings.map(\.id))")
        #expect(!rest.findings.contains { $0.id == id })
    }

    @Test("A reader of reader.conf that the service does not have is named")
    func reader() {
        let probe = FixtureProbe()
        probe.write(
            "FRIENDLYNAME \"Virtual PCD\"\nLIBPATH /usr/lib/v.so\nCHANNELID 0x8C7B\n",
            to: "/etc/reader.conf.d/v"
        )
        probe.write("x", to: "/usr/lib/v.so")
        probe.start("pcscd", 77, userID: 0)
        let report = examine(probe)
        #expect(report.rootCause?.id == "driver-reader-not-started", "\(report.findings.map(\.id))")
        // pcscd lists what it could not start, without a state.
        probe.insert(in: "Virtual PCD 00 00", flags: [.changed], atr: [], connection: nil)
        let listed = examine(probe)
        #expect(listed.rootCause?.id == "driver-reader-not-started", "\(listed.findings.map(\.id))")
        #expect(listed.rootCause?.evidence.contains { $0.value.full == "/usr/lib/v.so" } == true)
        probe.survey.readers = []
        probe.insert(in: "Virtual PCD 00 00")
        #expect(!examine(probe).findings.contains { $0.id == "driver-reader-not-started" })
    }

    @Test("A driver that pcscd can't load where it lies is named to a use of cards")
    func driverWithoutCode() {
        let probe = FixtureProbe()
        probe.write("FRIENDLYNAME \"Virtual PCD\"\nLIBPATH /srv/v.so\n", to: "/etc/reader.conf.d/v")
        probe.write("x", to: "/srv/v.so")
        probe.start("pcscd", 77, userID: 0)
        var trace = SystemCallTrace(end: .exited(1))
        trace.calls = [.init(.connect, "/run/pcscd/pcscd.comm")]
        probe.trace = trace
        func report(forbidsPrograms: Bool) -> Report {
            probe.fileSystems["/srv"] = FileSystemState(forbidsPrograms: forbidsPrograms)
            return Doctor().examine(Machine(probe, command: ["tool"]))
        }
        let words = "/srv/v.so is on a file system that is mounted noexec"
        #expect(report(forbidsPrograms: true).findings.contains { $0.summary.full.contains(words) })
        #expect(!report(forbidsPrograms: false).findings.contains { $0.summary.full.contains(words) })
    }

    @Test("The service of another mount namespace, or one that has ended, is not this machine's")
    func otherService() {
        let probe = FixtureProbe()
        probe.write("FRIENDLYNAME \"Virtual PCD\"\nLIBPATH /usr/lib/v.so\n", to: "/etc/reader.conf.d/v")
        probe.write("x", to: "/usr/lib/v.so")
        probe.start("pcscd", 77, userID: 0)
        let link = "/proc/77/ns/mnt"
        func names() -> Bool { examine(probe).findings.contains { $0.id == "driver-reader-not-started" } }
        probe.put(.link("mnt:[1]"), at: "/proc/self/ns/mnt")
        #expect(!names(), "a process without the link has ended")
        probe.put(.failure(EACCES), at: link)
        #expect(names(), "another user's process hides it")
        probe.put(.link("mnt:[1]"), at: link)
        #expect(names())
        probe.put(.link("mnt:[2]"), at: link)
        #expect(!names(), "a container's")
    }

    @Test("A paired Bluetooth token is told that the cable is the way")
    func bluetooth() {
        let probe = FixtureProbe()
        probe.put(.directory, at: "/sys/class/bluetooth/hci0")
        let call = [
            "busctl", "--system", "--json=short", "call", "org.bluez", "/", "org.freedesktop.DBus.ObjectManager",
            "GetManagedObjects",
        ]
        let alias = #""Alias":{"type":"s","data":"Rutoken ECP BT"},"Paired":{"type":"b","data":true}"#
        let objects =
            #"{"type":"a","data":[{"/org/bluez/hci0":{"org.bluez.Adapter1":{"Powered":{"type":"b","data":true}}},"#
            + #""/org/bluez/hci0/dev_1":{"org.bluez.Device1":{\#(alias)}}}]}"#
        probe.commands[call] = .ended(code: 0, output: ForeignText(objects))
        let found = examine(probe).findings.first { $0.id == "env-bluetooth-link" }
        #expect(found?.evidence.contains { $0.name.full == "adapter" && $0.value.full == "powered" } == true)
        #expect(found?.evidence.contains { $0.name.full == "paired" && $0.value.full == "yes" } == true)
        probe.insert()
        #expect(!examine(probe).findings.contains { $0.id == "env-bluetooth-link" })
    }

    @Test("A dead SSH_AUTH_SOCK and a module behind Include are found")
    func ssh() {
        let probe = FixtureProbe()
        probe.insert()
        probe.write("", to: "/usr/lib/openssh/ssh-pkcs11-helper")
        probe.variables["SSH_AUTH_SOCK"] = "/run/dead"
        probe.write("Include conf.d/*\n", to: "/home/anna/.ssh/config")
        probe.write("PKCS11Provider /none/module.so\n", to: "/home/anna/.ssh/conf.d/token")
        let report = examine(probe, applications: [.ssh])
        #expect(report.failures.contains("ssh-agent-foreign"))
        let missing = report.findings.first { $0.id == "mod-path-missing" }
        #expect(missing?.evidence.contains { $0.value.full.contains(".ssh/conf.d/token:1") } == true)
    }

    @Test(
        "A module that ssh's configuration names for some hosts only is a warning, and one that never counts is none",
        arguments: [
            ("PKCS11Provider /none/m.so\n", .failure), ("Host *\nPKCS11Provider /none/m.so\n", .failure),
            ("Match all\nPKCS11Provider /none/m.so\n", .failure),
            ("Host work\n  PKCS11Provider /none/m.so\n", .warning),
            ("Host * !work\nPKCS11Provider /none/m.so\n", .warning),
            ("Match host work user anna\nPKCS11Provider /none/m.so\n", .warning),
            ("Host work\nInclude conf.d/*\n", .warning),
            // Behind a value for all hosts nothing counts.
            ("PKCS11Provider none\nHost work\nPKCS11Provider /none/m.so\n", nil),
        ] as [(String, Severity?)]
    )
    func sshScope(_ text: String, _ severity: Severity?) {
        let probe = FixtureProbe()
        probe.insert()
        probe.write("", to: "/usr/lib/openssh/ssh-pkcs11-helper")
        probe.write(text, to: "/home/anna/.ssh/config")
        probe.write("PKCS11Provider /none/m.so\n", to: "/home/anna/.ssh/conf.d/token")
        let found = examine(probe, applications: [.ssh]).findings.first { $0.id == "mod-path-missing" }
        #expect(found?.severity == severity)
        if severity == .warning {
            #expect(found?.evidence.contains { $0.value.full == "/home/anna/.ssh/config:1" } == true)
        }
    }

    @Test(
        "A Match line that stops ssh is named with its place, and one that ssh knows is not",
        arguments: [
            ("Match hots work\n", "'hots' is not a valid Match criterion"), ("Match\n", "Match has no criterion"),
            ("Match !user anna exec \"test -e /x\"\n", nil), ("Match originalhost work\n", nil),
        ] as [(String, String?)]
    )
    func sshMatch(_ text: String, _ words: String?) {
        let probe = FixtureProbe()
        probe.insert()
        probe.write("", to: "/usr/lib/openssh/ssh-pkcs11-helper")
        probe.write("User anna\n" + text, to: "/home/anna/.ssh/config")
        let found = examine(probe, applications: [.ssh]).findings.first { $0.id == "setting-unknown" }
        #expect((found != nil) == (words != nil), "\(found?.summary.full ?? "none")")
        guard let words, let found else { return }
        #expect(found.severity == .failure && found.summary.full.contains("/home/anna/.ssh/config:2"))
        #expect(found.summary.full.contains(words), "\(found.summary.full)")
    }

    @Test(
        "A damaged file of a browser's database is named",
        arguments: [
            ("cert9.db", "", "is empty"), ("key4.db", "SQLite format 3\0", "is truncated"),
            ("cert9.db", "no database", "is not an SQLite database"), ("pkcs11.txt", "x=y\n", "names no module"),
        ]
    )
    func browser(_ name: String, _ content: String, _ words: String) {
        let probe = FixtureProbe()
        probe.insert()
        let directory = "/home/anna/.pki/nssdb"
        let library =
            "library=\nname=NSS Internal PKCS #11 Module\nparameters=configdir='sql:\(directory)'\nNSS=trustOrder=75\n"
        probe.write(library, to: "\(directory)/pkcs11.txt")
        #expect(!examine(probe).findings.contains { ["store-damaged", "setting-unknown"].contains($0.id) })
        probe.write(content, to: "\(directory)/\(name)")
        for (applications, severity) in [([.chromium], .failure), ([], .warning)] as [(Set<Application>, Severity)] {
            let found = examine(probe, applications: applications).findings.first { $0.id == "store-damaged" }
            #expect(found?.severity == severity)
            #expect(
                found?.summary.full.hasPrefix("\(directory)/\(name) \(words)") == true,
                "\(found?.summary.full ?? "")"
            )
        }
    }

    private static let provider = "/usr/lib/pkcs11/libjeton-pkcs11.so"
    private static let card = "/home/anna/.local/share/jeton/cards/alpha.card"

    private func virtual(_ slot: String, _ change: (FixtureProbe) -> Void) throws -> Report {
        let probe = FixtureProbe()
        probe.serviceFails(2)
        probe.put(.octets(Array("\u{0}libpcsclite.so.1\u{0}".utf8)), at: Self.provider)
        probe.moduleEntries = [try SoftToken.entry(path: Self.provider, flags: 0, slotDescription: slot)]
        probe.put(.octets(Array("JETONCARD".utf8) + [1, 2, 3]), at: Self.card)
        probe.put(.node(userID: 1000, groupID: 1000, permissions: 0o600), at: Self.card + ".key")
        change(probe)
        return examine(probe)
    }

    @Test("What stands where SoftHSM keeps a token or an object, and is not one, is named", arguments: [true, false])
    func misplaced(isObject: Bool) throws {
        let probe = FixtureProbe()
        try soft(probe)
        probe.variables["SOFTHSM2_CONF"] = "/srv/softhsm2.conf"
        probe.write("directories.tokendir = /srv/tokens\n", to: "/srv/softhsm2.conf")
        let token = "/srv/tokens/18edea88-2ddc-9429-e8fc-829dab8ddad9"
        let path = isObject ? "\(token)/a528c198-d32f-1a44-8361-5ce07204fcc1.object" : token
        probe.put(.directory, at: "/srv/tokens")
        if isObject {
            probe.put(.directory, at: token)
            probe.put(.directory, at: path)
        } else {
            probe.write("x", to: path)
        }
        let found = examine(probe).findings.filter { $0.id == "store-damaged" }.map(\.summary.full)
        #expect(found.contains("\(path) is not a \(isObject ? "file" : "directory")"), "\(found)")
    }

    @Test("A virtual card needs no service, and one that Jeton's module does not show is its own root cause")
    func virtualCards() throws {
        let shown = try virtual("Jeton virtual card alpha 55000001") { _ in }
        #expect(!shown.failures.contains("pcscd-not-running"))
        #expect(!shown.findings.contains { $0.id == "store-damaged" })
        let faults: [(String, (FixtureProbe) -> Void)] = [
            ("it is damaged or truncated", { _ in }), ("it is empty", { $0.write("", to: Self.card) }),
            ("it is not the image of a card", { $0.write("card", to: Self.card) }),
            ("its key file \(Self.card).key is missing", { $0.entries[Self.card + ".key"] = nil }),
            (
                "its key file \(Self.card).key must belong to this user alone",
                { $0.put(.node(userID: 1000, groupID: 1000, permissions: 0o644), at: Self.card + ".key") }
            ),
        ]
        for (words, change) in faults {
            let report = try virtual("Jeton virtual card alphabet 55000002", change)
            #expect(report.rootCause?.id == "store-damaged", "\(report.findings.map(\.id))")
            let summary = report.rootCause?.summary.full ?? ""
            #expect(summary.hasPrefix(Self.card) && summary.contains(words), "\(summary)")
        }
        // What is in a reader of pcscd has no slot of its own.
        let served = try virtual("Jeton virtual card alphabet 55000002") { probe in
            probe.write("", to: Self.card + ".reader")
            probe.start("jeton", 77, userID: 1000)
            probe.write("jeton\0virtual\0serve\0alpha\0", to: "/proc/77/cmdline")
        }
        #expect(!served.findings.contains { $0.id == "store-damaged" })
    }

    @Test("A store that this build of SoftHSM does not have is named with its line")
    func backend() throws {
        let probe = FixtureProbe()
        try soft(probe)
        probe.put(.directory, at: "/srv/tokens")
        probe.variables["SOFTHSM2_CONF"] = "/srv/softhsm2.conf"
        probe.write("directories.tokendir = /srv/tokens\nobjectstore.backend = db\n", to: "/srv/softhsm2.conf")
        let report = examine(probe)
        #expect(report.roots == ["softhsm-conf-wrong"])
        #expect(report.rootCause?.summary.full.contains("/srv/softhsm2.conf:2") == true)
        probe.write("directories.tokendir = /srv/tokens\nobjectstore.backend = file\n", to: "/srv/softhsm2.conf")
        #expect(!examine(probe).findings.contains { $0.id == "softhsm-conf-wrong" })
    }
}
