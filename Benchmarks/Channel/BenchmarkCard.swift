import JetonOctets
import SecureChannel
import SmartCard

/// A card whose only application gives back what it gets, and the password that pairs with it.
struct BenchmarkCard {
    let link: BenchmarkLink.Card
    private let suite: ChannelSuite
    private let password: SharedSecret

    init(_ suite: ChannelSuite, requiresChannel: Bool = true) throws(ChannelError) {
        self.suite = suite
        let made = try ActivationPassword(generatingFor: suite)
        password = SharedSecret(made.printed())
        var records = try CardRecords(
            factory: 1,
            suite,
            label: PeerLabel(truncating: "benchmark"),
            isChannelRequired: requiresChannel
        )
        records.slots[0] = try PasswordSlot(made)
        records.beginPairingMode(at: SystemTime().seconds())
        link = BenchmarkLink.Card(records: records)
    }

    /// Pairs a program with the card; `measure` runs, and measures, each of the card's answers on the way.
    func pair(measure: ((() -> Void) -> Void)? = nil) throws(ChannelError) -> BenchmarkProgram {
        let identity = try HostIdentity(generatingFor: suite)
        let store = PairingMemory()
        let link = BenchmarkLink(link)
        link.measure = measure
        var client = PairingClient(link, policy: ChannelPolicy(allowsLegacyPairing: true))
        let typed = try password.borrow { (text) throws(ChannelError) in try ActivationPassword(typed: text) }
        _ = try client.pair(identity, password: typed, label: PeerLabel(truncating: "benchmark"), store: store)
        link.measure = nil
        return BenchmarkProgram(link: link, identity: identity, store: store)
    }
}
