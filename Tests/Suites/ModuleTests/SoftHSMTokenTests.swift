import Cryptoki
import JetonOctets
import Testing

@Suite("SoftHSM: tokens, PINs, objects")
struct SoftHSMTokenTests {
    @Test("The module, its slots and its mechanisms describe themselves")
    func descriptions() throws {
        let token = try HSMToken("describe")
        let module = token.slot.module
        #expect(try module.info().libraryDescription.description.contains("PKCS11"))
        #expect(try module.info().cryptokiVersion == Version(major: 2, minor: 40))
        #expect(try module.slots(withToken: true).contains { $0.id == token.slot.id })
        #expect(try token.slot.info().flags.contains(.tokenPresent))
        let info = try token.slot.tokenInfo()
        #expect(info.label.description == "describe")
        #expect(info.model.description == "SoftHSM v2")
        #expect(info.serialNumber.octets.count == 16)
        #expect(info.flags.isSuperset(of: [.tokenInitialized, .userPINInitialized, .loginRequired]))
        let mechanisms = try token.slot.mechanisms()
        #expect(mechanisms.contains(.rsaPKCS) && mechanisms.contains(.ecdsa) && mechanisms.contains(.aesGCM))
        let rsa = try token.slot.mechanismInfo(.rsaPKCS)
        #expect(rsa.flags.isSuperset(of: [.sign, .verify, .encrypt, .decrypt]))
        #expect(rsa.maximumKeySize >= 4096)
        let error = #expect(throws: CryptokiError.self) {
            try token.slot.mechanismInfo(MechanismType(rawValue: 0x8000_4321))
        }
        #expect(error?.code == .mechanismInvalid)
    }

    @Test("A new token gets its PINs, and they are changed")
    func pins() throws {
        let token = try HSMToken("pins", hasUserPIN: false)
        #expect(try !token.slot.tokenInfo().flags.contains(.userPINInitialized))
        var session = try Session(slot: token.slot, readWrite: true)
        try session.login(.securityOfficer, pin: HSMToken.secret(HSMToken.securityOfficerPIN))
        #expect(try session.state() == .readWriteSecurityOfficer)
        try session.initializePIN(HSMToken.secret("first-pin"))
        try session.changePIN(from: HSMToken.secret(HSMToken.securityOfficerPIN), to: HSMToken.secret("new-so-pin"))
        try session.logout()
        try session.login(pin: HSMToken.secret("first-pin"))
        try session.changePIN(from: HSMToken.secret("first-pin"), to: HSMToken.secret("second"))
        try session.logout()
        let error = #expect(throws: CryptokiError.self) { try session.login(pin: HSMToken.secret("first-pin")) }
        #expect(error?.code == .pinIncorrect)
        try session.login(pin: HSMToken.secret("second"))
        let again = #expect(throws: CryptokiError.self) { try session.login(pin: HSMToken.secret("second")) }
        #expect(again?.code == .userAlreadyLoggedIn)
        try session.logout()
        try session.login(.securityOfficer, pin: HSMToken.secret("new-so-pin"))
    }

    @Test("A label that does not fit is refused before anything is destroyed")
    func longLabel() throws {
        let token = try HSMToken("long")
        let error = #expect(throws: CryptokiError.self) {
            try token.slot.initializeToken(
                label: String(repeating: "ф", count: 17),
                securityOfficerPIN: HSMToken.secret(HSMToken.securityOfficerPIN)
            )
        }
        #expect(error?.code == .argumentsBad)
        #expect(try token.slot.tokenInfo().label.description == "long")
    }

    @Test("Objects are made, found, read, changed, copied and destroyed")
    func objects() throws {
        let token = try HSMToken("objects")
        var session = try token.session()
        let value = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        let note = try session.createObject([
            .objectClass(.data), .token(true), .private(false), .label("Заметка"), Attribute(.value, value),
            Attribute(.application, text: "jeton"),
        ])
        #expect(try session.find([.objectClass(.data), .label("Заметка")]) == [note])
        #expect(try session.find([.label("Заметка "), .objectClass(.data)]).isEmpty)
        let read = try session.attributes([.label, .value, .application, .token, .modulus], of: note)
        #expect(read.label == "Заметка")
        #expect(read.octets(.value) == value)
        #expect(read.flag(.token) == true)
        #expect(read[.modulus] == .unavailable)
        try session.setAttributes([.label("renamed")], of: note)
        #expect(try session.attributes([.label], of: note).label == "renamed")
        let copy = try session.copyObject(note, changing: [.label("copy"), .token(false)])
        #expect(try session.attributes([.value], of: copy).octets(.value) == value)
        try session.destroyObject(note)
        let error = #expect(throws: CryptokiError.self) { try session.attributes([.label], of: note) }
        #expect(error?.code == .objectHandleInvalid)
        #expect(try session.find([.objectClass(.data)]) == [copy])
    }

    @Test("Private objects are found by those who are logged in, and by nobody else")
    func privateObjects() throws {
        let token = try HSMToken("private")
        var session = try token.session()
        _ = try session.createObject([
            .objectClass(.data), .token(true), .private(true), .label("hidden"), Attribute(.value, [1]),
        ])
        #expect(try session.find([.label("hidden")]).count == 1)
        try session.logout()
        #expect(try session.find([.label("hidden")]).isEmpty)
    }

    @Test("A read-only session changes nothing on the token")
    func readOnly() throws {
        let token = try HSMToken("read-only")
        var session = try Session(slot: token.slot)
        try session.login(pin: HSMToken.secret(HSMToken.pin))
        #expect(try session.state() == .readOnlyUser)
        let error = #expect(throws: CryptokiError.self) {
            try session.createObject([.objectClass(.data), .token(true), .label("no"), Attribute(.value, [1])])
        }
        #expect(error?.code == .sessionReadOnly)
    }

    @Test("Several hundred objects are found in one search")
    func manyObjects() throws {
        let token = try HSMToken("many")
        var session = try token.session()
        for number in 0..<600 {
            _ = try session.createObject([
                .objectClass(.data), .token(false), .private(false), .label("n\(number)"), Attribute(.value, [0]),
            ])
        }
        #expect(try session.find([.objectClass(.data)]).count == 600)
        let error = #expect(throws: CryptokiError.self) { try session.find([.objectClass(.data)], limit: 500) }
        #expect(error?.function == .findObjects)
        #expect(try session.find([.label("n599")]).count == 1)
    }

    @Test("Random octets are as many as asked for and differ")
    func random() throws {
        let token = try HSMToken("random")
        var session = try token.session()
        try session.seedRandom([UInt8](repeating: 9, count: 32).span)
        let first = try session.random(count: 1_000)
        let second = try session.random(count: 1_000)
        #expect(first.count == 1_000)
        #expect(first != second)
    }

    @Test("A sensitive key keeps its value to itself")
    func sensitive() throws {
        let token = try HSMToken("sensitive")
        var session = try token.session()
        let pair = try HSMToken.keyPair(.rsa(bits: 2048), in: &session)
        let values = try session.attributes(
            [.label, .privateExponent, .prime1, .modulus, .sensitive],
            of: pair.privateKey
        )
        #expect(values[.privateExponent] == .unavailable)
        #expect(values[.prime1] == .unavailable)
        #expect(values.octets(.modulus)?.count == 256)
        #expect(values.label == "key")
        #expect(values.flag(.sensitive) == true)
    }
}
