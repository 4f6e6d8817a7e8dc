import Foundation
import JetonOctets
import SmartCard
import TestRig
import Testing
import VirtualCard

/// Programs that change a card are killed at any moment, several hundred times: the image is the old or the new one,
/// whole, and no try of a PIN is won back.
@Suite("Killed in the middle", .timeLimit(.minutes(5)))
struct SlowKillTests {
    private static let rounds = 0..<7
    private static let kills = 0..<10

    private let directory: TemporaryDirectory
    private let path: String
    private let exchange: Exchange
    private let tool: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.path("a.card")
        exchange = Exchange(try SoftwareCard.create(at: path))
        try exchange.select()
        tool = try BuildProducts.path("virtual-card-tool")
    }

    /// Starts the tool and kills it some milliseconds after a line that shows it at work; gives what it printed.
    private func killed(_ arguments: [String], after line: String, _ number: Int) async throws -> [Substring] {
        let child = try ChildProcess([tool] + arguments)
        _ = try await child.lines(upTo: { $0 == line })
        try await Task.sleep(for: .microseconds(1_000 + number * 937 % 30_000))
        child.signal(SIGKILL)
        let output = try await child.finish()
        #expect(output.ending == .killed(signal: SIGKILL))
        return output.text.split(separator: "\n")
    }

    @Test(
        "PIN change: the old PIN or the new one is right, and at most the try of the last change is gone",
        arguments: rounds
    )
    func pinChange(_ round: Int) async throws {
        let there = "0024008010" + Exchange.padded("123456") + Exchange.padded("654321")
        let back = "0024008010" + Exchange.padded("654321") + Exchange.padded("123456")
        for kill in Self.kills {
            let sent = ["send", path, "1000000", "00A4040005A000000308", there, back]
            _ = try await killed(sent, after: "9000", round * 10 + kill)
            #expect(try exchange.card.status().pin.triesLeft >= 2)
            if try exchange.verify("123456") != "9000" {
                #expect(try exchange.verify("654321") == "9000")
                #expect(try exchange.status(back) == "9000")
            }
            #expect(try exchange.card.status().pin.triesLeft == 3)
        }
    }

    @Test("Key generation: the old key or the new one, and it signs", arguments: rounds)
    func keyGeneration(_ round: Int) async throws {
        let digest = [UInt8](repeating: 9, count: 32)
        let data = try directory.write(digest, to: "digest")
        for kill in Self.kills {
            _ = try await killed(["generate", path, "1000000"], after: "generated", round * 10 + kill)
            try exchange.select()
            let answer = try exchange.use(0x11, 0x9A, digest)
            let signature = try directory.write(try Exchange.result(answer), to: "signature")
            let metadata = try #require(Hex.decode(try exchange.send("00F7009A000000")))
            // The public key that the card tells is that of the key that has signed.
            let members = try TLV.parse(Array(metadata.dropLast(2)))
            let point = try #require(try TLV.parse(members.firstValue(tag: 0x04) ?? []).firstValue(tag: 0x86))
            let head = try #require(Hex.decode("3059301306072a8648ce3d020106082a8648ce3d030107034200"))
            let key = try directory.write(head + point, to: "key")
            let verified = try await ChildProcess.run([
                "openssl", "pkeyutl", "-verify", "-pubin", "-inkey", key, "-keyform", "DER", "-in", data, "-sigfile",
                signature,
            ])
            #expect(verified.exitStatus == 0, "\(verified.text)\(verified.errorText)")
        }
    }

    @Test("PUT DATA: the old value or the new one, whole", arguments: rounds)
    func putData(_ round: Int) async throws {
        let before = try exchange.card.status()
        for kill in Self.kills {
            _ = try await killed(["put", path, "1000000"], after: "put", round * 10 + kill)
            let read = try exchange.send(
                .init(0x00, 0xCB, 0x3F, 0xFF, data: [0x5C, 0x03, 0x5F, 0xC1, 0x05], expectedLength: 65_536)
            )
            let value = try #require(try TLV.parse(read.data).firstValue(tag: 0x53))
            #expect(value.count == 3_000 && Set(value).count == 1 && [0x5A, 0xA5].contains(value.first))
            let after = try exchange.card.status()
            #expect(after.objectTags == (before.objectTags + [0x5FC105]).sorted())
            #expect(after.serialNumber == before.serialNumber && after.pin == before.pin)
        }
    }

    @Test(
        "VERIFY and PIN change with a wrong PIN: every answer has cost a try, and no try comes back",
        arguments: rounds
    )
    func wrongPIN(_ round: Int) async throws {
        try exchange.authenticate()
        #expect(try exchange.verify() == "9000")
        #expect(try exchange.status("00FAFFFF") == "9000")
        let wrong = [
            "0020008008" + Exchange.padded("000000"),
            "0024008010" + Exchange.padded("000000") + Exchange.padded("654321"),
        ]
        var spent = 0
        for kill in 0..<6 {
            let sent = ["send", path, "100000", "00A4040005A000000308"] + wrong
            let answers = try await killed(sent, after: "9000", round * 10 + kill).filter { $0 != "9000" }.count
            let now = 255 - (try exchange.card.status().pin.triesLeft)
            #expect(now >= min(spent + answers, 255), "\(answers) answers after \(spent)")
            #expect(now <= spent + answers + 1)
            spent = now
        }
    }
}
