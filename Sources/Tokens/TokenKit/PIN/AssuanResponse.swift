internal import JetonOctets

/// What a server answered to one request of the Assuan protocol.
struct AssuanResponse: ~Copyable {
    /// The number behind `ERR`; nil after `OK`.
    let errorCode: UInt32?
    private var data: Secret?

    init(errorCode: UInt32?, data: consuming Secret?) {
        self.errorCode = errorCode
        self.data = data
    }

    var isOK: Bool { errorCode == nil }

    /// Hands over the octets of the `D` lines, if there were any.
    mutating func takeData() -> Secret? { data.take() }

    borrowing func requireOK() throws(PINError) {
        if let errorCode { throw PINError(.pinentryFailed, detail: "error \(errorCode)") }
    }
}
