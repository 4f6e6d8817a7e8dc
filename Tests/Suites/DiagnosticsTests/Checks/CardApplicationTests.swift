import Cryptoki
import JetonDiagnostics
import JetonPCSC
import Testing

@Suite("Checks of a card's applications, on fixtures")
struct CardApplicationTests {
    private static let openSC = "/usr/lib/x86_64-linux-gnu/opensc-pkcs11.so"
    private static let reader = "Yubico YubiKey OTP+FIDO+CCID 00 00"

    /// A machine on which OpenSC shows a token in a reader.
    private func withOpenSC(objects: [TokenContents.Object] = [], atr: [UInt8] = [0x3B, 0x80, 0x01, 0x81]) throws
        -> FixtureProbe
    {
        let probe = try FixtureProbe(TokenFixture(path: Self.openSC, label: "PIV_II", reader: Self.reader))
        probe.put(.octets([0] + Array("libpcsclite.so.1".utf8) + [0]), at: Self.openSC)
        probe.insert(in: Self.reader, atr: atr)
        var contents = TokenContents(module: Self.openSC, slot: 1)
        contents.objects = objects
        probe.tokenContents = [contents]
        return probe
    }

    private func survey(_ change: (inout CardSurvey) -> Void) -> CardSurvey {
        var survey = CardSurvey(reader: ReaderName(Self.reader))
        change(&survey)
        return survey
    }

    // MARK: - Two applications

    @Test("An empty PIV application that OpenSC shows while OpenPGP has keys is named; with --app it is a failure")
    func otherApplication() throws {
        let probe = try withOpenSC()
        probe.cardSurveys = [
            survey {
                $0.piv = CardSurvey.PIV()
                $0.openPGP = CardSurvey.OpenPGP(keyCount: 3)
            }
        ]
        #expect(examine(probe).findings.first { $0.id == "card-opensc-applet-choice" }?.severity == .warning)
        #expect(examine(probe, applications: [.ssh]).rootCause?.id == "card-opensc-applet-choice")
    }

    @Test("No finding where OpenPGP has no keys, or OpenSC shows some; and unknown where the card can't be asked")
    func sameApplication() throws {
        let empty = try withOpenSC()
        empty.cardSurveys = [survey { $0.openPGP = CardSurvey.OpenPGP(keyCount: 0) }]
        #expect(!examine(empty).findings.contains { $0.id == "card-opensc-applet-choice" })
        let shown = try withOpenSC(objects: [.init(.publicKey)])
        shown.cardSurveys = [survey { $0.openPGP = CardSurvey.OpenPGP(keyCount: 3) }]
        #expect(!examine(shown).findings.contains { $0.id == "card-opensc-applet-choice" })
        let unasked = try withOpenSC()
        unasked.cardSurveys = nil
        let entry = examine(unasked).entries.first { $0.page.id == "card-opensc-applet-choice" }
        #expect(entry?.result.word == "unknown")
    }

