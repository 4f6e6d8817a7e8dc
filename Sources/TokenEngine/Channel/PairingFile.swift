import SecureChannel

/// What is remembered of one card, in a file.
struct PairingFile: PairingStore {
    let file: PrivateFile

    func load() throws(ChannelError) -> CardPairing? {
        guard let octets = try stored({ () throws(TokenFault) in try file.read() }) else { return nil }
        return try CardPairing(decoding: octets)
    }

    func update(_ change: (inout CardPairing?) -> Void) throws(ChannelError) {
        try stored { () throws(TokenFault) in
            try file.withLock { () throws(TokenFault) in
                let octets = try file.read()
                var pairing = octets.flatMap { try? CardPairing(decoding: $0) }
                change(&pairing)
                try file.write(pairing?.encoded)
            }
        }
    }

    private func stored<Result>(_ body: () throws(TokenFault) -> Result) throws(ChannelError) -> Result {
        do throws(TokenFault) { return try body() } catch { throw ChannelError(.storageFailed) }
    }
}
