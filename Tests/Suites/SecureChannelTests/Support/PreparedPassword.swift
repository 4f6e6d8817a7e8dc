import JetonOctets
import Synchronization

@testable import SecureChannel

/// An activation password that was stretched once for all tests.
struct PreparedPassword {
    private static let prepared = Mutex<[ChannelSuite: PreparedPassword]>([:])

    let printed: String
    let slot: PasswordSlot
    private let stretched: [UInt8]
    private let wrong: [UInt8]

    static func of(_ suite: ChannelSuite) throws -> PreparedPassword {
        try prepared.withLock { prepared in
            if let found = prepared[suite] { return found }
            let made = try PreparedPassword(suite)
            prepared[suite] = made
            return made
        }
    }

    private init(_ suite: ChannelSuite) throws {
        let password = try ActivationPassword(generatingFor: suite)
        let text = password.printed()
        printed = String(decoding: text.octets(0..<text.count), as: UTF8.self)
        let salt = try SystemRandom().octets(MessageField.salt)
        let right = try suite.stretched(password.symbols, salt: salt)
        stretched = right.octets(0..<right.count)
        var slot = PasswordSlot()
        slot.suite = suite
        slot.salt = salt
        slot.verifier = SharedSecret(try suite.verifier(of: right))
        self.slot = slot
        let other = try suite.stretched(try ActivationPassword(generatingFor: suite).symbols, salt: salt)
        wrong = other.octets(0..<other.count)
    }

    /// What a program makes of the password; another salt gives something else.
    func stretched(_ salt: [UInt8], isRight: Bool) -> Secret {
        Secret(copying: (isRight && salt == slot.salt ? stretched : wrong).span)
    }
}
