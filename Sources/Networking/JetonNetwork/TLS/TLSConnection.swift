import CJetonTLS
import JetonASN1
import JetonX509

#if canImport(Glibc)
    import Glibc
#endif

/// A TLS connection over TCP; used by one thread at a time.
@safe
package final class TLSConnection: SteppedChannel {
    private let socket: TCPConnection
    private let client: TLSClient
    private let host: String
    private(set) var connection: OpaquePointer?
    /// What the callbacks found, which libssl can't carry.
    private var refusal: NetworkError?
    private(set) var peerCertificates: [[UInt8]] = []
    private var hasSigned = false
    /// Why the server is not trusted, of a connection that only observes; nil if it is.
    private(set) var distrust: String?

    /// Makes the handshake.
    ///
    /// - Parameters:
    ///   - socket: Taken over.
    ///   - host: The server's name or address, which its certificate must have.
    ///   - client: The settings, the trust and the client certificate.
    ///   - deadline: For the handshake.
    /// - Throws: ``NetworkError/Code/certificateNotTrusted``, ``NetworkError/Code/keyFailed``,
    ///   ``NetworkError/Code/tlsRefused``, ``NetworkError/Code/tlsFailed``, ``NetworkError/Code/timedOut``,
    ///   ``NetworkError/Code/connectionClosed``.
    package init(
        over socket: TCPConnection,
        host: String,
        client: TLSClient,
        by deadline: Deadline
    ) throws(NetworkError) {
        self.socket = socket
        self.client = client
        self.host = host
        var failure = ctls_failure()
        var made: OpaquePointer?
        let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
        let result = unsafe TLSConnection.withName(TLSServerName.indication(host)) { name in
            unsafe ctls_connection_make(
                client.client,
                socket.descriptor,
                name,
                TLSConnection.callbacks,
                owner,
                &made,
                &failure
            )
        }
        guard result == 0, let made = unsafe made else { throw TLSResult.error(result, failure, "setting up TLS") }
        unsafe connection = made
        try unsafe run(by: deadline, "the handshake with \(host)") { (connection, failure) in
            unsafe ctls_connection_handshake(connection, &failure)
        }
    }

    deinit {
        if let connection = unsafe connection { unsafe ctls_connection_free(connection) }
    }

    private static func withName<Result>(_ name: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        guard let name else { return body(nil) }
        return unsafe name.withCString(body)
    }

    package func read(_ capacity: Int, by deadline: Deadline) throws(NetworkError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: capacity)
        var count = 0
        let isOpen = try unsafe run(by: deadline, "reading from \(host)") { (connection, failure) in
            unsafe bytes.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return Int32(bitPattern: CTLS_INVALID.rawValue) }
                return unsafe ctls_connection_read(connection, base, buffer.count, &count, &failure)
            }
        }
        guard isOpen else { return [] }
        bytes.removeLast(capacity - count)
        return bytes
    }

    package func write(_ bytes: [UInt8], by deadline: Deadline) throws(NetworkError) {
        var start = 0
        while start < bytes.count {
            var count = 0
            let isOpen = try unsafe run(by: deadline, "sending to \(host)") { (connection, failure) in
                unsafe bytes.withUnsafeBufferPointer { buffer in
                    guard let base = buffer.baseAddress else { return Int32(bitPattern: CTLS_INVALID.rawValue) }
                    return unsafe ctls_connection_write(
                        connection,
                        base + start,
                        buffer.count - start,
                        &count,
                        &failure
                    )
                }
            }
            guard isOpen else { throw NetworkError(.connectionClosed, "sending to \(host)") }
            start += count
        }
    }

    package var descriptor: Int32 { socket.descriptor }

    package func tryRead(into buffer: inout [UInt8], _ range: Range<Int>) throws(NetworkError) -> ChannelStep {
        try unsafe buffer.withUnsafeMutableBufferPointer { (buffer) throws(NetworkError) in
            let start = unsafe buffer.baseAddress.map { unsafe $0 + range.lowerBound }
            return try unsafe move("reading from \(host)", start, range.count, ctls_connection_read)
        }
    }

    package func tryWrite(_ buffer: [UInt8], _ range: Range<Int>) throws(NetworkError) -> ChannelStep {
        try unsafe buffer.withUnsafeBufferPointer { (buffer) throws(NetworkError) in
            let start = unsafe buffer.baseAddress.map { unsafe $0 + range.lowerBound }
            return try unsafe move("sending to \(host)", start, range.count, ctls_connection_write)
        }
    }

    /// Moves as many bytes as go in one step between memory and the connection.
    private func move<Pointer>(
        _ activity: @autoclosure () -> String,
        _ start: Pointer?,
        _ size: Int,
        _ function: (OpaquePointer, Pointer, Int, UnsafeMutablePointer<Int>, UnsafeMutablePointer<ctls_failure>) ->
            Int32
    ) throws(NetworkError) -> ChannelStep {
        var count = 0
        let step = try unsafe step(activity()) { (connection, failure) in
            guard let start else { return Int32(bitPattern: CTLS_INVALID.rawValue) }
            return unsafe function(connection, start, size, &count, &failure)
        }
        return step ?? .moved(count)
    }

    /// Does one step of an operation.
    ///
    /// - Returns: What it waits for, or that the peer has ended TLS; nil if it succeeded.
    private func step(
        _ activity: @autoclosure () -> String,
        _ operation: (OpaquePointer, inout ctls_failure) -> Int32
    ) throws(NetworkError) -> ChannelStep? {
        guard let open = unsafe connection else {
            throw NetworkError(.connectionClosed, "it was already closed on this side")
        }
        var failure = ctls_failure()
        let result = unsafe operation(open, &failure)
        switch UInt32(bitPattern: result) {
        case CTLS_OK.rawValue: return nil
        case CTLS_CLOSED.rawValue: return .ended
        case CTLS_WANT_READ.rawValue: return .needsReading
        case CTLS_WANT_WRITE.rawValue: return .needsWriting
        default: throw refusal ?? TLSResult.error(result, failure, activity())
        }
    }

    /// Whether the key of the client certificate has signed on this connection.
    package var isClientAuthenticated: Bool { hasSigned }

    package func close() {
        guard let open = unsafe connection else { return }
        unsafe ctls_connection_close(open)
        unsafe ctls_connection_free(open)
        unsafe connection = nil
        socket.close()
    }

    /// Runs an operation to its end, waiting for the socket where it must.
    ///
    /// The time is looked at before each step, which takes a bounded number of bytes: a peer that never pauses leaves
    /// nothing to wait for.
    ///
    /// - Returns: Whether it succeeded; false if the peer has ended TLS.
    @discardableResult
    private func run(
        by deadline: Deadline,
        _ activity: String,
        _ operation: (OpaquePointer, inout ctls_failure) -> Int32
    ) throws(NetworkError) -> Bool {
        while true {
            try deadline.check(activity)
            switch try unsafe step(activity, operation) {
            case .needsReading?: try socket.wait(for: Int16(POLLIN), by: deadline, activity)
            case .needsWriting?: try socket.wait(for: Int16(POLLOUT), by: deadline, activity)
            case .ended?: return false
            case nil, .moved?: return true
            }
        }
    }

    // MARK: - What libssl asks

    private static let callbacks = unsafe ctls_callbacks(
        judge: { owner, certificates, count in
            let connection = unsafe Unmanaged<TLSConnection>.fromOpaque(owner).takeUnretainedValue()
            guard count <= Int(CTLS_CERTIFICATE_LIMIT) else {
                connection.refuse("the server sent \(count) certificates, more than \(CTLS_CERTIFICATE_LIMIT)")
                return 0
            }
            let encoded = unsafe UnsafeBufferPointer(start: certificates, count: count).map { entry in
                unsafe Array(UnsafeBufferPointer(start: entry.octets, count: entry.count))
            }
            return connection.judge(encoded) ? 1 : 0
        },
        sign: { owner, scheme, hashLength, message, count, signature, capacity, length in
            let connection = unsafe Unmanaged<TLSConnection>.fromOpaque(owner).takeUnretainedValue()
            let message = unsafe Array(UnsafeBufferPointer(start: message, count: count))
            guard let made = connection.sign(message, scheme, hashLength), made.count <= capacity else { return 0 }
            for (index, byte) in made.enumerated() { unsafe signature[index] = byte }
            unsafe length.pointee = made.count
            return 1
        }
    )

    private func judge(_ encoded: [[UInt8]]) -> Bool {
        peerCertificates = encoded
        guard let reason = client.refusal(of: encoded, host: host) else { return true }
        if client.isObserver {
            distrust = reason
            return true
        }
        refuse(reason)
        return false
    }

    private func refuse(_ reason: String) {
        refusal = NetworkError(.certificateNotTrusted, "\(host): \(reason)")
    }

    private func sign(_ message: [UInt8], _ scheme: ctls_scheme, _ hashLength: Int) -> [UInt8]? {
        do {
            guard let identity = client.identity else { throw NetworkError(.tlsFailed, "there is no key") }
            let signature = try identity.sign(message, try TLSConnection.algorithm(scheme, hashLength))
            hasSigned = true
            return signature
        } catch {
            refusal = NetworkError(.keyFailed, "\(error)", underlying: error)
            return nil
        }
    }

    private static func algorithm(_ scheme: ctls_scheme, _ hashLength: Int) throws(NetworkError) -> SignatureAlgorithm {
        let hash: HashAlgorithm? =
            switch hashLength {
            case 32: .sha256
            case 48: .sha384
            case 64: .sha512
            default: nil
            }
        switch (scheme, hash) {
        case (CTLS_RSA_PKCS1, let hash?): return .rsaPKCS1(hash)
        case (CTLS_RSA_PSS, let hash?): return .rsaPSS(hash)
        case (CTLS_ECDSA, let hash?): return .ecdsa(hash)
        case (CTLS_ED25519, nil): return .ed25519
        default: throw NetworkError(.tlsFailed, "an unknown signature type")
        }
    }
}
