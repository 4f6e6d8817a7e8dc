import AgeFiles
import Crypto
import JetonASN1
import JetonKeystoreBase
import JetonOctets
import TestRig
import Testing

@testable import KeystoreSync

@Suite("Synchronization: the content of bundles")
struct SyncBundleTests {
    private static func text(_ secret: borrowing Secret) -> [UInt8] {
        secret.withBytes { span in (0..<span.count).map { span[$0] } }
    }

    /// A bundle with an item and a deletion, its plain text, and who wrote it.
    private static func sample() throws -> (device: TestDevice, list: SyncMembership, plain: [UInt8]) {
        let device = try TestDevice.group("one", folder: try TemporaryDirectory())[0]
        try device.set("a", "a secret", at: 1_780_000_000_000)
        try device.set("b", "another", at: 1_780_000_000_000)
        try device.run(at: 1_780_000_000_000)
        device.delete("b")
        try device.run(at: 1_780_000_000_001)
        let list = try device.session.membership(keys: device.keys)
        let plain = try AgeFile.decrypt(try device.folder.read(device.bundleName), with: device.keys.identity)
        return (device, list, text(plain))
    }

    private static func open(_ plain: [UInt8], _ device: TestDevice, _ list: SyncMembership) throws -> SyncBundle {
        let secret = Secret(copying: plain.span)
        let file = try AgeFile.encrypt(secret, to: [device.keys.identity.recipient])
        return try SyncBundle.open(file, keys: device.keys, members: list)
    }

    @Test("Whoever knows the recipients but not the signing key can change or cut nothing")
    func changedInside() throws {
        let (device, list, plain) = try Self.sample()
        #expect(try Self.open(plain, device, list).records.count == 1)
        for index in plain.indices {
            for mask in [0x01, 0x80] as [UInt8] {
                var damaged = plain
                damaged[index] ^= mask
                #expect(throws: KeystoreError.self, "octet \(index)") { _ = try Self.open(damaged, device, list) }
            }
            #expect(throws: KeystoreError.self, "\(index) octets") {
                _ = try Self.open(Array(plain[..<index]), device, list)
            }
        }
    }

    /// Signs other lines with the device's own key: what a faulty or hostile member could write.
    private static func sign(_ lines: [String], _ device: TestDevice) throws -> [UInt8] {
        let text = Array(lines.map { $0 + "\n" }.joined().utf8)
        let digest = Array(SHA256.hash(data: text))
        let signature = try device.keys.signingKey.signature(over: Array("TKSB1\u{0}".utf8) + digest)
        return text + Array("{\"signature\":\"\(Base64.encode(signature))\"}\n".utf8)
    }

    @Test("A member's record of an item that belongs to one device is refused, the others are read")
    func thisDeviceOnly() throws {
        let (device, list, plain) = try Self.sample()
        let lines = String(decoding: plain, as: UTF8.self).split(separator: "\n").map(String.init)
        let bound = lines[1].replacing("\"accessible\":\"ck\"", with: "\"accessible\":\"cku\"")
        let other = lines[1].replacing("\"account\":\"a\"", with: "\"account\":\"b\"")
        let bundle = try Self.open(try Self.sign([lines[0], bound, other], device), device, list)
        #expect(bundle.records.keys.map(\.account) == ["b"])
        #expect(bundle.refused.map(\.key.account) == ["a"])
        let local = lines[1].replacing("ABCDE12345.shared", with: "local.5f0c")
        #expect(try Self.open(try Self.sign([lines[0], local], device), device, list).refused.count == 1)
    }

    @Test("A member's bundle in any other form than the one that is written is refused", arguments: 0..<11)
    func otherForms(form: Int) throws {
        let (device, list, plain) = try Self.sample()
        let lines = String(decoding: plain, as: UTF8.self).split(separator: "\n").map(String.init)
        let (head, record) = (lines[0], lines[1])
        let forms = [
            [head, record, record],
            [record],
            [head, record.replacing("\"data\":\"", with: "\"data\":\"=")],
            [head, record.replacing("\"created\":1", with: "\"created\":01")],
            [head, record.replacing("\"created\":1", with: "\"created\":1.0")],
            [head, record.replacing("\"created\":1", with: "\"created\":-1")],
            [head, record.replacing("{\"acc", with: "{ \"acc")],
            [head, record.replacing("\"service\"", with: "\"surplus\":1,\"service\"")],
            [head, record.replacing("\"service\":\"mail\"", with: "\"service\":\"\\u006dail\"")],
            [head.replacing("\"v\":1", with: "\"v\":2"), record],
            [head, record.replacing("\"hlc\":\"0", with: "\"hlc\":\"z")],
        ]
        #expect(throws: KeystoreError.self) {
            _ = try Self.open(try Self.sign(forms[form], device), device, list)
        }
        #expect(try Self.open(try Self.sign([head, record], device), device, list).records.count == 1)
    }

    @Test("Merging is commutative, associative and idempotent", arguments: 1...40)
    func merging(seed: Int) throws {
        var random = SyncConvergenceTests.Generator(state: UInt64(seed))
        let devices = try (0..<3).map { _ in SyncDeviceIdentifier(try Ed25519SigningKey.generate().publicKey) }
        let records = try (0..<12).map { number in
            let time = try #require(
                HybridTime(
                    milliseconds: UInt64.random(in: 0...3, using: &random),
                    counter: UInt32.random(in: 0...1, using: &random),
                    device: devices[Int.random(in: 0...2, using: &random)]
                )
            )
            let account = ["a", "b"][number % 2]
            return Bool.random(using: &random)
                ? SyncRecord(tombstone: TestDevice.key(account), sequence: 1, time: time, base: nil)
                : SyncRecord(try TestDevice.item(account, "\(number)", at: 1), time: time, base: nil)
        }
        func merged(_ records: [SyncRecord]) -> [SyncKey: [UInt8]] {
            var merge = SyncMerge()
            for record in records { merge.add(record) }
            return merge.records.mapValues(\.digest)
        }
        func joined(_ left: [SyncRecord], _ right: [SyncRecord]) -> [SyncKey: [UInt8]] {
            var one = SyncMerge()
            for record in left { one.add(record) }
            var two = SyncMerge()
            for record in right { two.add(record) }
            for record in two.records.values { one.add(record) }
            return one.records.mapValues(\.digest)
        }
        let reference = merged(records)
        #expect(merged(records.shuffled(using: &random)) == reference)
        #expect(merged(records + records) == reference)
        for split in records.indices {
            #expect(joined(Array(records[..<split]), Array(records[split...])) == reference)
            #expect(joined(Array(records[split...]), Array(records[..<split])) == reference)
        }
    }
}
