internal import JetonASN1
internal import JetonFiles
internal import JetonOctets
internal import JetonX509

/// A signed S/MIME mail message: a CMS message that holds the content, or two parts, the content and its signature.
///
/// - SeeAlso: RFC 8551, 3.5.
public struct MailMessage: Hashable, Sendable {
    /// The largest mail message, in bytes: 64 MiB.
    public static let sizeLimit = 64 << 20

    /// The CMS message in DER or BER.
    let signature: [UInt8]
    /// The content of a detached signature, with the line ends that were signed; nil if the CMS message holds it.
    let content: [UInt8]?
    /// The addresses of From; nil if that can't be read, or is there twice.
    ///
    /// Empty for a part without From.
    public let from: [String]?

    /// Reads signed mail; nil for a file that does not begin with a mail header that names S/MIME.
    ///
    /// - Parameter file: The file; `-` and pipes are not looked at, since they are there once.
    /// - Throws: `FileError`; ``VerificationError/Code/mail`` for mail that is encrypted, malformed or too large.
    init?(_ file: InputFile) throws {
        guard let header = try MailMessage.header(file) else { return nil }
        func refused(_ reason: String) -> VerificationError {
            VerificationError(
                .mail,
                "verify",
                file.path,
                "\(file.path) is S/MIME mail that can't be verified: \(reason)"
            )
        }
        let octets: [UInt8]
        do throws(FileError) {
            octets = try FileSource.contents(of: file, limit: MailMessage.sizeLimit)
        } catch {
            guard error.code == .tooLarge else { throw error }
            throw refused("it is larger than \(MailMessage.sizeLimit >> 20) MiB")
        }
        do throws(Obstacle) {
            try self.init(octets, header)
        } catch {
            throw refused(error.reason)
        }
    }

    /// Reads signed mail behind its header.
    init(_ octets: [UInt8], _ header: MailHeader) throws(Obstacle) {
        guard header.isUTF8 else { throw Obstacle("its header has bytes that are not UTF-8") }
        let types = header.values("content-type")
        guard types.count == 1, let type = MediaType(types[0]) else { throw Obstacle("its Content-Type is malformed") }
        let senders = header.values("from")
        from = senders.count > 1 ? nil : senders.first.map(MailAddresses.read) ?? []
        if type.name == "multipart/signed" {
            (content, signature) = try MailMessage.parts(octets, from: header.bodyStart, type)
        } else {
            let isOpaque = MailMessage.opaqueTypes.contains(type.name)
            guard isOpaque else { throw Obstacle("its Content-Type is \(type.name)") }
            let kind = type["smime-type"]?.lowercased()
            guard kind == nil || kind == "signed-data" else { throw Obstacle("it is '\(kind ?? "")', not signed") }
            content = nil
            signature = try MailMessage.decoded(octets[header.bodyStart...], header)
        }
    }

    /// Why the addresses of From are not those of a certificate; nil if they are, or there is no From.
    ///
    /// - SeeAlso: RFC 8550, 3.
    func refusal(of certificate: Certificate?) -> String? {
        guard let from else { return "the message does not have exactly one readable From field" }
        guard let certificate, !from.isEmpty else { return nil }
        guard let stranger = from.first(where: { !certificate.isFor(mailAddress: $0) }) else { return nil }
        let own = certificate.mailAddresses.map { "'\($0)'" }.joined(separator: ", ")
        return "the message is from '\(stranger)', but the certificate is for \(own.isEmpty ? "no mail address" : own)"
    }

    /// The header of S/MIME mail; nil for another file.
    ///
    /// - Throws: `FileError` if the file can't be read.
    static func header(_ file: InputFile) throws(FileError) -> MailHeader? {
        guard file.path != "-", !FileSource.isPipe(file.path) else { return nil }
        var source = try FileSource(file)
        var buffer = [UInt8](repeating: 0, count: MailHeader.sizeLimit)
        var span = buffer.mutableSpan
        let count = try source.read(into: &span)
        guard let header = MailHeader(buffer[..<count]) else { return nil }
        return header.values("content-type").contains(where: isSecured) ? header : nil
    }

