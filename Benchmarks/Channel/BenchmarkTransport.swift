import JetonOctets
import SecureChannel
import SmartCard
import VirtualCard

/// A virtual card, reached in clear or through the channel.
struct BenchmarkTransport: ~Copyable, CardTransport {
    private var plain: VirtualCardTransport?
    private var secure: SecureCardTransport<VirtualCardTransport>?

    init(plain card: SoftwareCard) {
        plain = VirtualCardTransport(card)
        secure = nil
    }

    init(pairing card: SoftwareCard, _ password: String, _ suite: ChannelSuite) throws(ChannelError) {
        let identity = try HostIdentity(generatingFor: suite)
        let store = PairingMemory()
        var client = PairingClient(
            VirtualCardTransport(card),
            policy: ChannelPolicy(allowsLegacyPairing: true)
        )
        var text = Array(password.utf8)
        let typed = try ActivationPassword(typed: Secret(wiping: &text))
        _ = try client.pair(identity, password: typed, label: PeerLabel(truncating: "benchmark"), store: store)
        var transport = SecureCardTransport(VirtualCardTransport(card), identity: identity, store: store)
        try transport.open()
        plain = nil
        secure = consume transport
    }

    var supportsExtendedLength: Bool { true }

    mutating func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        if let answer = try plain?.transmit(command) { return answer }
        return try secure?.transmit(command) ?? []
    }
}
