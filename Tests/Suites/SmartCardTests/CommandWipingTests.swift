import Foundation
import JetonOctets
import SmartCard
import Testing

/// What a command with a PIN leaves in this process's memory once the card has answered.
@Suite("Wiping of commands")
struct CommandWipingTests {
    private static let pin = Array("4815162342108".utf8)

    /// Remembers where the octets of each command lay, and keeps no copy of them.
    private final class Places {
        private(set) var list: [(address: UInt, count: Int)] = []

        func add(_ command: [UInt8]) {
            unsafe command.withUnsafeBytes { bytes in
                list.append((UInt(bitPattern: bytes.baseAddress), bytes.count))
            }
        }
    }

    private struct Watching: CardTransport {
        let places: Places
        let answers: [[UInt8]]
        let supportsExtendedLength: Bool
        private var next = 0

        init(_ places: Places, _ answers: [[UInt8]], supportsExtendedLength: Bool) {
            self.places = places
            self.answers = answers
            self.supportsExtendedLength = supportsExtendedLength
        }

        mutating func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] {
            places.add(command)
            defer { next += 1 }
            guard next < answers.count else { throw CardError(.transmissionFailed) }
            return answers[next]
        }
    }

    /// The process's memory as the kernel shows it: reading what was freed is no fault there.
    private static func memory(at address: UInt, count: Int) throws -> [UInt8] {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/mem"))
        try file.seek(toOffset: UInt64(address))
        return Array(try file.read(upToCount: count) ?? Data())
    }

    private static func holdsPIN(_ octets: [UInt8]) -> Bool {
        octets.indices.contains {
            octets[$0...].starts(with: pin.prefix(8)) || octets[$0...].starts(with: pin.suffix(8))
        }
    }

    @Test("The kernel shows the octets of an array that is alive")
    func control() throws {
        let octets = [UInt8](repeating: 0, count: 64) + Self.pin
        let places = Places()
        places.add(octets)
        let place = try #require(places.list.first)
        let shown = try Self.memory(at: place.address, count: place.count)
        #expect(Self.holdsPIN(shown))
        withExtendedLifetime(octets) {}
    }

    @Test(
        "No command that was sent leaves its data behind: not a short one, a long one, a chained one or a refused one",
        arguments: [
            (0, [[0x90, 0x00]], false), (3_000, [[0x90, 0x00]], true),
            (600, [[0x90, 0x00], [0x90, 0x00], [0x90, 0x00]], false),
            (0, [[0x63, 0xC2]], false), (0, [[0x6C, 0x10], [0x90, 0x00]], false), (0, [], false),
        ] as [(Int, [[UInt8]], Bool)]
    )
    func sent(_ filling: Int, _ answers: [[UInt8]], _ isExtended: Bool) throws {
        let places = Places()
        var channel = CardChannel(Watching(places, answers, supportsExtendedLength: isExtended))
        var command = CommandAPDU(0x00, 0x20, 0x00, 0x80, data: [], expectedLength: answers.count == 2 ? 256 : nil)
        // What the allocator itself writes into freed memory lies at its beginning.
        let rounds = (filling + 64) / Self.pin.count
        command.data = (0..<rounds).flatMap { _ in Self.pin }
        _ = try? channel.send(command)
        command.wipe()
        #expect(places.list.count == max(1, answers.count))
        for place in places.list {
            let remains = try Self.memory(at: place.address, count: place.count)
            #expect(!Self.holdsPIN(remains))
        }
    }
}
