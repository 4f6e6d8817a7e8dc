package import JetonOctets

/// What a server answered to one request of the Assuan protocol.
package struct AssuanResponse: ~Copyable {
    /// The number behind `ERR`; nil after `OK`.
    package let errorCode: UInt32?
    private var data: Secret?

    init(errorCode: UInt32?, data: consuming Secret?) {
        self.errorCode = errorCode
        self.data = data
    }

    /// Whether the answer is OK.
    package var isOK: Bool { errorCode == nil }

    /// Hands over the octets of the `D` lines, if there were any.
    package mutating func takeData() -> Secret? { data.take() }

    /// Refuses another answer.
    ///
    /// - Throws: ``PINError/Code/pinentryFailed``.
    package borrowing func requireOK() throws(PINError) {
        if let errorCode { throw PINError(.pinentryFailed, detail: "error \(errorCode)") }
    }
}
