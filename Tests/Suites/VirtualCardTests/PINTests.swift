import Foundation
import SmartCard
import TestRig
import Testing
import VirtualCard

@Suite("PINs of the virtual card", .timeLimit(.minutes(5)))
struct PINTests {
    @Test("A wrong PIN three times blocks, the PUK unblocks, a blocked PUK needs a reset")
    func blocking() throws {
        let exchange = try Exchange()
        for expected in ["63C2", "63C1", "63C0", "6983", "6983"] {
            #expect(try exchange.verify("000000") == expected)
        }
        #expect(try exchange.verify() == "6983")
        #expect(try exchange.status("00200080") == "6983")
        #expect(try exchange.card.status().pin.triesLeft == 0)
        let unblock = "002C008010" + StatusWordTests.puk + Exchange.padded("654321")
        #expect(try exchange.status(unblock) == "9000")
        #expect(try exchange.verify("654321") == "9000")
        #expect(try exchange.status("00FB0000") == "6985")
        let wrong = "002C008010" + "3030303030303030" + Exchange.padded("123456")
        for expected in ["63C2", "63C1", "63C0", "6983"] { #expect(try exchange.status(wrong) == expected) }
        #expect(try exchange.status(unblock) == "6983")
        #expect(try exchange.status("00FB0000") == "6985")
        for _ in 0..<3 { _ = try exchange.verify("000000") }
        #expect(try exchange.status("00FB0000") == "9000")
        #expect(try exchange.verify() == "9000")
        let status = try exchange.card.status()
        #expect(status.pin.triesLeft == 3 && status.unblockingKey.triesLeft == 3 && status.pin.isFactoryValue)
    }

    @Test("The PUK alone gives a blocked PIN its tries back, and does not change it")
    func unblocking() throws {
        let exchange = try Exchange()
        #expect(try exchange.verify("123456") == "9000")
        for _ in 0..<3 { _ = try exchange.verify("000000") }
        #expect(try exchange.verify("123456") == "6983")
        #expect(try exchange.status("002C018008" + "3030303030303030") == "63C2")
        #expect(try exchange.verify("123456") == "6983")
        #expect(try exchange.status("002C018008" + StatusWordTests.puk) == "9000")
        // Whoever was not verified before is not now.
        #expect(try exchange.status("00200080") == "63C3")
        #expect(try exchange.verify("123456") == "9000")
        #expect(try exchange.card.status().unblockingKey.triesLeft == 3)
    }

    @Test("A reset takes keys and objects, and leaves the attestation key and the serial number")
    func reset() throws {
        let exchange = try Exchange()
        try exchange.authenticate()
        _ = try exchange.generate(0x11, at: 0x9A)
        #expect(try exchange.status("00DB3FFF095C035FC10553020102") == "9000")
        let before = try exchange.card.status()
        #expect(before.keyReferences == [0x9A])
        for _ in 0..<3 { _ = try exchange.verify("000000") }
        for _ in 0..<3 { _ = try exchange.status("002C008010" + "3030303030303030" + Exchange.padded("123456")) }
        #expect(try exchange.status("00FB0000") == "9000")
        let after = try exchange.card.status()
        #expect(after.keyReferences.isEmpty && !after.objectTags.contains(0x5FC105))
        #expect(after.objectTags.contains(0x5FFF01) && after.serialNumber == before.serialNumber)
        #expect(try exchange.status("00F9F900000000") == "9000")
        // What was proved before the reset counts no more.
        #expect(try exchange.status("00DB3FFF095C035FC10553020102") == "6982")
    }

    @Test("SET PIN RETRIES sets the counts, and PIN and PUK go back to those of the factory")
    func retries() throws {
        let exchange = try Exchange()
        try exchange.authenticate()
        #expect(try exchange.status("0024008010" + StatusWordTests.pin + Exchange.padded("654321")) == "9000")
        #expect(try exchange.verify("654321") == "9000")
        #expect(try exchange.status("00FA0507") == "9000")
        let status = try exchange.card.status()
        #expect(status.pin.maximumTries == 5 && status.unblockingKey.maximumTries == 7)
        // The verification was of another PIN.
        #expect(try exchange.status("00200080") == "63C5")
        #expect(try exchange.verify("000000") == "63C4")
        #expect(try exchange.verify() == "9000")
        #expect(try exchange.send("00F7008000") == "0101FF0501010602" + "0505" + "9000")
    }

    @Test("A wrong PIN ends an earlier verification, a malformed one does not count")
    func wrongAfterRight() throws {
        let exchange = try Exchange()
        #expect(try exchange.verify() == "9000")
        #expect(try exchange.verify("12345") == "6A80")
        #expect(try exchange.status("00200080") == "9000")
        #expect(try exchange.verify("000000") == "63C2")
        #expect(try exchange.status("00200080") == "63C2")
    }

    @Test(
        "A new PIN or PUK that is none is refused: the old one stays, and no try is lost",
        arguments: [
            ("80", StatusWordTests.pin, Exchange.padded("12345")),
            ("80", StatusWordTests.pin, Exchange.padded("65432a")),
            ("80", StatusWordTests.pin, "3132333435FF3637"), ("81", StatusWordTests.puk, Exchange.padded("12345")),
        ]
    )
    func malformedChange(_ reference: String, _ old: String, _ new: String) throws {
        let exchange = try Exchange()
        #expect(try exchange.verify() == "9000")
        #expect(try exchange.status("002400" + reference + "10" + old + new) == "6A80")
        #expect(try exchange.status("00200080") == "9000")
        let status = try exchange.card.status()
        #expect(status.pin.isFactoryValue && status.unblockingKey.isFactoryValue)
        #expect(status.pin.triesLeft == 3 && status.unblockingKey.triesLeft == 3)
        // The old one changes into the same.
        #expect(try exchange.status("002400" + reference + "10" + old + old) == "9000")
    }

    @Test("Another user of the card who changes the PIN ends a verification of the old one")
    func changedByAnother() throws {
        let directory = try TemporaryDirectory()
        let one = Exchange(try SoftwareCard.create(at: directory.path("a.card")))
        let other = Exchange(try SoftwareCard(at: directory.path("a.card")))
        for exchange in [one, other] { try exchange.select() }
        #expect(try one.verify() == "9000")
        #expect(try other.verify("000000") == "63C2")
        #expect(try one.status("00200080") == "9000")
        #expect(try other.status("0024008010" + StatusWordTests.pin + Exchange.padded("654321")) == "9000")
        #expect(try one.status("00200080") == "63C3")
        #expect(try one.verify() == "63C2")
        #expect(try other.card.status().pin.triesLeft == 2)
    }

    @Test("Where the counter can't be written, right and wrong PINs and PUKs look the same, and none is accepted")
    func unwritable() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("a.card")
        let exchange = Exchange(try SoftwareCard.create(at: path))
        try exchange.select()
        // A directory in the place of the file that is written aside.
        try directory.makeDirectory("a.card.new")
        for pin in ["123456", "000000"] {
            #expect(try exchange.verify(pin) == "6581")
            #expect(try exchange.status("0024008010" + Exchange.padded(pin) + Exchange.padded("654321")) == "6581")
        }
        for key in ["12345678", "00000000"] {
            #expect(try exchange.status("002C008010" + Exchange.padded(key) + Exchange.padded("654321")) == "6581")
        }
        #expect(try exchange.status("00200080") == "63C3")
        try FileManager.default.removeItem(atPath: path + ".new")
        #expect(try exchange.verify() == "9000")
    }
}
