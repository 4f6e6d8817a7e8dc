import Foundation
import JetonOctets
import Synchronization
import Testing
import VirtualCard

@testable import TokenEngine

@Suite("Several at once", .timeLimit(.minutes(5)))
struct ConcurrencyTests {
    @Test("Sixteen threads sign with one card, each in a session of its own")
    func threads() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let pair = try rig.generate(.p256, in: session)
        let always = try rig.generate(.p256, in: session, [Template.flag(.alwaysAuthenticate, true)])
        let engine = rig.engine
        let done = Mutex(0)
        let digest = [UInt8](repeating: 1, count: 32)
        DispatchQueue.concurrentPerform(iterations: 16) { number in
            guard let own = try? engine.openSession(slot: 0, isReadWrite: false) else { return }
            for _ in 0..<20 {
                let wantsPIN = number % 4 == 0
                guard
                    (try? engine.signInit(own, EngineMechanism(.ecdsa), wantsPIN ? always.privateKey : pair.privateKey))
                        != nil
                else { return }
                if wantsPIN {
                    let pin = EngineRig.secret(EngineRig.pin)
                    guard (try? engine.logIn(own, .contextSpecific, pin)) != nil else { return }
                }
                guard (try? engine.signUpdate(own, digest.span)) != nil,
                    let signature = try? engine.signFinal(own), signature.count == 64
                else { return }
                done.withLock { $0 += 1 }
            }
            try? engine.closeSession(own)
        }
        #expect(done.withLock { $0 } == 320)
    }

    @Test("Two programs change one card in turns, and no name and no key is lost")
    func programs() throws {
        let rig = try EngineRig()
        let engines = [rig.engine, rig.anotherEngine()]
        let made = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            let engine = engines[number]
            guard let session = try? engine.openSession(slot: 0, isReadWrite: true),
                (try? engine.logIn(session, .user, EngineRig.secret(EngineRig.pin))) != nil
            else { return }
            for index in 0..<5 {
                let identifier = EngineAttribute(.id, [0xF0, UInt8(number), UInt8(index)])
                let pair = try? engine.generateKeyPair(
                    session,
                    KeyKind.p256.mechanism,
                    publicTemplate: [KeyKind.p256.parameters],
                    privateTemplate: [Template.flag(.token, true), identifier]
                )
                if pair != nil { made.withLock { $0 += 1 } }
            }
        }
        let count = made.withLock { $0 }
        let reader = rig.anotherEngine()
        let session = try reader.openSession(slot: 0, isReadWrite: false)
        try reader.logIn(session, .user, EngineRig.secret(EngineRig.pin))
        try reader.findObjectsInit(session, [Template.number(.class, 3)])
        let keys = try reader.findObjects(session, 100)
        let named = try keys.filter { try reader.values(session, $0, [.id])[0].get().first == 0xF0 }
        #expect(count == 10)
        #expect(named.count == 10)
    }

    @Test("A wrong PIN of one program is counted for the other")
    func counters() throws {
        let rig = try EngineRig()
        let other = rig.anotherEngine()
        let first = try rig.engine.openSession(slot: 0, isReadWrite: false)
        let second = try other.openSession(slot: 0, isReadWrite: false)
        #expect(fault { try rig.engine.logIn(first, .user, EngineRig.secret("999999")) } == .pinIncorrect)
        #expect(fault { try other.logIn(second, .user, EngineRig.secret("999999")) } == .pinIncorrect)
        #expect(try SoftwareCard(at: rig.path()).status().pin.triesLeft == 1)
        try other.logIn(second, .user, EngineRig.secret(EngineRig.pin))
        #expect(try SoftwareCard(at: rig.path()).status().pin.triesLeft == 3)
    }
}
