import Foundation
import JetonASN1
import JetonCMS
import TestRig
import Testing

@testable import ASiC
@testable import JetonX509

@Suite("Strict ZIP")
struct ZIPTests {
    /// An archive of two files: "a" stored, "b" deflated with its sizes behind it.
    static func made() throws -> [UInt8] {
        var sink = MemorySink()
        var writer = ZIPWriter()
        try writer.add("a", Array("stored".utf8), isStored: true, to: &sink)
        let file = try SurveyedFile(MadeFile("b", String(repeating: "b", count: 5_000)), .sha256)
        try writer.add(file, to: &sink)
        try writer.finish(to: &sink)
        return sink.octets
    }

    static func contents(_ archive: [UInt8]) throws -> [String: Int] {
        let archive = try ZIPArchive(ZIPMemory(archive))
        return try archive.entries.reduce(into: [:]) { sizes, entry in
            sizes[entry.name] = try archive.contents(of: entry, limit: 1 << 20).count
        }
    }

    /// The place of a signature, the last one or the first.
    static func place(_ archive: [UInt8], _ signature: [UInt8], last: Bool = false) -> Int {
        let places = archive.indices.filter { archive[$0...].starts(with: signature) }
        return (last ? places.last : places.first) ?? 0
    }

    static let local: [UInt8] = [0x50, 0x4B, 3, 4]
    static let central: [UInt8] = [0x50, 0x4B, 1, 2]
    static let end: [UInt8] = [0x50, 0x4B, 5, 6]
    static let descriptor: [UInt8] = [0x50, 0x4B, 7, 8]

    @Test("An archive is read as it was written")
    func whole() throws {
        let sizes = try Self.contents(Self.made())
        #expect(sizes == ["a": 6, "b": 5_000])
    }

    @Test("Sizes that follow the data may stand in front of it too, each or none", arguments: [18, 22])
    func sizesInFront(offset: Int) throws {
        var archive = try Self.made()
        let place = Self.place(archive, Self.local, last: true) + offset
        let behind = Self.place(archive, Self.descriptor) + offset - 10
        #expect(archive[place..<(place + 4)].allSatisfy { $0 == 0 })
        archive.replaceSubrange(place..<(place + 4), with: Array(archive[behind..<(behind + 4)]))
        #expect(try Self.contents(archive)["b"] == 5_000)
        archive[place] ^= 1
        #expect(throws: ContainerError(.malformed, "")) { try Self.contents(archive) }
    }

    /// An attack: its name, and the bytes that it changes.
    struct Attack: CustomTestStringConvertible {
        let name: String
        let change: @Sendable (inout [UInt8]) -> Void
        var testDescription: String { name }

        init(_ name: String, _ change: @escaping @Sendable (inout [UInt8]) -> Void) {
            (self.name, self.change) = (name, change)
        }

        /// Changes one byte behind a signature.
        init(_ name: String, _ signature: [UInt8], _ offset: Int, _ value: UInt8, last: Bool = false) {
            self.init(name) { $0[ZIPTests.place($0, signature, last: last) + offset] = value }
        }
    }

