import Foundation
import TestRig
import Testing

@Suite("jeton enroll, killed at any time")
struct SlowEnrollKillTests {
    private let place: Workplace
    private static let keys = ["one", "two", "three", "four"]

    init() async throws {
        // A card of ours: SoftHSM changes its files in several steps, and a kill between them damages the token.
        place = try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")])
        try await place.jeton("virtual", "create", "alpha").exits(0)
        let initialize = ["token", "init", "--reader", "Jeton virtual card alpha", "--label", "alpha", "--yes"]
        try await place.jeton(initialize + Workplace.officerOption + Workplace.pinOption).exits(0)
        for key in Self.keys { try await place.makeKey(key) }
    }

    /// Starts a command and kills it some time later; whether it had ended by itself does not matter.
    private func kill(_ arguments: [String], after milliseconds: Int) async throws {
        let process = try place.start(arguments + Workplace.pinOption)
        try await Task.sleep(for: .milliseconds(milliseconds))
        process.signal(9)
        _ = try? await process.finish()
    }

    /// How often the kills come, in rounds of 20: more by hand.
    private var rounds: Int {
        (ProcessInfo.processInfo.environment["JETON_ENROLL_KILLS"].flatMap { Int($0) } ?? 20) / 20
    }

    @Test("20 kills lose no request that the authority has, and store no certificate twice")
    func kills() async throws {
        let server = try await EnrollmentServer(place)
        for round in 0..<rounds {
            // Each round kills at other times.
            try await killRequests(server, shift: round * 37 % 90)
            try await killCollecting(shift: round * 29 % 60)
            for key in Self.keys where round + 1 < rounds {
                try await place.jeton(["cert", "delete", key, "--yes"] + Workplace.pinOption).exits(0)
            }
        }
    }

    /// Kills two requests for each key, and lets a third go on.
    private func killRequests(_ server: EnrollmentServer, shift: Int) async throws {
        for (index, key) in Self.keys.enumerated() {
            let request = [
                "enroll", "request", "--key", key, "--subject", "CN=\(key)", "--mailbox", server.address,
            ]
            for attempt in 0..<2 { try await kill(request, after: 60 + 90 * index + 200 * attempt + shift) }
            // Whatever was left behind, the request goes on: a new one, or the one that is kept.
            let answer = try await place.jeton(request + Workplace.pinOption)
            #expect([0, 6].contains(answer.code), "\(answer.testDescription)")
        }
        let listed = try await place.jeton("enroll", "list", "--json").exits(0).json()
        #expect(listed["requests"].list.count == Self.keys.count && listed["damaged"].list.isEmpty)
    }

    /// Kills twelve times who collects what the authority has made, and lets the last go on.
    private func killCollecting(shift: Int) async throws {
        try place.directory.write("", to: "ready")
        for attempt in 0..<12 { try await kill(["enroll", "collect"], after: 80 + 60 * attempt + shift) }
        // What a killed request had only prepared is sent by the first, and collected by the second.
        for _ in 0..<2 { try await place.jeton(["enroll", "collect"] + Workplace.pinOption).exits(0) }
        let left = try await place.jeton("enroll", "list", "--json").exits(0).json()
        #expect(left["requests"].list.isEmpty)
        let stored = try await place.jeton("cert", "list", "--json").exits(0).json()["certificates"].list
        #expect(stored.map { $0["subject"].text ?? "" }.sorted() == Self.keys.map { "CN=\($0)" }.sorted())
        try FileManager.default.removeItem(atPath: place.directory.path("ready"))
    }
}
