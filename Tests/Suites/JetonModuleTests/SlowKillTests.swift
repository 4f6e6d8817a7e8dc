import Foundation
import JetonOctets
import TestRig
import Testing
import TokenEngine
import VirtualCard

/// Programs that use the provider are killed at any moment of its changes, 210 times: the token is whole each time.
@Suite("Programs on the provider, killed in the middle", .timeLimit(.minutes(5)))
struct SlowKillTests {
    private static let otherPIN = "765432"
    private static let rounds = 0..<7
    private static let kills = 0..<30

    private func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8).span) }

    @Test("Keys that are there sign, data is whole, the old PIN or the new one is right", arguments: rounds)
    func killed(_ round: Int) async throws {
        let provider = try await Provider()
        let probe = [try BuildProducts.path("provider-probe"), provider.module, "changes", Provider.pin, Self.otherPIN]
        for kill in Self.kills {
            let child = try ChildProcess(probe, environment: provider.environment)
            _ = try await child.lines(upTo: { $0.hasPrefix("turn") })
            let number = round * Self.kills.count + kill
            try await Task.sleep(for: .microseconds(500 + number * 1_933 % 130_000))
            child.signal(SIGKILL)
            let output = try await child.finish()
            #expect(output.ending == .killed(signal: SIGKILL), "\(output.text)\(output.errorText)")
            try check(provider)
        }
    }

    /// Looks at the token as the next program does, and leaves it as it was before.
    private func check(_ provider: Provider) throws {
        let path = provider.folder.path("alpha.card")
        // A right PIN that was on its way has cost its try, and no more.
        #expect(try SoftwareCard(at: path).status().pin.triesLeft >= 2)
        let engine = Engine([VirtualCardDirectory(provider.folder.path)])
        #expect(engine.slotIdentifiers(withToken: true, isNewList: true) == [0])
        #expect(try engine.describeToken(0).label == "alpha")
        let session = try engine.openSession(slot: 0, isReadWrite: true)
        do {
            try engine.logIn(session, .user, secret(Provider.pin))
        } catch {
            try engine.logIn(session, .user, secret(Self.otherPIN))
            try engine.setPIN(session, from: secret(Self.otherPIN), to: secret(Provider.pin))
        }
        #expect(try SoftwareCard(at: path).status().pin.triesLeft == 3)
        for object in try find(.privateKey, engine, session) {
            let digest = [UInt8](repeating: 7, count: 32)
            try engine.signInit(session, EngineMechanism(.ecdsa), object)
            try engine.signUpdate(session, digest.span)
            let signature = try engine.signFinal(session)
            for publicKey in try find(.publicKey, engine, session) {
                try engine.verifyInit(session, EngineMechanism(.ecdsa), publicKey)
                try engine.verifyUpdate(session, digest.span)
                try engine.verifyFinal(session, signature)
            }
            try engine.destroyObject(session, object)
        }
        for object in try find(.publicKey, engine, session) { try engine.destroyObject(session, object) }
        for object in try find(.data, engine, session, label: "notes") {
            let value = try engine.values(session, object, [.value])[0].get()
            #expect(value.count == 3_000 && Set(value).count == 1)
            try engine.destroyObject(session, object)
        }
        engine.close()
    }

    private func find(
        _ objectClass: ObjectClass,
        _ engine: Engine,
        _ session: UInt,
        label: String? = nil
    ) throws -> [UInt] {
        let number = (0..<8).map { UInt8(truncatingIfNeeded: objectClass.rawValue >> ($0 * 8)) }
        var template = [EngineAttribute(.class, number)]
        if let label { template.append(EngineAttribute(.label, Array(label.utf8))) }
        try engine.findObjectsInit(session, template)
        defer { try? engine.findObjectsFinal(session) }
        return try engine.findObjects(session, 100)
    }
}