    @Test("scdaemon that shares a YubiKey with another program is a warning, and only then")
    func switched() throws {
        let maps = "7f00-7f01 r-xp 0 0:0 1 /usr/lib/x86_64-linux-gnu/libpcsclite.so.1.0.0\n"
        for (options, other, isFound) in [
            ("pcsc-shared\n", "firefox", true), ("disable-ccid\n", "firefox", false), ("pcsc-shared\n", nil, false),
        ] as [(String, String?, Bool)] {
            let probe = try withOpenSC()
            probe.write(options, to: "/home/anna/.gnupg/scdaemon.conf")
            probe.start("scdaemon", 90, maps: maps)
            if let other { probe.start(other, 91, maps: maps) }
            let finding = examine(probe).findings.first { $0.id == "excl-applet-switched" }
            #expect((finding != nil) == isFound)
            if isFound { #expect(finding?.severity == .warning && finding?.confidence == .likely) }
        }
    }

    // MARK: - Short commands

    /// The descriptors of a device with one smart-card interface of some features.
    private func descriptors(features: UInt32) -> [UInt8] {
        var reader = [UInt8](repeating: 0, count: 54)
        (reader[0], reader[1]) = (54, 0x21)
        for index in 0..<4 { reader[40 + index] = UInt8(truncatingIfNeeded: features >> (8 * UInt32(index))) }
        return [18, 1] + [UInt8](repeating: 0, count: 16) + [9, 2] + [UInt8](repeating: 0, count: 7)
            + [9, 4, 0, 0, 3, 0x0B, 0, 0, 0] + reader
    }

    private static let largeKey = TokenContents.Object(
        .publicKey,
        keyType: .rsa,
        publicKey: [UInt8](repeating: 1, count: 422)
    )

    @Test("A reader for short commands with a key of 3072 bits is a warning")
    func shortCommands() throws {
        let probe = try withOpenSC(objects: [Self.largeKey])
        probe.plugIn()
        probe.put(.octets(descriptors(features: 0x0002_0840)), at: "/sys/bus/usb/devices/1-2/descriptors")
        #expect(examine(probe).findings.first { $0.id == "card-extended-apdu" }?.severity == .warning)
    }

    @Test("A smaller key, a card that chains commands, another level of exchange and a cut descriptor are well")
    func longCommands() throws {
        let smallKey = TokenContents.Object(.publicKey, keyType: .rsa, publicKey: [UInt8](repeating: 1, count: 294))
        // Capabilities, tag 7 of compact TLV, whose third octet says chaining.
        let chaining: [UInt8] = [0x3B, 0x85, 0x01, 0x80, 0x73, 0x00, 0x00, 0x80, 0xF2]
        let plain: [UInt8] = [0x3B, 0x80, 0x01, 0x81]
        for (key, atr, octets) in [
            (smallKey, plain, descriptors(features: 0x0002_0840)),
            (Self.largeKey, chaining, descriptors(features: 0x0002_0840)),
            (Self.largeKey, plain, descriptors(features: 0x0004_0840)),
            (Self.largeKey, plain, descriptors(features: 0x0001_0230)),
            (Self.largeKey, plain, Array(descriptors(features: 0x0002_0840).dropLast())),
        ] {
            let probe = try withOpenSC(objects: [key], atr: atr)
            probe.plugIn()
            probe.put(.octets(octets), at: "/sys/bus/usb/devices/1-2/descriptors")
            #expect(!examine(probe).findings.contains { $0.id == "card-extended-apdu" })
        }
    }

    // MARK: - Slots

    @Test("A card whose reader got no slot is the limit's fault, where there are as many slots as it allows")
    func slotLimit() throws {
        for (setting, isFound) in [("1", true), ("4", false), (nil, false)] as [(String?, Bool)] {
            let probe = try withOpenSC()
            probe.insert(in: "Other Reader 01 00")
            if let setting {
                probe.write(
                    "app opensc-pkcs11 {\n  pkcs11 {\n    max_virtual_slots = \(setting);\n  }\n}\n",
                    to: "/etc/opensc/opensc.conf"
                )
            }
            let finding = examine(probe).findings.first { $0.id == "card-opensc-slot-limit" }
            #expect((finding != nil) == isFound)
            if isFound { #expect(finding?.summary.full.contains("Other Reader") == true) }
        }
    }

    // MARK: - Contactless

    private static let contactless: [UInt8] = [0x3B, 0x84, 0x80, 0x01, 0x80, 0x31, 0xC0, 0x72, 0x86]

    private func identityCard(_ atr: [UInt8], _ change: (inout CardSurvey) -> Void) -> FixtureProbe {
        let probe = FixtureProbe()
        probe.insert(in: Self.reader, atr: atr)
        probe.cardSurveys = [survey(change)]
        return probe
    }

    @Test("A contactless card that names PACE, or refuses its files, wants its number; that is the root cause")
    func accessNumber() throws {
        for change in [{ $0.offersPACE = true }, { $0.refusesTravelDocument = true }] as [(inout CardSurvey) -> Void] {
            let report = examine(identityCard(Self.contactless, change))
            #expect(report.failures.contains("card-contactless-can"))
        }
    }

    @Test("Without proof, and for a card with contacts, nothing is said, and that card is asked nothing")
    func noAccessNumber() throws {
        let silent = identityCard(Self.contactless) { _ in }
        #expect(!examine(silent).failures.contains("card-contactless-can"))
        #expect(silent.cardQuestions.map(\.kind) == [.travelDocument])
        let contacts = identityCard([0x3B, 0x80, 0x01, 0x81]) { $0.offersPACE = true }
        #expect(!examine(contacts).failures.contains("card-contactless-can"))
        #expect(contacts.cardQuestions.isEmpty)
    }
}
