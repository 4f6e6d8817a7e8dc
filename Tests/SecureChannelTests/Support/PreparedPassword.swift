import Octets
import Synchronization

@testable import SecureChannel

/// An activation password that was stretched once for all tests.
struct PreparedPassword {
    private static let prepared = Mutex<[ChannelSuite: PreparedPassword]>([:])

    let printed: String
    let slot: PasswordSlot
    private let verifier: [UInt8]
    private let wrongVerifier: [UInt8]

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
        slot = try PasswordSlot(password)
        verifier = slot.verifier?.borrow { $0.octets(0..<$0.count) } ?? []
        let other = try PasswordSlot(try ActivationPassword(generatingFor: suite))
        wrongVerifier = other.verifier?.borrow { $0.octets(0..<$0.count) } ?? []
    }

    /// Q_PW or K_C; another salt gives another one.
    func point(_ salt: [UInt8], isRight: Bool) -> [UInt8] {
        isRight && salt == slot.salt ? verifier : wrongVerifier
    }
}
