import JetonASN1
public import JetonKeystoreBase
import JetonOctets

/// What one team's file in a ``TeamTrust`` directory says: keys, revoked keys, and the least serials.
///
/// The file is text. Its blocks `PUBLIC KEY` (RFC 7468) are the team's keys. Outside them, a line may be empty, a
/// comment after `#`, `revoked-key: FINGERPRINT` or `minimum-serial: APPLICATION-IDENTIFIER NUMBER`; any other line
/// makes the file unusable.
public struct TrustedTeam: Hashable, Sendable {
    private static let keyLimit = 64

    /// The team.
    public let identifier: TeamIdentifier
    /// The keys that may sign, without those that were revoked.
    public let keys: [Ed25519PublicKey]
    /// Fingerprints of keys whose signatures no longer count.
    public let revokedKeys: Set<String>
    /// The least serial that counts, by application identifier.
    public let minimumSerials: [String: Int64]

    /// Reads a team's file.
    ///
    /// - Throws: ``KeystoreError/Code/decoding`` that names the line.
    public init(_ identifier: TeamIdentifier, text: String) throws(KeystoreError) {
        try SHA256.prepare()
        let parsed: (blocks: [PEM.Block], other: [String])
        do throws(PEMError) {
            parsed = try PEM.split(text, rules: .strict, limit: TrustedTeam.keyLimit)
        } catch {
            throw KeystoreError(.decoding, "the keys of team \(identifier) are not in PEM: \(error)")
        }
        var keys: [Ed25519PublicKey] = []
        for block in parsed.blocks {
            guard block.label == Ed25519PublicKey.label,
                let key = Ed25519PublicKey(subjectPublicKeyInfo: block.octets)
            else { throw KeystoreError(.decoding, "a key of team \(identifier) is not an Ed25519 public key") }
            keys.append(key)
        }
        var revoked: Set<String> = []
        var serials: [String: Int64] = [:]
        for line in parsed.other where !line.hasPrefix("#") {
            let words = line.split(separator: " ").map(String.init)
            switch (words.first, words.count) {
            case ("revoked-key:", 2) where Hex.decode(words[1])?.count == 32: revoked.insert(words[1].lowercased())
            case ("minimum-serial:", 3) where TeamIdentifier(prefixOf: words[1]) == identifier:
                guard let serial = Int64(words[2]), serial >= 1 else { fallthrough }
                serials[words[1]] = max(serial, serials[words[1]] ?? 0)
            default:
                throw KeystoreError(.decoding, "the key file of team \(identifier) has the unexpected line '\(line)'")
            }
        }
        self.identifier = identifier
        self.keys = keys.filter { !revoked.contains($0.fingerprint) }
        revokedKeys = revoked
        minimumSerials = serials
    }
}
