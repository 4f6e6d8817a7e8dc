import JetonASN1
import JetonLibcrypto
import JetonOctets

/// Reads a certificate revocation list of any size piece by piece, in constant memory.
///
/// Only DER is read. Nothing is known about the signature until ``RevocationList/checkSignature(by:)``.
public struct RevocationListReader: ~Copyable {
    /// How many octets each field but the entries may have.
    private static let fieldLimit = 1 << 16
    /// How many octets of a list are kept for a signature algorithm without a digest.
    private static let messageLimit = 4 << 20

    private enum Phase: Equatable {
        case outer, toBeSigned, prefix, entries, extensions, algorithm, signature, end
    }

    private var phase = Phase.outer
    /// Octets that were not consumed yet begin at `position`.
    private var pending: [UInt8] = []
    private var position = 0
    /// How many octets of the list are in front of `pending`.
    private var offset = 0
    private var end = 0
    private var toBeSignedEnd = 0
    private var entriesEnd = 0
    /// Where in `pending` the octets begin that were not hashed yet; nil outside of what is signed.
    private var hashStart: Int?

    private var prefix = RevocationListPrefix()
    private var entries: RevocationEntries
    private var extensions = RevocationListExtensions()
    private var digest: RunningDigest?
    private var message: [UInt8] = []
    private var signatureAlgorithm: AlgorithmIdentifier?
    private var signature: [UInt8] = []

    /// Makes a reader.
    ///
    /// - Parameter serials: The serial numbers to look for: contents octets, big-endian; at most 4,096.
    /// - Throws: ``DocumentError/Code/limitExceeded``.
    public init(serials: [[UInt8]]) throws(DocumentError) {
        guard serials.count <= 4096 else {
            throw DocumentError(.limitExceeded, "\(serials.count) serial numbers were requested")
        }
        entries = RevocationEntries(serials: serials)
    }

    /// The size of the list in octets, as its first octets state it; nil until they were read.
    package var size: Int? { phase == .outer ? nil : end }

    /// Reads the next octets.
    ///
    /// - Throws: ``DocumentError/Code/malformed``, ``DocumentError/Code/limitExceeded``;
    ///   ``DocumentError/Code/unsupportedAlgorithm`` for a GOST hash without OpenSSL's GOST provider.
    public mutating func update(_ octets: Span<UInt8>) throws(DocumentError) {
        unsafe octets.withUnsafeBufferPointer { unsafe pending.append(contentsOf: $0) }
        do {
            while try step() {}
        } catch {
            throw DocumentError(reading: "revocation list", error)
        }
        try hashConsumed()
        if position == pending.count {
            pending.removeAll(keepingCapacity: true)
        } else {
            pending.removeFirst(position)
        }
        offset += position
        position = 0
        if hashStart != nil { hashStart = 0 }
    }

    /// Ends the list.
    ///
    /// - Throws: ``DocumentError/Code/malformed`` if it is not whole.
    public consuming func finish() throws(DocumentError) -> RevocationList {
        guard phase == .end, pending.isEmpty, let signatureAlgorithm, let issuer = prefix.issuer,
            let thisUpdate = prefix.thisUpdate
        else {
            throw DocumentError(.malformed, "revocation list: it is truncated, or has trailing data")
        }
        var obstacle = extensions.obstacle ?? entries.obstacle
        if prefix.algorithm != signatureAlgorithm { obstacle = "its two signature algorithm fields differ" }
        let input: [UInt8]
        if let digest {
            input = try computing("the list's digest") { () throws(LibcryptoError) in try digest.finish() }
        } else {
            input = message
        }
        return RevocationList(
            issuer: issuer,
            thisUpdate: thisUpdate,
            nextUpdate: prefix.nextUpdate,
            number: extensions.number,
            baseNumber: extensions.baseNumber,
            scope: extensions.scope,
            encodedScope: extensions.encodedScope,
            authorityKeyIdentifier: extensions.authorityKeyIdentifier,
            obstacle: obstacle,
            entries: entries.found(defaultIssuer: issuer),
            entryCount: entries.count,
            signatureAlgorithm: signatureAlgorithm,
            signedInput: input,
            signature: signature
        )
    }

    // MARK: - Steps

