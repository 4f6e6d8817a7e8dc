import JetonNetwork
import JetonOctets
import TestRig
import Testing

@Suite("NTLM messages")
struct NTLMTests {
    private func octets(_ hex: String) throws -> [UInt8] { try #require(Hex.decode(hex)) }

    private func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8).span) }

    /// A challenge of a server with a time, which therefore checks a MIC.
    private static let challenge =
        "4e544c4d53535000020000000c000c003800000015828ae20123456789abcdef000000000000000030003000440000000a0000000000"
        + "000f53006500720076006500720002000c0044006f006d00610069006e0001000c00530065007200760065007200070008000090d336"
        + "b734c30100000000"

    private func answer(_ challenge: [UInt8], endPoint: [UInt8]?, password: String = "Password") throws -> [UInt8] {
        var context = try NTLM.Context(service: "HTTP/server", endPoint: endPoint)
        context.clientChallenge = [UInt8](repeating: 0xAA, count: 8)
        return try NTLM.authenticate(
            NTLMChallenge(challenge),
            user: "User",
            domain: "Domain",
            password: secret(password),
            context: context
        )
    }

    @Test("The proof over time, challenge, MIC flag, channel binding and service is the known one")
    func knownAnswer() throws {
        // SHA-256 of "certificate".
        let endPoint = try octets("03d66dd08835c1ca3f128cceacd1f31ac94163096b20f445ae84285bc0832d72")
        let known = try octets("86ef8ba5c500e97fcb8ea9be18829218")
        let message = try answer(octets(Self.challenge), endPoint: endPoint)
        let place = Int(message[24]) | Int(message[25]) << 8
        #expect(Array(message[place..<(place + 16)]) == known)
        // The answer to an LM challenge is 24 zeros, and there is a MIC.
        let old = Int(message[16]) | Int(message[17]) << 8
        #expect(message[old..<(old + 24)].allSatisfy { $0 == 0 })
        #expect(!message[72..<88].allSatisfy { $0 == 0 })
        let another = try answer(octets(Self.challenge), endPoint: nil)
        #expect(another[place..<(place + 16)] != message[place..<(place + 16)])
    }

    @Test("A server without NTLMv2, or with a message that is cut or lies about lengths, is refused")
    func refused() throws {
        let whole = try octets(Self.challenge)
        for length in 0..<whole.count - 1 {
            #expect(throws: NetworkError(.malformedMessage, ""), "\(length)") {
                try NTLMChallenge(Array(whole.prefix(length)))
            }
        }
        var old = whole
        old[22] &= 0x7F
        #expect(throws: NetworkError(.authenticationFailed, "")) { try NTLMChallenge(old) }
        var lying = whole
        lying[47] = 0xFF
        #expect(throws: NetworkError(.malformedMessage, "")) { try NTLMChallenge(lying) }
        var other = whole
        other[8] = 1
        #expect(throws: NetworkError(.malformedMessage, "")) { try NTLMChallenge(other) }
    }

    @Test("A bit changed anywhere in a challenge is an error or another message, never a crash")
    func mutated() throws {
        let whole = try octets(Self.challenge)
        for index in whole.indices {
            for bit in 0..<8 {
                var changed = whole
                changed[index] ^= 1 << UInt8(bit)
                _ = try? answer(changed, endPoint: nil)
            }
        }
    }
}
