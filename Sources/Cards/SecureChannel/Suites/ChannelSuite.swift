/// The set of algorithms that a pairing and its sessions use; fixed by the pairing, never negotiated later.
///
/// What each suite consists of is in its ``parameters``.
public enum ChannelSuite: UInt8, CaseIterable, Hashable, Sendable {
    /// GOST R 34.10-2001 and GOST 28147-89, and a pairing whose record can be attacked offline.
    case legacy = 0x01
    /// GOST R 34.10-2012 and Kuznyechik, and a pairing that leaves nothing to test guesses against (RFC 8133).
    case modern = 0x02
    /// P-256, SHA-256 and AES-256, and a pairing as safe as the modern one (RFC 9383); needs no GOST provider.
    case p256 = 0x10
}