    // MARK: - Parts

    /// The types of a message that holds its content.
    ///
    /// A mail program shows a message of another type as it is.
    private static let opaqueTypes = ["application/pkcs7-mime", "application/x-pkcs7-mime"]

    /// Why mail can't be verified.
    struct Obstacle: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    /// Whether a Content-Type is one of S/MIME's.
    private static func isSecured(_ text: String) -> Bool {
        let lower = text.lowercased()
        return lower.contains("application/pkcs7-") || lower.contains("application/x-pkcs7-")
    }

    /// The body of a part, decoded.
    private static func decoded(_ body: ArraySlice<UInt8>, _ header: MailHeader) throws(Obstacle) -> [UInt8] {
        let encodings = header.values("content-transfer-encoding")
        guard encodings.count <= 1 else { throw Obstacle("it has several Content-Transfer-Encoding fields") }
        let encoding = encodings.first.map { $0.lowercased().filter { $0 != " " && $0 != "\t" } } ?? "7bit"
        guard encoding == "base64" else {
            guard ["7bit", "8bit", "binary"].contains(encoding) else {
                throw Obstacle("its Content-Transfer-Encoding '\(encoding.prefix(32))' is not supported")
            }
            return Array(body)
        }
        guard let octets = Base64.decodeLines(body) else { throw Obstacle("its base64 is malformed") }
        return octets
    }

    /// The content and the signature of a message of two parts.
    ///
    /// - SeeAlso: RFC 1847, 2.1; RFC 8551, 3.1.1: the signature is over lines that end in CR LF.
    private static func parts(
        _ octets: [UInt8],
        from start: Int,
        _ type: MediaType
    ) throws(Obstacle) -> (content: [UInt8], signature: [UInt8]) {
        guard let boundary = type["boundary"], (1...70).contains(boundary.utf8.count) else {
            throw Obstacle("it has no valid boundary")
        }
        let mark = Array("--\(boundary)".utf8)
        var parts: [Range<Int>] = []
        var (place, begin, isClosed) = (start, Int?.none, false)
        while place < octets.count, !isClosed {
            let line = MailHeader.line(of: octets[...], at: place) ?? (octets[place...], octets.count)
            if line.text.starts(with: mark) {
                let rest = line.text.dropFirst(mark.count)
                isClosed = rest.starts(with: "--".utf8)
                // RFC 2046, 5.1.1 lets readers take more than the boundary for a delimiter, and not all do.
                guard rest.dropFirst(isClosed ? 2 : 0).allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else {
                    throw Obstacle("one of its lines begins like its boundary, but is not the boundary")
                }
                if let begin { parts.append(begin..<max(begin, lineEnd(octets, before: place))) }
                begin = line.next
                guard parts.count <= 2 else { break }
            }
            place = line.next
        }
        guard isClosed, parts.count == 2 else { throw Obstacle("it does not have two parts, content and signature") }
        guard let header = MailHeader(octets[parts[1]]), header.isUTF8,
            header.values("content-type").compactMap({ MediaType($0)?.name }).allSatisfy({ name in
                name == "application/pkcs7-signature" || name == "application/x-pkcs7-signature"
            }), header.values("content-type").count == 1
        else { throw Obstacle("its second part is not a signature") }
        let signature = try decoded(octets[header.bodyStart..<parts[1].upperBound], header)
        return (canonical(octets[parts[0]]), signature)
    }

    /// Where a part ends: the line end in front of a delimiter belongs to that.
    private static func lineEnd(_ octets: [UInt8], before place: Int) -> Int {
        let isWhole = place >= 2 && octets[place - 2] == 0x0D
        return place - (isWhole ? 2 : 1)
    }

    /// Text with each line end as CR LF.
    private static func canonical(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(text.count + text.count / 32)
        var last: UInt8 = 0
        for byte in text {
            if byte == 0x0A, last != 0x0D { octets.append(0x0D) }
            octets.append(byte)
            last = byte
        }
        return octets
    }
}
