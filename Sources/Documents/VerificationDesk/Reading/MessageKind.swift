internal import JetonASN1
internal import JetonFiles
internal import JetonValidation
internal import JetonX509

/// What a file that is to be verified holds if it is not a document with signatures in it, by its first bytes.
enum MessageKind {
    /// A CMS message, or something that only a closer look can refuse.
    case message
    /// A timestamp: the token.
    case timestamp([UInt8])
    /// Neither.
    case other

    /// Looks at a file.
    ///
    /// - Throws: `FileError`; ``VerificationError/Code/damaged`` for a response that refuses a timestamp.
    init(_ file: InputFile) throws {
        // What is in a pipe is there once.
        guard file.path != "-", !FileSource.isPipe(file.path) else {
            self = .message
            return
        }
        var source = try FileSource(file)
        guard let size = source.size, size <= UInt64(TimestampResponse.sizeLimit) else {
            var start = [UInt8](repeating: 0, count: 65_536)
            var span = start.mutableSpan
            let count = try source.read(into: &span)
            self = MessageKind.isMessage(start[..<count]) ? .message : .other
            return
        }
        let octets = try source.contents(limit: TimestampResponse.sizeLimit)
        if octets.first == UInt8(ascii: "-") || PEM.isPresent(in: octets) {
            self = .message
            return
        }
        guard var reader = try? ASN1Element.parse(octets, rules: .basic).members(of: .sequence),
            let tag = reader.nextTag
        else {
            self = MessageKind.isMessage(octets[...]) ? .message : .other
            return
        }
        switch tag {
        case .sequence:
            // A certificate, a request and a revocation list have a third element, their signature.
            var elements = reader
            _ = try? elements.next()
            _ = try? elements.next()
            guard elements.nextTag == nil else {
                self = .other
                return
            }
            do {
                self = .timestamp(try TimestampResponse(derRepresentation: octets).token)
            } catch {
                throw VerificationError(damaged: file.path, error.context, error)
            }
        case .oid:
            _ = try? reader.next()
            self = MessageKind.isToken(&reader) ? .timestamp(octets) : .message
        default: self = .other
        }
    }

    /// Whether the start of a file is that of a CMS message: PEM, or a SEQUENCE that begins with an object identifier.
    private static func isMessage(_ start: ArraySlice<UInt8>) -> Bool {
        if start.first == UInt8(ascii: "-") || PEM.isPresent(in: Array(start)) { return true }
        guard start.first == 0x30, let length = start.dropFirst().first else { return false }
        let lengthSize = length <= 0x80 ? 1 : 1 + Int(length & 0x7F)
        return start.dropFirst(1 + lengthSize).first == 0x06
    }

    /// Whether SignedData behind its object identifier has a TSTInfo as its content.
    private static func isToken(_ reader: inout ASN1Reader) -> Bool {
        guard var data = try? reader.next(.contextConstructed(0)).onlyMember().members(of: .sequence),
            (try? data.next()) != nil, (try? data.next()) != nil,
            var content = try? data.next(.sequence).members(), let type = try? content.next().oid()
        else { return false }
        return type == .tstInfo
    }
}
