import Cryptoki
import Foundation
import JetonOctets
import TestRig
import Testing
import TokenKit

@Suite("The record of pairings")
struct PairingIndexTests {
    private let directory: TemporaryDirectory
    private let index: PairingIndex

    init() throws {
        directory = try TemporaryDirectory()
        index = PairingIndex(directory: directory.path("data/pairings"))
    }

    private static func record(serial: String = "4894721a", label: String = "my token", at time: Int = 1000)
        async throws
        -> PairingRecord
    {
        let copy = try await RutokenModuleCopy("slot.0.serial = \(serial)\nslot.0.label = \(label)")
        let pairing = Pairing(modulePath: copy.path, target: PairingTarget())
        let token = try pairing.run { _ in Secret(copying: [0].span) }.token
        return PairingRecord(of: token, at: time)
    }

    @Test("What is noted is found again, sorted, in files that only the user reads")
    func notes() async throws {
        #expect(try index.pairings().isEmpty)
        let second = try await Self.record(serial: "5894721a", label: "b = c")
        let first = try await Self.record(label: "")
        try index.remember(second)
        try index.remember(first)
        #expect(try index.pairings() == [first, second])
        let attributes = try FileManager.default.attributesOfItem(atPath: index.directory)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        let file = index.directory + "/rutoken_ecp_4894721a.pairing"
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: index.directory).count == 2)
    }

    @Test("A pairing seen again keeps the time of its first, and one that is forgotten is gone")
    func again() async throws {
        try index.remember(try await Self.record(at: 1000))
        try index.remember(try await Self.record(at: 2000))
        let record = try #require(try index.pairings().first)
        #expect(record.pairedAt == 1000 && record.seenAt == 2000)
        try index.forget(media: record.media)
        try index.forget(media: record.media)
        try index.forget(media: "../../etc/passwd")
        #expect(try index.pairings().isEmpty)
    }

    @Test("Files that are no records are left out and left alone")
    func foreign() async throws {
        let record = try await Self.record()
        try index.remember(record)
        let good = try String(contentsOfFile: index.directory + "/\(record.media).pairing", encoding: .utf8)
        let broken = [
            "empty.pairing": "", "other.pairing": good,
            "later.pairing": good.replacingOccurrences(of: "= 1\n", with: "= 2\n"),
            "large.pairing": String(repeating: "x", count: 10_000), "note.txt": good, "nonsense.pairing": "a\nb\n",
        ]
        for (name, text) in broken {
            try text.write(toFile: index.directory + "/" + name, atomically: true, encoding: .utf8)
        }
        #expect(try index.pairings() == [record])
        #expect(try FileManager.default.contentsOfDirectory(atPath: index.directory).count == broken.count + 1)
    }

    @Test("A folder that others can write to, or a file in its place, is an error")
    func unsafeFolders() async throws {
        let record = try await Self.record()
        try FileManager.default.createDirectory(atPath: index.directory, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: index.directory)
        #expect(throws: PairingError(.indexUnavailable)) { try index.remember(record) }
        let other = PairingIndex(directory: try directory.write("x", to: "file"))
        #expect(throws: PairingError(.indexUnavailable)) { try other.remember(record) }
        #expect(throws: PairingError(.indexUnavailable)) { _ = try other.pairings() }
    }

    @Test("A record is found by the names that find its token")
    func names() async throws {
        let record = try await Self.record()
        for name in ["4894721a", "1217688090", "rutoken_ecp_4894721a", "my token", "Aktiv Rutoken ECP 00 00"] {
            #expect(record.matches(name: name), "\(name)")
        }
        for name in ["4894721", "121768809", "my", "Aktiv"] { #expect(!record.matches(name: name), "\(name)") }
    }
}
