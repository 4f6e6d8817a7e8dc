import Cryptoki
import JetonOctets
import TestRig
import Testing

/// Rutoken's extension by way of a double of the vendor's library.
@Suite("Rutoken's extension")
struct ExtensionTests {
    private static func slot(
        _ settings: String = "",
        era: RutokenModuleCopy.Era = .second
    ) async throws -> (RutokenModuleCopy, Slot) {
        let copy = try await RutokenModuleCopy(settings, era: era)
        return (copy, Slot(module: try Module(path: copy.path), id: SlotID(rawValue: 0)))
    }

    private static func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8).span) }

    private static func text(_ secret: borrowing Secret) -> String {
        secret.withBytes { octets in
            var text = ""
            for index in 0..<octets.count { text.unicodeScalars.append(Unicode.Scalar(octets[index])) }
            return text
        }
    }

    @Test(
        "Of the table no more functions are read than the library of its time had",
        arguments: [(RutokenModuleCopy.Era.first, 19), (.second, 31), (.third, 34)]
    )
    func eras(era: RutokenModuleCopy.Era, count: Int) async throws {
        let (_, slot) = try await Self.slot("slot.0.password = ABC", era: era)
        #expect(slot.module.library.extendedFunctionCount == count)
        #expect(slot.module.library.hasActivation)
        try slot.setActivationPassword(Self.secret("ABC"))
        var session = try Session(slot: slot)
        try session.login(.securityOfficer, pin: Self.secret("87654321"))
        if count > 20 {
            #expect(try Self.text(session.generateActivationPassword(number: 3)) == "PASSWORDOFTOKEN4")
        } else {
            // Behind the nineteenth function lies one that aborts.
            #expect(
                throws: CryptokiError(
                    .functionNotSupported,
                    .extendedGenerateActivationPassword,
                    fault: .missingFunction
                )
            ) {
                _ = try session.generateActivationPassword(number: 3)
            }
        }
        try session.close()
    }

    @Test(
        "The size of the token's structure is agreed upon: 256 octets, or 208 with an older library",
        arguments: [256, 208]
    )
    func sizes(size: Int) async throws {
        let (copy, slot) = try await Self.slot(
            "extended_size = \(size)\nslot.0.serial = 4894721a\nslot.0.password = ABC"
        )
        let info = try slot.extendedTokenInfo()
        #expect(info.serialNumber == [0, 0, 0, 0, 0x48, 0x94, 0x72, 0x1A])
        #expect(info.tokenType == 0x69 && info.firmwareNumber == 21)
        #expect(info.answerToReset == [0x3B, 0x8B, 0x01])
        #expect(info.tries.userLeft == .value(9) && info.userPINLengths == 6...32)
        #expect(info.flags.contains(.supportsSecureMessaging) && !info.flags.contains(.hasButton))
        #expect(info.tokenClass == (size == 256 ? 9 : nil))
        #expect(info.batteryMillivolts == (size == 256 ? 4100 : nil))
        #expect(copy.count(of: "C_EX_GetTokenInfoExtended") == (size == 256 ? 1 : 2))
    }

    @Test(
        "A password that the C interface can't carry is refused before the module sees it",
        arguments: ["", "AB\0CD", String(repeating: "A", count: 256)]
    )
    func unfitPasswords(password: String) async throws {
        let (copy, slot) = try await Self.slot("slot.0.password = ABC")
        #expect(throws: CryptokiError(.argumentsBad, .extendedSetActivationPassword)) {
            try slot.setActivationPassword(Self.secret(password))
        }
        #expect(copy.count(of: "C_EX_SetActivationPassword") == 0)
    }

    @Test("A wrong password is named as the vendor names it, and costs one try")
    func wrongPassword() async throws {
        let (_, slot) = try await Self.slot("slot.0.password = ABC")
        do {
            try slot.setActivationPassword(Self.secret("ABD"))
            Issue.record("a wrong password was taken")
        } catch {
            #expect(error.code == .rutokenPasswordInvalid)
            #expect("\(error)".contains("the activation password is wrong (CKR_SM_PASSWORD_INVALID, 0x80000006)"))
        }
        // The same number of another function may be another vendor's.
        #expect("\(CryptokiError(.rutokenPasswordInvalid, .login))".contains("CKR_VENDOR_0x80000006"))
    }

    @Test("The name of a token is read whole and written, by the user only")
    func names() async throws {
        let (_, slot) = try await Self.slot()
        var session = try Session(slot: slot, readWrite: true)
        #expect(try "\(session.tokenName())" == "Rutoken ECP <no label>")
        #expect(throws: CryptokiError(.userNotLoggedIn, .extendedSetTokenName)) { try session.setTokenName("x") }
        try session.login(pin: Self.secret("12345678"))
        let name = String(repeating: "långa ", count: 30) + "!"
        try session.setTokenName(name)
        #expect(try "\(session.tokenName())" == name)
        #expect(try slot.tokenInfo().label.octets.count <= 32)
        try session.close()
    }

    @Test("The security officer makes numbered passwords of either set of symbols, and loads a key")
    func officer() async throws {
        let (_, slot) = try await Self.slot()
        var session = try Session(slot: slot, readWrite: true)
        #expect(throws: CryptokiError(.userNotLoggedIn, .extendedGenerateActivationPassword)) {
            _ = try session.generateActivationPassword(number: 1)
        }
        try session.login(.securityOfficer, pin: Self.secret("87654321"))
        #expect(try Self.text(session.generateActivationPassword(number: 2, of: .capitals)) == "PASSWORDOFTOKENC")
        #expect(throws: CryptokiError(.argumentsBad, .extendedGenerateActivationPassword)) {
            _ = try session.generateActivationPassword(number: 7)
        }
        try session.loadActivationKey(Secret(copying: [UInt8](repeating: 7, count: 32).span))
        #expect(throws: CryptokiError(.argumentsBad, .extendedLoadActivationKey)) {
            try session.loadActivationKey(Self.secret("short"))
        }
        try session.unblockUserPIN()
        try session.close()
    }

    @Test("Formatting sets PINs and label, and whether the token wants a password from then on")
    func formatting() async throws {
        let (_, slot) = try await Self.slot("slot.0.password = ABC")
        try slot.setActivationPassword(Self.secret("ABC"))
        func format(_ activation: FormatSettings.Activation) throws {
            try slot.formatToken(
                label: "new",
                settings: FormatSettings(activation: activation),
                securityOfficerPIN: Self.secret("87654321"),
                newSecurityOfficerPIN: Self.secret("87654321"),
                newUserPIN: Self.secret("246813")
            )
        }
        let open = try Session(slot: slot)
        #expect(throws: CryptokiError(.sessionExists, .extendedInitToken)) { try format(.off) }
        try open.close()
        try format(.off)
        #expect(try "\(slot.tokenInfo().label)" == "new")
        var session = try Session(slot: slot, readWrite: true)
        try session.login(pin: Self.secret("246813"))
        try session.close()
        #expect(!slot.isClosedToSessions)
        try format(.sixPasswords)
        #expect(slot.isClosedToSessions)
    }

    @Test(
        "The hardware feature tells of secure messaging and of the way the token is reached",
        arguments: [true, false]
    )
    func feature(hasChannel: Bool) async throws {
        let (_, slot) = try await Self.slot(hasChannel ? "slot.0.password = ABC" : "")
        if hasChannel { try slot.setActivationPassword(Self.secret("ABC")) }
        var session = try Session(slot: slot)
        let info = try #require(try session.secureMessagingInfo())
        #expect(info.isAvailable == hasChannel)
        #expect(info.mode == (hasChannel ? .enhancedGOST : .unsupported))
        #expect(info.supportedModes == (hasChannel ? [.enhancedGOST] : []))
        #expect(info.interface == (hasChannel ? .bluetooth : .usb))
        #expect(info.supportedInterfaces?.contains(.usb) == true)
        try session.close()
    }

    @Test("A local PIN that the token does not have is an error and no invention")
    func localPINs() async throws {
        let (_, slot) = try await Self.slot("counters = true\nslot.0.tries = 5")
        #expect(throws: CryptokiError(.deviceError, .extendedSlotManage)) { _ = try slot.localPINInfo(id: 3) }
        #expect(throws: CryptokiError(.argumentsBad, .extendedSlotManage)) { _ = try slot.localPINInfo(id: 2) }
        #expect(try slot.localPINInfo(id: 0x8000_0001).triesLeft == 5)
    }

    @Test("Closing a module reports what C_Finalize answers, and happens once")
    func closing() async throws {
        let copy = try await RutokenModuleCopy("finalize = 0x30")
        do {
            let module = try Module(path: copy.path)
            #expect(throws: CryptokiError(.deviceError, .finalize)) { try module.close() }
            try module.close()
        }
        #expect(copy.count(of: "C_Finalize") == 1)
    }
}

extension Slot {
    fileprivate var isClosedToSessions: Bool {
        do {
            try Session(slot: self).close()
            return false
        } catch {
            return error.code == .functionNotSupported
        }
    }
}
