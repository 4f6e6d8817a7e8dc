import TestRig
import Testing
import VirtualCard

@testable import TokenEngine

@Suite("Login and PINs")
struct LoginTests {
    @Test("A right PIN logs in once, for every session of the token")
    func login() throws {
        let rig = try EngineRig()
        let first = try rig.engine.openSession(slot: 0, isReadWrite: false)
        let second = try rig.engine.openSession(slot: 0, isReadWrite: true)
        #expect(try rig.engine.describeSession(first).state == .readOnlyPublic)
        try rig.engine.logIn(first, .user, EngineRig.secret(EngineRig.pin))
        #expect(try rig.engine.describeSession(first).state == .readOnlyUser)
        #expect(try rig.engine.describeSession(second).state == .readWriteUser)
        let pin = EngineRig.pin
        #expect(fault { try rig.engine.logIn(second, .user, EngineRig.secret(pin)) } == .userAlreadyLoggedIn)
        let officer = EngineRig.securityOfficerPIN
        #expect(
            fault { try rig.engine.logIn(second, .securityOfficer, EngineRig.secret(officer)) }
                == .userAnotherAlreadyLoggedIn
        )
        try rig.engine.logOut(second)
        #expect(try rig.engine.describeSession(first).state == .readOnlyPublic)
        #expect(fault { try rig.engine.logOut(first) } == .userNotLoggedIn)
    }

    @Test("Closing the last session logs out")
    func close() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        try rig.engine.closeSession(session)
        let again = try rig.engine.openSession(slot: 0, isReadWrite: true)
        #expect(try rig.engine.describeSession(again).state == .readWritePublic)
        #expect(fault { try rig.engine.closeSession(session) } == .sessionHandleInvalid)
    }

    @Test("A login that waits while another thread closes the last session is refused, and sends no PIN")
    func closedMeanwhile() throws {
        let rig = try EngineRig()
        let session = try rig.engine.openSession(slot: 0, isReadWrite: true)
        let token = try rig.engine.session(session).token
        try rig.engine.closeSession(session)
        #expect(fault { try token.logIn(EngineRig.secret("999999")) } == .sessionClosed)
        #expect(fault { try token.logInSecurityOfficer(EngineRig.secret("999999")) } == .sessionClosed)
        let extended = try rig.engine.describeExtended(slot: 0)
        #expect(extended.userTries?.left == extended.userTries?.maximum)
        #expect(extended.securityOfficerTries?.left == extended.securityOfficerTries?.maximum)
    }

    @Test("A logout makes the card forget the PIN, and an operation begun before sends it nothing more")
    func logout() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path("a.card")
        try WatchedReader.makeCard(at: path, label: "anna", serialNumber: 4711)
        let reader = WatchedReader(path)
        let engine = Engine([reader])
        let slot = try #require(engine.slotIdentifiers(withToken: true, isNewList: true).first)
        let session = try engine.openSession(slot: slot, isReadWrite: true)
        try engine.logIn(session, .user, EngineRig.secret(EngineRig.pin))
        let key = try engine.generateKeyPair(
            session,
            KeyKind.p256.mechanism,
            publicTemplate: [Template.flag(.token, true), KeyKind.p256.parameters],
            privateTemplate: [Template.flag(.token, true)]
        )
        try engine.signInit(session, EngineMechanism(.ecdsa), key.privateKey)
        let before = reader.commands.count
        try engine.logOut(session)
        // VERIFY with FF in P1 and no data ends a verification: SP 800-73-4, part 2, 3.2.1.
        #expect(reader.commands.dropFirst(before).contains { $0.starts(with: [0x00, 0x20, 0xFF, 0x80]) })
        let after = reader.commands.count
        try engine.signUpdate(session, [1, 2, 3].span)
        #expect(fault { _ = try engine.signFinal(session) } == .userNotLoggedIn)
        #expect(reader.commands.count == after)
    }

    @Test("Three wrong PINs lock it, the counters say so, and the security officer unlocks it")
    func lock() throws {
        let rig = try EngineRig()
        let session = try rig.engine.openSession(slot: 0, isReadWrite: true)
        typealias Flags = TokenFlags
        let after: [Flags] = [[.userPINCountLow], [.userPINCountLow, .userPINFinalTry], [.userPINLocked]]
        for flags in after {
            #expect(fault { try rig.engine.logIn(session, .user, EngineRig.secret("999999")) } == .pinIncorrect)
            let all: Flags = [.userPINCountLow, .userPINFinalTry, .userPINLocked]
            #expect(try rig.engine.describeToken(0).flags.intersection(all) == flags)
        }
        let pin = EngineRig.pin
        #expect(fault { try rig.engine.logIn(session, .user, EngineRig.secret(pin)) } == .pinLocked)
        try rig.engine.logIn(session, .securityOfficer, EngineRig.secret(EngineRig.securityOfficerPIN))
        try rig.engine.initializePIN(session, EngineRig.secret("765432"))
        try rig.engine.logOut(session)
        try rig.engine.logIn(session, .user, EngineRig.secret("765432"))
        #expect(try SoftwareCard(at: rig.path()).status().pin.triesLeft == 3)
    }

    @Test("A PIN that can't be right spends no try", arguments: ["", "12345", "123456789", "12345a", "пароль"])
    func malformed(_ text: String) throws {
        let rig = try EngineRig()
        let session = try rig.engine.openSession(slot: 0, isReadWrite: true)
        #expect(fault { try rig.engine.logIn(session, .user, EngineRig.secret(text)) } == .pinIncorrect)
        #expect(try SoftwareCard(at: rig.path()).status().pin.triesLeft == 3)
    }

    @Test(
        "A wrong PIN is told until the right one is given, also if it was not sent",
        arguments: [UserType.user, .securityOfficer]
    )
    func countLow(_ user: UserType) throws {
        let rig = try EngineRig()
        let session = try rig.engine.openSession(slot: 0, isReadWrite: true)
        let isUser = user == .user
        let low = TokenFlags(rawValue: TokenFlags.userPINCountLow.rawValue << (isUser ? 0 : 4))
        let right = isUser ? EngineRig.pin : EngineRig.securityOfficerPIN
        #expect(try !rig.engine.describeToken(0).flags.contains(low))
        #expect(fault { try rig.engine.logIn(session, user, EngineRig.secret("wrong")) } == .pinIncorrect)
        #expect(try SoftwareCard(at: rig.path()).status().pin.triesLeft == 3)
        #expect(try SoftwareCard(at: rig.path()).status().unblockingKey.triesLeft == 3)
        #expect(try rig.engine.describeToken(0).flags.contains(low))
        try rig.engine.logIn(session, user, EngineRig.secret(right))
        #expect(try !rig.engine.describeToken(0).flags.contains(low))
    }

    @Test("Where there are no keys, a login or a change without a PIN is refused and spends no try")
    func withoutKeys() throws {
        let rig = try EngineRig()
        let session = try rig.engine.openSession(slot: 0, isReadWrite: true)
        #expect(try !rig.engine.describeToken(0).flags.contains(.protectedAuthenticationPath))
        for user in [UserType.user, .securityOfficer] {
            #expect(fault { try rig.engine.logInOnReader(session, user) } == .argumentsBad)
        }
        #expect(fault { try rig.engine.logInOnReader(session, .contextSpecific) } == .operationNotInitialized)
        #expect(fault { try rig.engine.setPINOnReader(session) } == .argumentsBad)
        #expect(try rig.engine.describeSession(session).state == .readWritePublic)
        #expect(try SoftwareCard(at: rig.path()).status().pin.triesLeft == 3)
    }

    @Test(
        "A new PIN that PIV does not allow is refused",
        arguments: [("12345", ReturnValue.pinLenRange), ("123456789", .pinLenRange), ("abcdef", .pinInvalid)]
    )
    func newPIN(_ text: String, _ code: ReturnValue) throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let pin = EngineRig.pin
        #expect(
            fault { try rig.engine.setPIN(session, from: EngineRig.secret(pin), to: EngineRig.secret(text)) } == code
        )
    }

    @Test("The user changes the PIN, and a login goes on")
    func change() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let key = try rig.generate(.p256, in: session).privateKey
        try rig.engine.setPIN(session, from: EngineRig.secret(EngineRig.pin), to: EngineRig.secret("111222"))
        #expect(try rig.sign([1], EngineMechanism(.ecdsa), key, in: session).count == 64)
        #expect(
            fault { try rig.engine.setPIN(session, from: EngineRig.secret("999999"), to: EngineRig.secret("111222")) }
                == .pinIncorrect
        )
    }

    @Test("Sessions keep to what they may")
    func sessions() throws {
        let rig = try EngineRig()
        let readOnly = try rig.engine.openSession(slot: 0, isReadWrite: false)
        let officer = EngineRig.securityOfficerPIN
        #expect(
            fault { try rig.engine.logIn(readOnly, .securityOfficer, EngineRig.secret(officer)) }
                == .sessionReadOnlyExists
        )
        #expect(
            fault { try rig.engine.setPIN(readOnly, from: EngineRig.secret("1"), to: EngineRig.secret("2")) }
                == .sessionReadOnly
        )
        let session = try rig.engine.openSession(slot: 0, isReadWrite: true)
        #expect(
            fault { try rig.engine.logIn(session, .securityOfficer, EngineRig.secret(officer)) }
                == .sessionReadOnlyExists,
            "one of the sessions is read-only"
        )
        try rig.engine.closeSession(readOnly)
        try rig.engine.logIn(session, .securityOfficer, EngineRig.secret(officer))
        #expect(
            fault { _ = try rig.engine.openSession(slot: 0, isReadWrite: false) }
                == .sessionReadWriteSOExists
        )
        #expect(try rig.engine.describeSession(session).state == .readWriteSecurityOfficer)
    }

    @Test("Initializing destroys everything, gives the card secrets of its own, and asks for the present PUK")
    func initialize() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        _ = try rig.generate(.p256, in: session)
        let officer = EngineRig.securityOfficerPIN
        #expect(
            fault { try rig.engine.initializeToken(0, EngineRig.secret(officer), label: "x") } == .sessionExists
        )
        try rig.engine.closeSession(session)
        #expect(
            fault { try rig.engine.initializeToken(0, EngineRig.secret("11111111"), label: "x") } == .pinIncorrect
        )
        try rig.engine.initializeToken(0, EngineRig.secret(officer), label: "gamma")
        let status = try SoftwareCard(at: rig.path()).status()
        #expect(status.keyReferences == [])
        #expect(!status.isManagementKeyFactoryValue && !status.pin.isFactoryValue)
        let token = try rig.engine.describeToken(0)
        #expect(token.label == "gamma")
        #expect(!token.flags.contains(.userPINInitialized))
        let again = try rig.engine.openSession(slot: 0, isReadWrite: true)
        let pin = EngineRig.pin
        #expect(fault { try rig.engine.logIn(again, .user, EngineRig.secret(pin)) } == .userPINNotInitialized)
    }

    @Test("A card whose PUK is blocked is set up again by initializing")
    func blocked() throws {
        let rig = try EngineRig()
        for _ in 0..<3 {
            #expect(
                fault { try rig.engine.initializeToken(0, EngineRig.secret("00000000"), label: "x") } == .pinIncorrect
            )
        }
        #expect(try rig.engine.describeToken(0).flags.contains(.securityOfficerPINLocked))
        try rig.engine.initializeToken(0, EngineRig.secret("22223333"), label: "again")
        let session = try rig.engine.openSession(slot: 0, isReadWrite: true)
        try rig.engine.logIn(session, .securityOfficer, EngineRig.secret("22223333"))
    }

    @Test("A key that wants the PIN each time gets it for one operation")
    func always() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let key = try rig.generate(.p256, in: session, [Template.flag(.alwaysAuthenticate, true)]).privateKey
        #expect(try rig.value(.alwaysAuthenticate, of: key, in: session) == [1])
        #expect(fault { _ = try rig.sign([1], EngineMechanism(.ecdsa), key, in: session) } == .userNotLoggedIn)
        let pin = EngineRig.pin
        #expect(
            fault { try rig.engine.logIn(session, .contextSpecific, EngineRig.secret(pin)) }
                == .operationNotInitialized
        )
        for _ in 0..<2 {
            try rig.engine.signInit(session, EngineMechanism(.ecdsa), key)
            try rig.engine.logIn(session, .contextSpecific, EngineRig.secret(pin))
            try rig.engine.signUpdate(session, [1, 2, 3].span)
            #expect(try rig.engine.signFinal(session).count == 64)
        }
        try rig.engine.signInit(session, EngineMechanism(.ecdsa), key)
        #expect(
            fault { try rig.engine.logIn(session, .contextSpecific, EngineRig.secret("999999")) } == .pinIncorrect
        )
        try rig.engine.signUpdate(session, [1].span)
        #expect(fault { _ = try rig.engine.signFinal(session) } == .userNotLoggedIn)
    }
}
