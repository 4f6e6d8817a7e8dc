import JetonKeystore
import JetonKeystoreBase
import SecureChannel

/// What is remembered of one card, in a group of the keystore.
struct VaultPairing: PairingStore {
    let keys: ChannelKeyStore
    let token: String
    /// What is stored with the pairing when it is made; nil while a pairing is used.
    var maker: Maker?
    /// The reader that the card is in, which is noted with every change; nil leaves the one that was noted.
    var reader: String?

    /// Who pairs.
    struct Maker: Sendable {
        /// The identity that the card will know.
        let identity: HostIdentity
        /// The program's path; nil for one that is not known.
        let program: String?
    }

    /// What the keystore calls a card: its serial number, and its identifier, since serial numbers can be given twice.
    static func token(_ information: ChannelInformation) -> String {
        "\(UnpairedCard.serialNumber(information))-\(information.identifier)"
    }

    func load() throws(ChannelError) -> CardPairing? {
        let octets: [UInt8]?
        do throws(KeystoreError) { octets = try keys.pairing(token: token) } catch {
            throw ChannelError(.storageFailed)
        }
        guard let octets else { return nil }
        return try CardPairing(decoding: octets)
    }

    func update<Result>(
        _ change: (inout CardPairing?) throws(ChannelError) -> Result
    ) throws(ChannelError) -> Result {
        let key = maker.map { maker in
            { (octets: [UInt8]) in
                ChannelKey(
                    pairing: octets,
                    label: (try? CardPairing(decoding: octets))?.label.description ?? "",
                    program: maker.program,
                    secret: maker.identity.encoded()
                )
            }
        }
        let outcome: Swift.Result<Result, ChannelError>
        do throws(KeystoreError) {
            outcome = try keys.change(token: token, key: key) { octets in
                var pairing = octets.flatMap { try? CardPairing(decoding: $0) }
                do throws(ChannelError) {
                    let result = try change(&pairing)
                    if let reader { pairing?.reader = reader }
                    octets = pairing?.encoded
                    return .success(result)
                } catch {
                    return .failure(error)
                }
            }
        } catch {
            throw ChannelError(.storageFailed)
        }
        return try outcome.get()
    }
}
