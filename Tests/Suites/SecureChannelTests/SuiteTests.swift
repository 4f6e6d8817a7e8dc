import JetonOctets
import SmartCard
import Testing

@testable import SecureChannel

@Suite("The suites' parameters")
struct SuiteTests {
    @Test("No two suites have one name, one length of password, one bit or one mode")
    func distinct() {
        let all = ChannelSuite.allCases
        #expect(Set(all.map(\.parameters.name)).count == all.count)
        #expect(Set(all.map(\.parameters.passwordLength)).count == all.count)
        #expect(Set(all.map(\.parameters.secureMessagingMode)).count == all.count)
        #expect(all.allSatisfy { $0.rawValue.nonzeroBitCount == 1 })
        #expect(ChannelSuites(all.map { ChannelSuites($0) }).rawValue == 0x13)
    }

    @Test(
        "A name is that of the enumeration's case, as records and programs write it",
        arguments: ChannelSuite.allCases
    )
    func names(_ suite: ChannelSuite) { #expect(suite.parameters.name == "\(suite)") }

    @Test("Keys and verifiers are as long as the parameters say", arguments: ChannelSuite.allCases)
    func lengths(_ suite: ChannelSuite) throws {
        let keys = try KeyPair(generatingFor: suite)
        #expect(keys.publicKey.count == suite.parameters.publicKeyLength)
        #expect(keys.privateOctets().count == 32)
        #expect(try KeyPair(octets: keys.privateOctets(), suite).publicKey == keys.publicKey)
        let slot = try PasswordSlot(try ActivationPassword(generatingFor: suite))
        #expect(slot.verifier?.borrow { $0.count } == suite.parameters.verifierLength)
        #expect(
            SecureMessaging.maximumDataLength(suite) % suite.parameters.blockLength == suite.parameters.blockLength - 1
        )
    }

    @Test("A key of another suite is no key, and no private key is zero or too large", arguments: ChannelSuite.allCases)
    func foreignKeys(_ suite: ChannelSuite) throws {
        for other in ChannelSuite.allCases where other != suite {
            let foreign = try KeyPair(generatingFor: other)
            #expect(throws: ChannelError(.handshakeFailed)) { try suite.publicKey(foreign.publicKey) }
        }
        let own = try KeyPair(generatingFor: suite)
        #expect(throws: ChannelError(.handshakeFailed)) { _ = try own.agreed(with: own.point, [1]).count }
        for octet in [0x00, 0xFF] as [UInt8] {
            var octets = [UInt8](repeating: octet, count: 32)
            let secret = Secret(wiping: &octets)
            #expect(throws: ChannelError(.malformed)) { _ = try KeyPair(octets: secret, suite).publicKey }
        }
    }

    @Test("A message of P-256 has a nonce of its own, and the key of its direction")
    func nonces() throws {
        func direction(_ number: UInt64) -> MessageDirection {
            let root = [UInt8](repeating: 1, count: 32)
            let key = DirectionKey(root: Secret(copying: root.span), salt: Array(1...12))
            return MessageDirection(.p256, key, sequenceNumber: number)
        }
        var seen: Set<[UInt8]> = []
        for number in [0, 1, 63, 64, 255, 256, 65_535, 65_536, UInt64.max - 1] {
            var sender = direction(number)
            let sealed = try sender.seal([UInt8](repeating: 0, count: 16), authenticating: [])
            #expect(seen.insert(sealed.ciphertext).inserted && sealed.tag.count == 16)
            var receiver = direction(number)
            #expect(
                try receiver.open(sealed.ciphertext, tag: sealed.tag, authenticating: [])
                    == [UInt8](repeating: 0, count: 16)
            )
            var late = direction(number &+ 1)
            #expect(throws: ChannelError(.messageNotAuthentic)) {
                try late.open(sealed.ciphertext, tag: sealed.tag, authenticating: [])
            }
        }
    }
}
