import Cryptoki
import Diagnostics
import PCSC
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
        probe.insert(in: "Virtual PCD 00 00")
        #expect(!examine(probe).findings.contains { $0.id == "driver-reader-not-started" })
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
        probe.commands[call] = .ended(
            code: 0,
            output:
                #"{"type":"a","data":[{"/org/bluez/hci0":{"org.bluez.Adapter1":{"Powered":{"type":"b","data":true}}},"#
                + #""/org/bluez/hci0/dev_1":{"org.bluez.Device1":{\#(alias)}}}]}"#
        )
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
}
