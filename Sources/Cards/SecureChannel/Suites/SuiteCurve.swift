import JetonLibcrypto

/// The curve of a suite's keys.
enum SuiteCurve: Hashable, Sendable {
    /// A curve of GOST R 34.10.
    case gost(GOSTCurve)
    /// P-256 of NIST SP 800-186, 3.2.1.3.
    case p256
}
