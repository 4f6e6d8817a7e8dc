/// Why a property list could not be read, and where.
package struct PropertyListFault: Error, Hashable, Sendable {
    /// The kind of fault, as far as a caller reacts to it.
    package enum Kind: Hashable, Sendable {
        /// Apple's binary form.
        case binary
        /// Text that is not a property list of version 1.0.
        case malformed
        /// A key that no value follows, at a depth of dictionaries from 1; 0 directly below `plist`.
        case keyWithoutValue(key: String, depth: Int)
        /// More octets, values or levels than are read.
        case limitExceeded
    }

    /// The kind of fault.
    package let kind: Kind
    /// The line where it was noticed, from 1.
    package let line: Int
    /// What is wrong, as one clause.
    package let message: String
}
