import Libcrypto

/// The curve of a suite's keys.
enum SuiteCurve: Hashable, Sendable {
    /// A curve of GOST R 34.10.
    case gost(GOSTCurve)
}
