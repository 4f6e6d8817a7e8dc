public import JetonCMS
import JetonX509

/// What checking a timestamp showed.
public struct TimestampReport: Hashable, Sendable {
    /// What the timestamp states.
    public let info: TimestampInfo
    /// The authority that signed, with every check of its signature and certificate.
    public let signer: SignerReport
    /// Why the timestamp does not stand, besides the failures of the signer; one clause each.
    public let refusals: [String]
    /// The token taken apart.
    package let parts: SignedDataParts
    /// The encoded TSTInfo.
    package let content: [UInt8]

    /// Whether the timestamp is whole and by a trusted authority.
    public var isValid: Bool { refusals.isEmpty && signer.isValid }

    /// Whether the timestamp is whole, trusted or not.
    public var isIntact: Bool { refusals.isEmpty && signer.isIntact }

    /// Everything that stands against it, one clause each.
    public var failures: [String] { refusals + signer.failures.map(\.detail) }
}
