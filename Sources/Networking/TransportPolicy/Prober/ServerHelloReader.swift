import JetonOctets

/// Reads the messages that a server sends before anything is encrypted, whatever pieces they come in.
///
/// At most 256 KiB of records, 32 certificates and 4,096 names of authorities are taken; what is beyond, or malformed,
/// ends the reading.
///
/// - SeeAlso: RFC 5246, 7.4; RFC 8446, 4.
public struct ServerHelloReader: Sendable {
    private static let sizeLimit = 1 << 18
    private static let certificateLimit = 32
    private static let authorityLimit = 4096

    /// What has been read by now.
    public private(set) var answer = ServerAnswer()
    /// Whether nothing more can follow that is in clear.
    public private(set) var isComplete = false

    private var records: [UInt8] = []
    private var messages: [UInt8] = []
    private var total = 0

    /// Makes a reader.
    public init() {}

    /// Takes bytes that came.
    ///
    /// - Parameter bytes: Any number; what follows the end is passed over.
    public mutating func read(_ bytes: ArraySlice<UInt8>) {
        guard !isComplete else { return }
        records += bytes
        do throws(EncodingError) {
            while !isComplete, let (type, content) = try nextRecord() { try take(type, content) }
        } catch {
            answer.isMalformed = true
            isComplete = true
        }
    }

    private mutating func nextRecord() throws(EncodingError) -> (UInt8, ArraySlice<UInt8>)? {
        guard records.count >= 5 else { return nil }
        let length = Int(records[3]) << 8 | Int(records[4])
        // RFC 5246, 6.2.3: a record has at most 2^14 bytes and 2,048 more.
        guard (20...23).contains(records[0]), records[1] == 3, length > 0, length <= 18_432 else {
            throw EncodingError(.unexpectedValue, at: 3)
        }
        guard records.count >= 5 + length else { return nil }
        let record = (records[0], records[5..<(5 + length)])
        records.removeFirst(5 + length)
        return record
    }

    private mutating func take(_ type: UInt8, _ content: ArraySlice<UInt8>) throws(EncodingError) {
        total += content.count
        guard total <= ServerHelloReader.sizeLimit else { throw EncodingError(.limitExceeded, at: total) }
        switch type {
        case 21:
            guard content.count == 2, let alert = content.last else { throw EncodingError(.unexpectedValue, at: 0) }
            // A warning before ServerHello, such as unrecognized_name, ends nothing.
            if content.first == 1, alert != 0 { return }
            answer.alert = alert
            isComplete = true
        case 22:
            messages += content
            var start = 0
            while !isComplete, messages.count - start >= 4 {
                var header = ByteCursor(messages[start...])
                let kind = try header.readByte()
                let length = try header.longNumber()
                guard length <= ServerHelloReader.sizeLimit else { throw EncodingError(.limitExceeded, at: total) }
                guard header.remaining >= length else { break }
                try read(message: kind, ByteCursor(header.read(length)))
                start += 4 + length
            }
            messages.removeFirst(start)
        default:
            // Encrypted from here on.
            isComplete = true
        }
    }

    private mutating func read(message: UInt8, _ cursor: ByteCursor) throws(EncodingError) {
        var cursor = cursor
        switch message {
        case 2: try readHello(&cursor)
        case 11: try readCertificates(&cursor)
        case 12: try readKeyExchange(&cursor)
        case 13: try readRequest(&cursor)
        case 14:
            answer.isWhole = true
            isComplete = true
        default: break
        }
    }

    private mutating func readHello(_ cursor: inout ByteCursor) throws(EncodingError) {
        answer.version = try cursor.number()
        _ = try cursor.read(32)
        _ = try cursor.read(Int(cursor.readByte()))
        answer.suite = try cursor.number()
        _ = try cursor.readByte()
        guard !cursor.isAtEnd else { return }
        var extensions = ByteCursor(try cursor.read(Int(cursor.number())))
        while !extensions.isAtEnd {
            let type = try extensions.number()
            var data = ByteCursor(try extensions.read(Int(extensions.number())))
            switch type {
            case 43: answer.version = try data.number()
            case 51: answer.group = try data.number()
            default: break
            }
        }
        // What follows is encrypted; another hello that the server asks for is not made.
        if answer.version ?? 0 >= 0x0304 { isComplete = true }
    }

    private mutating func readCertificates(_ cursor: inout ByteCursor) throws(EncodingError) {
        var list = ByteCursor(try cursor.read(cursor.longNumber()))
        while !list.isAtEnd {
            guard answer.certificates.count < ServerHelloReader.certificateLimit else {
                throw EncodingError(.limitExceeded, at: list.offset)
            }
            answer.certificates.append(Array(try list.read(list.longNumber())))
        }
    }

    private mutating func readKeyExchange(_ cursor: inout ByteCursor) throws(EncodingError) {
        guard let suite = answer.suite else { return }
        if CipherSuiteName.name(suite).contains("_ECDHE_") {
            // 3 is a named curve.
            if try cursor.readByte() == 3 { answer.group = try cursor.number() }
        } else if CipherSuiteName.name(suite).contains("_DHE_") {
            let prime = try cursor.read(Int(cursor.number())).drop { $0 == 0 }
            answer.primeBits = prime.count * 8 - (prime.first?.leadingZeroBitCount ?? 0)
        }
    }

    private mutating func readRequest(_ cursor: inout ByteCursor) throws(EncodingError) {
        var request = ServerAnswer.CertificateRequest()
        request.types = Array(try cursor.read(Int(cursor.readByte())))
        if answer.version ?? 0 >= 0x0303 {
            var schemes = ByteCursor(try cursor.read(Int(cursor.number())))
            while !schemes.isAtEnd { request.signatureSchemes.append(try schemes.number()) }
        }
        var names = ByteCursor(try cursor.read(Int(cursor.number())))
        while !names.isAtEnd {
            guard request.authorities.count < ServerHelloReader.authorityLimit else {
                throw EncodingError(.limitExceeded, at: names.offset)
            }
            request.authorities.append(Array(try names.read(Int(names.number()))))
        }
        answer.certificateRequest = request
    }
}

extension ByteCursor {
    /// Takes a number of two bytes.
    fileprivate mutating func number() throws(EncodingError) -> UInt16 {
        try readBigEndian()
    }

    /// Takes a number of three bytes.
    fileprivate mutating func longNumber() throws(EncodingError) -> Int {
        try read(3).reduce(0) { $0 << 8 | Int($1) }
    }
}
