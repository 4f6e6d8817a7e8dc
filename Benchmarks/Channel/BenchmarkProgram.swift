import SecureChannel

/// A program that is paired with a card.
struct BenchmarkProgram {
    let link: BenchmarkLink
    let identity: HostIdentity
    let store: PairingMemory

    func transport(_ policy: ChannelPolicy) -> SecureCardTransport<BenchmarkLink> {
        SecureCardTransport(link, identity: identity, store: store, policy: policy)
    }
}
