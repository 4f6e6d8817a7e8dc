import JetonDiagnostics
import Testing

@Suite("Redaction")
struct RedactorTests {
    private var redactor: Redactor {
        Redactor(known: [
            ("anna", .user), ("rechner7", .host), ("/home/anna", .home), ("4894721a", .serial), ("Annas Karte", .label),
            ("ok", .label),
        ])
    }

    @Test(
        "Known private values are taken out of values, and nothing else is",
        arguments: [
            ("/home/anna/.config/pkcs11", "~/.config/pkcs11"),
            ("reader (4894721a) 00 00", "reader (<serial 1>) 00 00"),
            ("rechner7", "<host 1>"), ("token 'Annas Karte'", "token '<label 1>'"),
            (
                "no such file: ENOENT, cannot, annals, /usr/lib/libanna2.so",
                "no such file: ENOENT, cannot, annals, /usr/lib/libanna2.so"
            ),
            ("SCARD_E_NO_SERVICE, 0x8010001D", "SCARD_E_NO_SERVICE, 0x8010001D"),
            ("anna", "<user 1>"), ("this is ok", "this is ok"),
        ]
    )
    func values(_ value: String, _ wanted: String) {
        var redactor = redactor
        #expect(redactor.redact(ReportText(value: value)) == wanted)
    }

    @Test("Words of the source text stay even where they are a private value")
    func words() {
        var redactor = Redactor(known: [("root", .user)])
        #expect(redactor.redact("this needs root") == "this needs root")
        #expect(redactor.redact("this needs \("root")") == "this needs <user 1>")
    }

    @Test("A value marked private is always hidden, and the same value has the same placeholder")
    func marked() {
        var redactor = redactor
        #expect(redactor.redact("\(private: "CN=Anna", .subject)") == "<subject 1>")
        #expect(redactor.redact("\(private: "CN=Bert", .subject)") == "<subject 2>")
        #expect(redactor.redact("\(private: "CN=Anna", .subject) again") == "<subject 1> again")
    }

    @Test("What a device or file brings along moves no cursor")
    func controls() {
        let text: ReportText = "device \("evil\u{1B}[2J\nname")"
        #expect(!text.full.contains("\u{1B}"))
        #expect(!text.full.contains("\n"))
    }

    @Test("A report of a machine with known names holds none of them and keeps every code")
    func report() throws {
        let probe = FixtureProbe()
        probe.serviceFails(111)
        probe.moduleEntries = [try SoftToken.entry(flags: 0)]
        probe.write("1050\n", to: "/sys/bus/usb/devices/1-2/idVendor")
        probe.write("0407\n", to: "/sys/bus/usb/devices/1-2/idProduct")
        probe.write("YubiKey of Annas Karte\n", to: "/sys/bus/usb/devices/1-2/product")
        probe.write("77889900\n", to: "/sys/bus/usb/devices/1-2/serial")
        probe.write("0\n", to: "/sys/bus/usb/devices/1-2/authorized")
        let report = examine(probe)
        var redactor = Redactor(known: report.privateValues)
        var text = ""
        for finding in report.findings {
            text += redactor.redact(finding.summary) + "\n"
            for evidence in finding.evidence {
                text += "\(redactor.redact(evidence.name)): \(redactor.redact(evidence.value))\n"
            }
        }
        for secret in ["Annas Karte", "77889900", "4894721a", "rechner7", "/home/anna"] {
            #expect(!text.contains(secret), "\(text)")
        }
        #expect(text.contains("ECONNREFUSED"))
        #expect(text.contains("1050:0407"))
    }
}
