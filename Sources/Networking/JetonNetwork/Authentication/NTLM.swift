import JetonLibcrypto
public import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// The client's messages of NTLMv2, with a MIC and channel binding.
///
/// Older versions are never spoken.
///
/// - SeeAlso: MS-NLMP, 2.2.1 and 3.1.5.
public enum NTLM {
    enum Flag {
        static let unicode: UInt32 = 0x1
        static let requestTarget: UInt32 = 0x4
        static let ntlm: UInt32 = 0x200
        static let alwaysSign: UInt32 = 0x8000
        static let extendedSecurity: UInt32 = 0x8_0000
        static let targetInfo: UInt32 = 0x80_0000
        static let version: UInt32 = 0x200_0000
        static let key128: UInt32 = 0x2000_0000
        static let key56: UInt32 = 0x8000_0000
    }

    /// No session key is exchanged, since HTTP signs and seals nothing.
    private static let offered =
        Flag.unicode | Flag.requestTarget | Flag.ntlm | Flag.alwaysSign | Flag.extendedSecurity | Flag.targetInfo
        | Flag.version | Flag.key128 | Flag.key56
    static let signature = Array("NTLMSSP\0".utf8)
    /// Windows 10 and NTLM revision 15; servers do nothing with it.
    private static let version: [UInt8] = [10, 0, 0, 0, 0, 0, 0, 15]

    /// The NEGOTIATE_MESSAGE.
    public static var negotiate: [UInt8] {
        signature + [1, 0, 0, 0] + bytes(offered) + field(0, 40) + field(0, 40) + version
    }

    /// What the answer to a challenge takes beside it.
    public struct Context: Sendable {
        /// The service, such as `HTTP/proxy.example`.
        public var service: String
        /// The value of `tls-server-end-point`; nil without TLS.
        public var endPoint: [UInt8]?
        /// The client's challenge, 8 random bytes.
        public var clientChallenge: [UInt8]
        /// Units of 100 ns since 1601, used if the server gives no time.
        public var time: UInt64

        /// Makes a context of now, with a random challenge.
        public init(service: String, endPoint: [UInt8]?) throws(NetworkError) {
            do {
                clientChallenge = try Random.octets(8)
            } catch { throw NetworkError(.authenticationFailed, "random numbers are unavailable: \(error)") }
            self.service = service
            self.endPoint = endPoint
            var now = timespec()
            unsafe clock_gettime(CLOCK_REALTIME, &now)
            time = UInt64(now.tv_sec + 11_644_473_600) * 10_000_000 + UInt64(now.tv_nsec / 100)
        }
    }

    /// The AUTHENTICATE_MESSAGE.
    ///
    /// - Parameters:
    ///   - challenge: The server's message.
    ///   - user: Without its domain.
    ///   - domain: As the user gave it; may be empty.
    ///   - password: UTF-8.
    ///   - context: The service, the channel binding and the client's challenge.
    /// - Returns: The message.
    /// - Throws: ``NetworkError/Code/invalidRequest`` for a name or target information above 65,535 bytes.
    public static func authenticate(
        _ challenge: NTLMChallenge,
        user: String,
        domain: String,
        password: borrowing Secret,
        context: Context
    ) throws(NetworkError) -> [UInt8] {
        var key = try NTLMMath.passwordKey(user: user, domain: domain, password: password)
        defer { _ = Secret(wiping: &key) }
        let serverTime = challenge.pairs.first { $0.id == NTLMPair.timestamp && $0.value.count == 8 }?.value
        let pairs = try pairs(challenge, context, hasMIC: serverTime != nil)
        let blob = NTLMMath.blob(
            clientChallenge: context.clientChallenge,
            time: serverTime ?? (0..<8).map { UInt8(truncatingIfNeeded: context.time >> UInt64(8 * $0)) },
            // With the pair that ends them.
            pairs: pairs.flatMap(\.bytes) + [0, 0, 0, 0]
        )
        let proof = try NTLMMath.code(key, challenge.challenge + blob)
        // MS-NLMP, 3.1.5.1.2: with a time from the server there is no LMv2 response.
        let old =
            serverTime != nil
            ? [UInt8](repeating: 0, count: 24)
            : try NTLMMath.code(key, challenge.challenge + context.clientChallenge) + context.clientChallenge
        var parts: [[UInt8]] = []
        var place = 88
        var fields: [[UInt8]] = []
        // The order of the payload; the header has another one.
        for part in [NTLMMath.utf16(domain), NTLMMath.utf16(user), [], old, proof + blob, []] {
            guard part.count <= 0xFFFF else {
                throw NetworkError(.invalidRequest, "an NTLM name or response is too long")
            }
            fields.append(field(part.count, place))
            parts.append(part)
            place += part.count
        }
        let header =
            signature + [3, 0, 0, 0] + fields[3] + fields[4] + fields[0] + fields[1] + fields[2] + fields[5]
            + bytes(challenge.flags & offered) + version
        let payload = Array(parts.joined())
        let blank = [UInt8](repeating: 0, count: 16)
        guard serverTime != nil else { return header + blank + payload }
        let sessionKey = try NTLMMath.code(key, proof)
        let code = try NTLMMath.code(sessionKey, negotiate + challenge.message + header + blank + payload)
        return header + code + payload
    }

    /// The server's pairs, and the client's: MIC, channel binding, service.
    private static func pairs(
        _ challenge: NTLMChallenge,
        _ context: Context,
        hasMIC: Bool
    ) throws(NetworkError) -> [NTLMPair] {
        let own = [NTLMPair.flags, NTLMPair.channelBindings, NTLMPair.targetName]
        var pairs = challenge.pairs.filter { !own.contains($0.id) }
        if hasMIC { pairs.append(NTLMPair(id: NTLMPair.flags, value: [2, 0, 0, 0])) }
        pairs.append(NTLMPair(id: NTLMPair.channelBindings, value: try binding(context.endPoint)))
        pairs.append(NTLMPair(id: NTLMPair.targetName, value: NTLMMath.utf16(context.service)))
        return pairs
    }

    /// MD5 of gss_channel_bindings_struct (RFC 2744, 3.11); zeros without TLS.
    static func binding(_ endPoint: [UInt8]?) throws(NetworkError) -> [UInt8] {
        guard let endPoint else { return [UInt8](repeating: 0, count: 16) }
        let data = Array("tls-server-end-point:".utf8) + endPoint
        return try NTLMMath.hash([UInt8](repeating: 0, count: 16) + bytes(UInt32(data.count)) + data)
    }

    private static func field(_ length: Int, _ place: Int) -> [UInt8] {
        let pair = [UInt8(truncatingIfNeeded: length), UInt8(truncatingIfNeeded: length >> 8)]
        return pair + pair + bytes(UInt32(place))
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
    }

    static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
    }
}
