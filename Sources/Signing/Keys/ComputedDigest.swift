import Crypto

/// A digest that was computed earlier or elsewhere, in the shape that ECDSA of swift-crypto takes.
struct ComputedDigest: Digest {
    /// Not the size of one digest, which the instance knows; ECDSA takes what `withUnsafeBytes` lends.
    static var byteCount: Int { 64 }

    private let octets: [UInt8]

    init(_ octets: [UInt8]) { self.octets = octets }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try unsafe octets.withUnsafeBytes(body)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(octets) }
}
