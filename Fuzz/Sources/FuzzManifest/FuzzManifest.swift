import JetonEntitlements
import JetonKeystoreBase
import KeystoreSync

/// Any octets as manifest, payload, team file, list of devices, card and time: read or refused, and what is read is
/// written as it was.
@c(LLVMFuzzerTestOneInput)
public func fuzzManifest(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    if let manifest = try? SignedManifest(octets) {
        precondition(manifest.encoded == octets, "one manifest has two encodings")
        precondition(!manifest.isSigned(by: strangersKey), "a stranger has signed")
    }
    if let manifest = try? EntitlementManifest(payload: octets) {
        precondition(manifest.payload == octets, "one payload has two encodings")
        precondition((manifest.accessGroups ?? []).allSatisfy { $0.team == manifest.team })
    }
    if let list = try? SyncMembership(octets) {
        precondition(list.encoded == octets, "one list of devices has two encodings")
    }
    let text = String(decoding: octets, as: UTF8.self)
    if let team = TeamIdentifier(rawValue: "ABCDE12345"), let trusted = try? TrustedTeam(team, text: text) {
        precondition(trusted.keys.allSatisfy { !trusted.revokedKeys.contains($0.fingerprint) })
    }
    if let member = try? SyncMember(card: text) { precondition(member.card == text) }
    if let time = UTCTime(text) { precondition(time.description == text) }
    if let grant = AccessGroupGrant(rawValue: text) { precondition(grant.rawValue == text) }
    return 0
}

/// A key that has signed nothing.
private let strangersKey: Ed25519PublicKey = {
    guard let key = Ed25519PublicKey(rawRepresentation: [UInt8](repeating: 3, count: 32)) else { fatalError("a key") }
    return key
}()
