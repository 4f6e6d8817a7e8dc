import Testing

@testable import TokenEngine
@testable import VirtualCard

/// Something that a program does with a token, once for each fault at each command.
struct FaultOperation: Sendable, CustomTestStringConvertible {
    let name: String
    var stage = CardScene.Stage.filled
    /// Changes the card before it is used.
    var setUp: @Sendable (inout CardContents) -> Void = { _ in }
    /// How many wrong PINs, and wrong PUKs, are sent on purpose.
    var meant = (pin: 0, unblockingKey: 0)
    /// The role that logs in before the faults begin.
    var role: UserType?
    /// Whether the card is to be erased, which blocks PIN and PUK.
    var erases = false
    /// The commands that a fault hits, from the first: all, or those before the card is read from end to end, as
    /// "list" is tested by itself.
    var limit = 200
    let run: @Sendable (CardBench, UInt) throws -> Void
    /// What is wrong afterwards, with a link that works again.
    var judge: @Sendable (FaultOutcome) throws -> [String] = { _ in [] }

    var testDescription: String { name }

    static let newPIN = "345678"
    static let wrongPIN = "999999"

    static let all = logins + pins + initializations + objects

    private static let logins: [FaultOperation] = [
        FaultOperation(name: "list", run: { bench, session in _ = try bench.labels(.privateKey, in: session) }),
        FaultOperation(
            name: "login",
            run: { bench, session in
                try bench.engine.logIn(session, .user, EngineRig.secret(EngineRig.pin))
            }
        ),
        FaultOperation(
            name: "login with a wrong PIN",
            meant: (1, 0),
            run: { bench, session in
                try bench.engine.logIn(session, .user, EngineRig.secret(wrongPIN))
            }
        ),
        FaultOperation(
            name: "login with a wrong PIN and two tries left",
            setUp: { $0.piv.pin.triesLeft = 2 },
            meant: (1, 0),
            run: { bench, session in try bench.engine.logIn(session, .user, EngineRig.secret(wrongPIN)) }
        ),
        FaultOperation(
            name: "login of the security officer",
            run: { bench, session in
                try bench.engine.logIn(session, .securityOfficer, EngineRig.secret(EngineRig.securityOfficerPIN))
            }
        ),
        FaultOperation(
            name: "login of the security officer with a wrong PUK",
            meant: (0, 1),
            run: { bench, session in
                try bench.engine.logIn(session, .securityOfficer, EngineRig.secret("00000000"))
            }
        ),
    ]

    private static let pins: [FaultOperation] = [
        FaultOperation(
            name: "PIN change",
            run: { bench, session in
                try bench.changePIN(from: EngineRig.pin, to: newPIN, in: session)
            },
            judge: { $0.pinInForce([EngineRig.pin, newPIN]) }
        ),
        FaultOperation(
            name: "PIN change after a wrong PIN",
            setUp: { $0.piv.pin.triesLeft = 2 },
            run: { bench, session in
                try bench.changePIN(from: EngineRig.pin, to: newPIN, in: session)
            },
            // The counter tells whether the PIN was changed, so a success is one and a failure is one.
            judge: { outcome in
                var harms = outcome.pinInForce([EngineRig.pin, newPIN])
                let isNew = outcome.contents.piv.pin.isPIN(newPIN)
                if outcome.isToldByCounter, isNew != (outcome.fault == nil) {
                    harms.append("the outcome is misreported")
                }
                return harms
            }
        ),
        FaultOperation(
            name: "PIN change from a wrong PIN",
            meant: (1, 0),
            run: { bench, session in
                try bench.changePIN(from: wrongPIN, to: newPIN, in: session)
            },
            judge: { $0.pinInForce([EngineRig.pin]) }
        ),
        FaultOperation(
            name: "first PIN set by the security officer",
            stage: .unset,
            role: .securityOfficer,
            run: { bench, session in try bench.engine.initializePIN(session, EngineRig.secret(newPIN)) },
            judge: { try $0.hasFirstPIN(newPIN) }
        ),
        FaultOperation(
            name: "PIN set by the security officer",
            setUp: { $0.piv.pin.triesLeft = 0 },
            role: .securityOfficer,
            run: { bench, session in try bench.engine.initializePIN(session, EngineRig.secret(newPIN)) },
            judge: { $0.pinInForce([EngineRig.pin, newPIN]) }
        ),
        FaultOperation(
            name: "PIN unblocked",
            setUp: { $0.piv.pin.triesLeft = 0 },
            role: .securityOfficer,
            run: { bench, session in try bench.engine.unblockUserPIN(session) },
            judge: { $0.pinInForce([EngineRig.pin]) }
        ),
        FaultOperation(
            name: "PUK change",
            role: .securityOfficer,
            run: { bench, session in
                try bench.changePIN(from: EngineRig.securityOfficerPIN, to: "76543210", in: session)
            }
        ),
    ]

    private static let initializations: [FaultOperation] = [
        FaultOperation(
            name: "token init of a new card",
            stage: .factory,
            run: { bench, session in try initialize(bench, session) },
            judge: { try $0.initializedAgain() }
        ),
        FaultOperation(
            name: "token init",
            erases: true,
            run: { bench, session in try initialize(bench, session) },
            judge: { try $0.initializedAgain() }
        ),
    ]

    static func initialize(_ bench: CardBench, _ session: UInt) throws {
        try? bench.engine.closeSession(session)
        try bench.engine.initializeToken(0, EngineRig.secret(EngineRig.securityOfficerPIN), label: "beta")
    }

    private static let objects: [FaultOperation] = [
        FaultOperation(
            name: "key generate",
            stage: .initialized,
            role: .user,
            limit: 14,
            run: { bench, session in _ = try bench.generate(in: session, label: "new") },
            judge: {
                try $0.keysAreNamed("new") { bench, session in _ = try bench.generate(in: session, label: "new") }
            }
        ),
        FaultOperation(
            name: "object write",
            role: .user,
            limit: 14,
            run: { bench, session in _ = try bench.store("new", in: session) },
            judge: { try $0.objectsAreNamed() }
        ),
        FaultOperation(
            name: "key delete",
            role: .user,
            limit: 14,
            run: { bench, session in
                guard let key = try bench.find(.privateKey, label: "old", in: session).first else { return }
                try bench.engine.destroyObject(session, key)
            },
            judge: { try $0.keysAreNamed("old") { _, _ in } }
        ),
        FaultOperation(
            name: "sign",
            role: .user,
            limit: 6,
            run: { bench, session in try bench.sign("old", in: session) }
        ),
        FaultOperation(
            name: "sign with a PIN each time",
            role: .user,
            limit: 8,
            run: { bench, session in
                try bench.sign("always", in: session, confirming: EngineRig.pin)
            }
        ),
    ]
}
