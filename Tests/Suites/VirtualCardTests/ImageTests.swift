import Foundation
import SmartCard
import TestRig
import Testing
import VirtualCard

@Suite("Images of virtual cards", .timeLimit(.minutes(5)))
struct ImageTests {
    private func code(_ path: String) -> VirtualCardError.Code? {
        do throws(VirtualCardError) {
            _ = try SoftwareCard(at: path)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("What a card was told is there when it is opened again")
    func reopened() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("a.card")
        let first = Exchange(try SoftwareCard.create(at: path, VirtualCardOptions(serialNumber: 4_711)))
        try first.select()
        try first.authenticate()
        for (index, algorithm) in ([0x11, 0x14, 0x07, 0xE0, 0xE1] as [UInt8]).enumerated() {
            _ = try first.generate(algorithm, at: 0x82 + UInt8(index), policy: 1)
        }
        #expect(try first.status("00DB3FFF095C035FC10553020102") == "9000")
        let second = Exchange(try SoftwareCard(at: path))
        #expect(try second.card.status() == (try first.card.status()))
        try second.select()
        for reference in ["82", "83", "84", "85", "86", "F9", "80", "81", "9B"] {
            #expect(
                try second.send("00F700" + reference + "000000") == (try first.send("00F700" + reference + "000000"))
            )
        }
        #expect(try second.send("00F8000000") == "000012679000")
        #expect(try second.send("00CB3FFF055C035FC10500") == "530201029000")
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: directory.path)) == ["a.card", "a.card.key"])
        for name in ["a.card", "a.card.key"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: directory.path(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("An image that is cut anywhere is refused")
    func cut() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("a.card")
        _ = try SoftwareCard.create(at: path)
        let image = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        for length in image.indices {
            try directory.write(Array(image.prefix(length)), to: "a.card")
            #expect(code(path) == (length < 10 ? .notAnImage : .notAuthentic), "\(length) octets")
        }
        try directory.write(image + [0], to: "a.card")
        #expect(code(path) == .notAuthentic)
        // More than any image has is not even read.
        try directory.write(image + [UInt8](repeating: 0, count: 2 << 20), to: "a.card")
        #expect(code(path) == .notAnImage)
        try directory.write(image, to: "a.card")
        #expect(code(path) == nil)
    }

    @Test("An image with one bit changed anywhere is refused")
    func flipped() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("a.card")
        _ = try SoftwareCard.create(at: path)
        let image = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        for index in image.indices {
            var changed = image
            changed[index] ^= 1 << UInt8(index % 8)
            try directory.write(changed, to: "a.card")
            let expected: VirtualCardError.Code =
                index < 9 ? .notAnImage : index == 9 ? .unsupportedVersion : .notAuthentic
            #expect(code(path) == expected, "octet \(index)")
        }
    }

    @Test("No secret stands in an image")
    func sealed() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("a.card")
        let exchange = Exchange(try SoftwareCard.create(at: path))
        try exchange.select()
        try exchange.authenticate()
        let scalar = String(repeating: "5A", count: 32)
        #expect(try exchange.status("00FE119A220620" + scalar) == "9000")
        let image = try #require(FileManager.default.contents(atPath: path))
        #expect(image.range(of: Data(repeating: 0x5A, count: 8)) == nil)
        #expect(image.range(of: Data("123456".utf8)) == nil)
        #expect(image.range(of: Data(1...8)) == nil)
    }

    @Test("Another card's key file, an open one, a missing one and a cut one are refused")
    func keyFile() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("a.card")
        _ = try SoftwareCard.create(at: path)
        _ = try SoftwareCard.create(at: directory.path("b.card"))
        let key = try #require(FileManager.default.contents(atPath: path + ".key"))
        let other = try #require(FileManager.default.contents(atPath: directory.path("b.card.key")))
        // Written in place, so that the permissions stay.
        func write(_ octets: Data) throws {
            let handle = try #require(FileHandle(forWritingAtPath: path + ".key"))
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: octets)
        }
        try write(other)
        #expect(code(path) == .notAuthentic)
        try write(key.prefix(31))
        #expect(code(path) == .keyFileUnusable)
        try write(key)
        #expect(code(path) == nil)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path + ".key")
        #expect(code(path) == .keyFileUnusable)
        try FileManager.default.removeItem(atPath: path + ".key")
        #expect(code(path) == .keyFileMissing)
        #expect(code(directory.path("none.card")) == .notFound)
    }

    @Test("A card is not made over another one")
    func exists() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("a.card")
        _ = try SoftwareCard.create(at: path)
        #expect(throws: VirtualCardError(.alreadyExists)) { try SoftwareCard.create(at: path) }
        #expect(code(path) == nil)
        try SoftwareCard.delete(at: path)
        #expect(throws: VirtualCardError(.notFound)) { try SoftwareCard.delete(at: path) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
    }

    @Test("An ejected card is removed for whoever uses it, and comes back with nothing verified")
    func ejected() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("a.card")
        let card = try SoftwareCard.create(at: path)
        var transport = VirtualCardTransport(card)
        let select: [UInt8] = [0x00, 0xA4, 0x04, 0x00, 0x05, 0xA0, 0x00, 0x00, 0x03, 0x08]
        #expect(try transport.transmit(select).suffix(2) == [0x90, 0x00])
        #expect(
            try transport.transmit([0x00, 0x20, 0x00, 0x80, 0x08] + Array("123456".utf8) + [0xFF, 0xFF]) == [
                0x90, 0x00,
            ]
        )
        try SoftwareCard.eject(at: path)
        #expect(!SoftwareCard.isInserted(at: path))
        #expect(throws: CardError(.cardRemoved)) { _ = try transport.transmit(select) }
        try SoftwareCard.insert(at: path)
        try SoftwareCard.insert(at: path)
        #expect(try transport.transmit(select).suffix(2) == [0x90, 0x00])
        #expect(try transport.transmit([0x00, 0x20, 0x00, 0x80]) == [0x63, 0xC3])
    }

    @Test("Two programs that write at once lose nothing of each other's")
    func twoWriters() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("a.card")
        let card = try SoftwareCard.create(at: path)
        let exchange = Exchange(card)
        try exchange.select()
        try exchange.authenticate()
        #expect(try exchange.verify() == "9000")
        #expect(try exchange.status("00FAFFFF") == "9000")
        let tool = try BuildProducts.path("virtual-card-tool")
        let wrong = [
            tool, "send", path, "40", "00A4040005A000000308", "0020008008" + Exchange.padded("000000"),
        ]
        async let one = ChildProcess.run(wrong)
        async let two = ChildProcess.run(wrong)
        #expect(try await one.exitStatus == 0)
        #expect(try await two.exitStatus == 0)
        #expect(try card.status().pin.triesLeft == 255 - 80)
    }

    @Test(
        "An openssl.cnf that takes openssl's algorithms, or is malformed, changes nothing",
        arguments: OpenSSLConfiguration.harmful
    )
    func configuration(_ text: String) async throws {
        let directory = try TemporaryDirectory()
        let configuration = try directory.write(text, to: "openssl.cnf")
        let environment = ["OPENSSL_CONF": configuration, "OPENSSL_MODULES": "/nonexistent", "PATH": "/usr/bin:/bin"]
        let tool = try BuildProducts.path("virtual-card-tool")
        let made = try await ChildProcess.run([tool, "create", directory.path("a.card")], environment: environment)
        #expect(made.exitStatus == 0, "\(made.errorText)")
        let generated = try await ChildProcess.run(
            [tool, "generate", directory.path("a.card"), "1"],
            environment: environment
        )
        #expect(generated.text == "generated\n", "\(generated.errorText)")
        let peer = try await ChildProcess.run(["openssl", "dgst", "-sha256"], environment: environment)
        // The openssl command overlooks a malformed file.
        #expect((peer.exitStatus == 0) == !text.contains("none-such"))
    }
}
