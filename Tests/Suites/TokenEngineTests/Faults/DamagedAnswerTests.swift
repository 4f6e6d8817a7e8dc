import Foundation
import Testing

@testable import TokenEngine
@testable import VirtualCard

@Suite("Cards whose answers are damaged")
struct DamagedAnswerTests {
    /// Conversations; `JETON_CARD_CONVERSATIONS=3000` by hand.
    private static let count =
        ProcessInfo.processInfo.environment["JETON_CARD_CONVERSATIONS"].flatMap(Int.init) ?? 150

    @Test("No answer ends the program or costs a try that was not meant", arguments: 0..<10)
    func conversations(part: Int) throws {
        let scene = try CardScene.of(.clear, .filled)
        for number in 0..<Self.count / 10 {
            let seed = UInt64(part * Self.count + number)
            let isRight = number % 2 == 0
            let reader = FaultyReader(scene)
            reader.damageAnswers(seed: seed)
            // Each step may fail; the next one is tried all the same.
            if let bench = try? CardBench(reader) {
                if let session = try? bench.session() {
                    let pin = EngineRig.secret(isRight ? EngineRig.pin : FaultOperation.wrongPIN)
                    try? bench.engine.logIn(session, .user, pin)
                    _ = try? bench.labels(.privateKey, in: session)
                    _ = try? bench.labels(.certificate, in: session)
                    try? bench.sign("old", in: session)
                    _ = try? bench.store("note", in: session)
                    _ = try? bench.generate(in: session, label: "new")
                    try? bench.engine.logOut(session)
                }
            }
            reader.damageAnswers(seed: nil)
            let spent = 3 - reader.contents.piv.pin.triesLeft
            // A wrong PIN that an answer calls right is given once more when the card says later that no one has logged in.
            #expect(spent <= (isRight ? 0 : 2), "seed \(seed): \(spent) tries")
            // What is on the card can be read, and the user logs in.
            let bench = try CardBench(reader)
            let session = try bench.session(.user, EngineRig.pin)
            #expect(try bench.labels(.privateKey, in: session).contains("old"), "seed \(seed)")
        }
    }
}