    static let attacks = [
        Attack("names differ", local, 30, 0x63), Attack("local size differs", local, 22, 7),
        Attack("local sum differs", local, 14, 7), Attack("local method differs", local, 8, 8),
        Attack("local flags differ", local, 6, 8), Attack("encrypted", central, 8, 1),
        Attack("method unknown", central, 10, 12), Attack("stored with two sizes", central, 24, 7),
        Attack("central sum differs", central, 16, 7), Attack("header elsewhere", central, 42, 1),
        Attack("overlap", central, 42, 0, last: true), Attack("other disk", central, 34, 1),
        Attack("symbolic link", central, 41, 0xA0), Attack("name is absolute", central, 46, 0x2F),
        Attack("name is a control character", central, 46, 0x0A), Attack("name is not UTF-8", central, 46, 0xFF),
        Attack("sizes behind differ", descriptor, 4, 7), Attack("fewer files stated", end, 10, 1),
        Attack("more files stated", end, 10, 3), Attack("two disks", end, 4, 1),
        Attack("directory elsewhere", end, 16, 0), Attack("directory shorter", end, 12, 1),
        Attack("ZIP64 stated and not there") { archive in
            let place = ZIPTests.place(archive, ZIPTests.end)
            archive.replaceSubrange((place + 16)..<(place + 20), with: [255, 255, 255, 255])
        },
        Attack("bytes before") { $0.insert(0, at: 0) },
        Attack("bytes behind") { $0.append(0) },
        Attack("bytes between") { $0.insert(0, at: ZIPTests.place($0, ZIPTests.central)) },
        Attack("bytes between, and the end knows of them") { archive in
            archive.insert(0, at: ZIPTests.place(archive, ZIPTests.central))
            archive[ZIPTests.place(archive, ZIPTests.end) + 16] += 1
        },
        Attack("two names the same") { archive in
            for (index, byte) in archive.enumerated() where byte == 0x62 && index > 30 {
                let isName = archive[..<index].suffix(46).starts(with: ZIPTests.central)
                if isName || archive[..<index].suffix(30).starts(with: ZIPTests.local) { archive[index] = 0x61 }
            }
        },
        Attack("a second end in the comment") { archive in
            let place = ZIPTests.place(archive, ZIPTests.end)
            archive[place + 20] = 22
            archive += ZIPTests.end + [UInt8](repeating: 0, count: 18)
        },
        Attack("cut off") { $0.removeLast() },
        Attack("empty") { $0 = [] },
    ]

    @Test("What two readers could understand in two ways is refused", arguments: attacks)
    func ambiguous(attack: Attack) throws {
        var archive = try Self.made()
        attack.change(&archive)
        #expect(throws: ContainerError.self) { try ZIPArchive(ZIPMemory(archive)) }
    }

    @Test("Content that does not fit its size, its checksum or deflate is refused when it is read")
    func damaged() throws {
        let archive = try Self.made()
        for place in [31, Self.place(archive, Self.local, last: true) + 32] {
            var changed = archive
            changed[place] ^= 0x55
            #expect(throws: ContainerError.self) { try Self.contents(changed) }
        }
    }

    @Test("A bomb is refused by what it states, and where that is a lie by what it expands to")
    func bomb() throws {
        func zeros(_ files: Int) throws -> [UInt8] {
            var sink = MemorySink()
            var writer = ZIPWriter()
            for number in 0..<files {
                let file = MadeFile("zeros \(number)", String(repeating: "\0", count: 1 << 20))
                try writer.add(SurveyedFile(file, .sha256), to: &sink)
            }
            try writer.finish(to: &sink)
            return sink.octets
        }
        let bomb = try zeros(80)
        #expect(bomb.count < 120_000)
        #expect(throws: ContainerError(.limitExceeded, "")) { try ZIPArchive(ZIPMemory(bomb)) }
        // The directory and the sizes behind the data state a small file.
        var lie = try zeros(1)
        let size: [UInt8] = [0, 0, 16, 0]
        for (signature, offset) in [(Self.central, 24), (Self.descriptor, 12)] {
            let place = Self.place(lie, signature, last: true)
            #expect(Array(lie[(place + offset)..<(place + offset + 4)]) == size)
            lie.replaceSubrange((place + offset)..<(place + offset + 4), with: [16, 0, 0, 0])
        }
        let archive = try ZIPArchive(ZIPMemory(lie))
        let entry = try #require(archive["zeros 0"])
        #expect(throws: ContainerError(.malformed, "")) { try archive.contents(of: entry, limit: 1 << 20) }
    }

    @Test("No mutation of an archive crashes the reader, and none gives content beyond what is stated")
    func mutations() throws {
        let archive = try Self.made()
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<3_000 {
            var changed = archive
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                changed[Int.random(in: changed.indices, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
            guard let sizes = try? Self.contents(changed) else { continue }
            #expect(sizes.values.allSatisfy { $0 <= 1 << 20 })
        }
    }
}
