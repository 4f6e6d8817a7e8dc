import JetonASN1
import JetonCMS
import JetonLibcrypto
import JetonOctets
import JetonX509
import JetonXML

/// What the references of a signature lead to, and whether it is what was signed.
extension SignatureCheckup {
    /// What a reference leads to.
    private struct Found {
        /// A noun phrase for people.
        var subject = "the document"
        /// Its digest; nil if the digestion has it.
        var digest: [UInt8]?
        var size: UInt64
        /// Why it can't be compared, or does not hold.
        var failure: (kind: ReferenceReport.FailureKind, words: String)?
    }

    /// Compares what a reference leads to with what was signed.
    func check(
        _ reference: Result<XMLReference, DocumentError>,
        _ digestion: Digestion,
        _ files: some ReferencedFiles,
        _ knownDigests: [String: [UInt8]]
    ) throws -> ReferenceReport {
        let known: XMLReference
        switch reference {
        case .success(let found): known = found
        case .failure(let error):
            return ReferenceReport(
                uri: nil,
                role: .data,
                subject: "a reference",
                range: nil,
                hash: nil,
                digest: [],
                size: 0,
                failure: error.context,
                isEmpty: false,
                failureKind: .notSupported
            )
        }
        var found: Found
        switch known.target {
        case .document, .element: found = inside(known, digestion)
        case .external(let uri): found = try outside(known, uri, digestion, files, knownDigests)
        }
        if digestion.part?.isMalformed == true {
            found.failure = found.failure ?? (.notIntact, "its text is not base64")
        }
        let digest = try digest(known, digestion, &found)
        return ReferenceReport(
            uri: known.uri,
            role: SignatureCheckup.role(of: known, in: element),
            subject: found.subject,
            range: digestion.part?.range,
            hash: known.hash,
            digest: digest,
            size: found.size,
            failure: found.failure?.words,
            isEmpty: SignatureCheckup.isEmpty(known, digestion.part),
            failureKind: found.failure?.kind
        )
    }

    /// Whether the transforms of a reference leave nothing of the document: such a digest fits any document.
    static func isEmpty(_ reference: XMLReference, _ part: XMLPart?) -> Bool {
        guard let part else { return false }
        if case .element = reference.target, part.matches != 1 { return false }
        return reference.output == .base64 ? part.decodedCount == 0 : !part.hasContent
    }

    /// The digest of what was found, after it was compared; empty if none was computed.
    private func digest(
        _ known: XMLReference,
        _ digestion: Digestion,
        _ found: inout Found
    ) throws -> [UInt8] {
        guard found.failure == nil else { return found.digest ?? [] }
        guard let running = digestion.digest else {
            found.failure = (.notSupported, "the hash algorithm '\(known.digestMethod.shown)' is not supported")
            return []
        }
        let digest = try found.digest ?? running.finish()
        if !ConstantTime.equals(digest, known.digestValue) {
            found.failure = (.notIntact, "\(found.subject) does not match the signed digest")
        }
        return digest
    }

    private func inside(_ known: XMLReference, _ digestion: Digestion) -> Found {
        var found = Found(size: digestion.size)
        if case .element(let id) = known.target {
            let matches = digestion.part?.matches ?? 0
            found.subject = "the element '\((digestion.part?.name ?? "?").shown)' (\(id.shown))"
            if matches == 0 {
                found.failure = (.notFound, "no element of the document has the identifier '\(id.shown)'")
            } else if matches > 1 {
                found.failure = (
                    .notIntact,
                    "\(matches) elements of the document have the identifier '\(id.shown)', so which of them was "
                        + "signed is unknown"
                )
            }
        }
        if known.isSelection { found.subject = "the filtered content of \(found.subject)" }
        // Its attributes may say anything.
        if known.output == .base64 { found.subject = "the decoded text of \(found.subject)" }
        return found
    }

    private func outside(
        _ known: XMLReference,
        _ uri: String?,
        _ digestion: Digestion,
        _ files: some ReferencedFiles,
        _ knownDigests: [String: [UInt8]]
    ) throws -> Found {
        if let uri, let digest = knownDigests[uri] {
            return Found(subject: "the file '\(uri.shown)'", digest: digest, size: digestion.size)
        }
        var name: String?
        var found = Found(size: 0)
        if known.output == .octets, digestion.digest != nil {
            let file = try known.hash.flatMap { try files.digest(uri, by: $0) }
            name = file?.name
            found.digest = file?.digest
            found.size = file?.size ?? 0
        } else {
            name = try SignatureCheckup.read(known, files) { digestion.update($0) }
            found.size = digestion.size
        }
        found.subject = "the file '\(name ?? uri ?? "?")'"
        if name == nil {
            found.failure = (
                .notFound, uri.map { "the file '\($0.shown)' was not given" } ?? "the signed file was not given"
            )
        }
        return found
    }

    /// What a reference is about.
    static func role(of reference: XMLReference, in signature: XMLElement) -> ReferenceReport.Role {
        if reference.type == XMLNames.propertiesType { return .signedProperties }
        if reference.type == XMLNames.manifestType { return .manifest }
        guard case .element(let id) = reference.target else { return .data }
        // What a signature envelops is data; its other parts are not.
        for child in signature.children {
            if child.name == "Object" {
                if child.all("Manifest").contains(where: { $0.attribute("Id") == id }) { return .manifest }
            } else if child.attribute("Id") == id {
                return .signaturePart
            }
        }
        return .data
    }

    /// Reads a file that a reference leads to, by the reference's transforms.
    private static func read(
        _ reference: XMLReference,
        _ files: some ReferencedFiles,
        _ sink: @escaping (Span<UInt8>) -> Void
    ) throws -> String? {
        switch reference.output {
        case .octets: return try files.read(reference.uri) { sink($0) }
        case .base64:
            var decoder = Base64Decoder()
            var isValid = true
            let name = try files.read(reference.uri) { piece in
                var octets: [UInt8] = []
                for index in piece.indices where !decoder.take(piece[index], into: &octets) { isValid = false }
                sink(octets.span)
            }
            guard isValid, decoder.isComplete else {
                throw DocumentError(.malformed, "\(name ?? "the file") is not base64")
            }
            return name
        case .canonical(let method, let prefixes):
            var reader = XMLReader(DocumentCanonicalizer(method, inclusivePrefixes: prefixes, sink: sink))
            do {
                let name = try files.read(reference.uri) { try reader.read($0) }
                guard name != nil else { return nil }
                try reader.finish()
                reader.handler.finish()
                return name
            } catch let error as XMLError {
                throw DocumentError(error)
            }
        }
    }
}