    /// Reads one field, or as many entries as are there; false if it needs more octets.
    private mutating func step() throws(EncodingError) -> Bool {
        switch phase {
        case .outer:
            guard let header = try header(limit: .max) else { return false }
            try header.expect(.sequence, at: offset)
            position += header.size
            end = offset + position + header.length
            phase = .toBeSigned
        case .toBeSigned:
            guard let header = try header(limit: end - offset - position) else { return false }
            try header.expect(.sequence, at: offset + position)
            hashStart = position
            position += header.size
            toBeSignedEnd = offset + position + header.length
            phase = .prefix
        case .prefix: return try stepPrefix()
        case .entries: return try stepEntries()
        case .extensions:
            guard offset + position < toBeSignedEnd else {
                phase = .algorithm
                return true
            }
            guard let element = try element(limit: toBeSignedEnd - offset - position) else { return false }
            try extensions.read(element)
        case .algorithm:
            guard let element = try element(limit: end - offset - position) else { return false }
            signatureAlgorithm = try AlgorithmIdentifier(element)
            phase = .signature
        case .signature:
            guard let element = try element(limit: end - offset - position) else { return false }
            signature = try element.bitStringOctets()
            phase = .end
        case .end:
            guard position == pending.count, offset + position == end else {
                throw EncodingError(.trailingOctets, at: offset + position)
            }
            return false
        }
        return true
    }

    private mutating func stepPrefix() throws(EncodingError) -> Bool {
        let room = toBeSignedEnd - offset - position
        guard room > 0 else {
            try prefix.finish()
            phase = .algorithm
            return true
        }
        guard position < pending.count else { return false }
        switch pending[position] {
        case 0x30 where prefix.thisUpdate != nil:
            guard let header = try header(limit: room) else { return false }
            position += header.size
            entriesEnd = offset + position + header.length
            phase = .entries
        case 0xA0 where prefix.thisUpdate != nil: phase = .extensions
        default:
            guard let element = try element(limit: room) else { return false }
            try prefix.read(element)
        }
        return true
    }

    private mutating func stepEntries() throws(EncodingError) -> Bool {
        let limit = min(entriesEnd - offset, pending.count)
        let octets = pending
        position = try entries.read(octets, from: position, to: limit, offset: offset)
        if offset + position == entriesEnd {
            phase = .extensions
            return true
        }
        // An entry that does not end where the list of entries ends, or is longer than any.
        let rest = octets.count - position
        guard offset + octets.count < entriesEnd, rest < RevocationListReader.fieldLimit else {
            throw EncodingError(.malformedLength, at: offset + position)
        }
        return false
    }

    /// The next header; nil if it is not there as a whole.
    private func header(limit: Int) throws(EncodingError) -> DERHeader? {
        guard let header = try DERHeader(pending, at: position) else { return nil }
        guard header.length <= limit - header.size else { throw EncodingError(.malformedLength, at: offset + position) }
        return header
    }

    /// The next element; nil if it is not there as a whole.
    private mutating func element(limit: Int) throws(EncodingError) -> ASN1Element? {
        guard let header = try header(limit: limit) else { return nil }
        let size = header.size + header.length
        guard size <= RevocationListReader.fieldLimit else {
            throw EncodingError(.limitExceeded, at: offset + position)
        }
        guard pending.count - position >= size else { return nil }
        let element = try ASN1Element.parse(Array(pending[position..<position + size]))
        position += size
        return element
    }

    // MARK: - Digest

    /// Hashes what was consumed of the signed part, once the prefix has named the hash.
    private mutating func hashConsumed() throws(DocumentError) {
        guard let start = hashStart else { return }
        let isPastEnd = offset + position >= toBeSignedEnd
        if digest == nil, let algorithm = prefix.algorithm, let hash = SignatureScheme(algorithm)?.hash {
            let begun = try hash.begin()
            try computing("the list's digest") { () throws(LibcryptoError) in try begun.update(message.span) }
            digest = begun
            message = []
        }
        let stop = isPastEnd ? toBeSignedEnd - offset : position
        guard start < stop else { return }
        if let digest {
            let span = pending.span.extracting(start..<stop)
            try computing("the list's digest") { () throws(LibcryptoError) in try digest.update(span) }
        } else {
            guard message.count + stop - start <= RevocationListReader.messageLimit else {
                throw DocumentError(.limitExceeded, "a revocation list of this size and signature algorithm")
            }
            message += pending[start..<stop]
        }
        hashStart = isPastEnd ? nil : stop
    }
}
