import Foundation
import JetonKeystore
import JetonKeystoreBase
import SecureChannel
import TestRig
import Testing
import VirtualCard

@Suite("A pairing that is used hard, and one that is interrupted", .timeLimit(.minutes(15)))
struct SlowChannelTests {
    @Test("Eight processes of two programs sign at once through one pairing; no counter is taken twice")
    func load() async throws {
        let place = try await ChannelPlace()
        try await place.pair().exits(0)
        try await place.prepareKey()
        let programs = [try await place.program("one"), try await place.program("two")]
        let media = try await place.media()
        for program in programs {
            try await place.workplace.jeton("pairings", "allow", media, program.demo.path).exits(0)
        }
        let path = place.workplace.directory.path("data/cards/alpha.card")
        let before = try lastCounter(place)
        #expect(try cardCounter(path) == before)
        let counts = try await withThrowingTaskGroup(of: Int?.self) { group in
            for index in 0..<8 {
                group.addTask { try await programs[index % 2].sign(50, pin: Workplace.pin) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 50, count: 8))
        // Each process had a session or more, and the store has seen the last of them.
        let after = try lastCounter(place)
        #expect(after >= before + 8)
        #expect(try cardCounter(path) == after)
    }

    private func cardCounter(_ path: String) throws -> UInt32? {
        try SoftwareCard(at: path).status().channel?.peers.map(\.counter).max()
    }

    private func lastCounter(_ place: ChannelPlace) throws -> UInt32 {
        let store = UserKeystore(dataDirectory: place.workplace.directory.path("data"), witnessDirectory: nil)
        let items = try store.openLocked(for: Caller(hasEveryGroup: true))
            .items(ItemQuery(service: ChannelKeyStore.service))
        #expect(items.count == 1)
        return try CardPairing(decoding: items.first?.attributes.generic ?? []).lastCounter
    }

    @Test("kill -9 at any step of a pairing loses neither the password nor the pairing")
    func interrupted() async throws {
        let place = try await ChannelPlace()
        let program = try await place.program("program")
        var steps = 0
        var outcomes: [UInt: Int] = [:]
        while true {
            steps += 1
            try #require(steps < 400)
            let data = place.workplace.directory.path("data-\(steps)")
            try FileManager.default.copyItem(atPath: place.workplace.directory.path("data"), toPath: data)
            let environment = ["JETON_DATA": data]
            let killing = environment.merging(["PROBE_KILL_AT": "\(steps)"]) { $1 }
            let first = try await program.pair(place.passwords[0], killing)
            guard first.wasKilled else {
                #expect(first.session == 0, "\(first)")
                break
            }
            let left = try await program.open(environment)
            outcomes[left.session ?? .max, default: 0] += 1
            if left.session != 0 {
                #expect(left.session == 0x54, "step \(steps): \(left)")
                let again = try await program.pair(place.passwords[0], environment)
                #expect(again.pairing == 0 && again.session == 0, "step \(steps): \(again)")
            }
            try FileManager.default.removeItem(atPath: data)
        }
        // Both ends of the way were met: nothing done yet, and all but done.
        #expect(outcomes[0x54, default: 0] > 5 && outcomes[0, default: 0] > 1, "\(outcomes) in \(steps) steps")
    }
}
