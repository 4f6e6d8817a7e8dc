import JetonLibcrypto

/// The document security store: certificates and evidence that prove the document's signatures.
///
/// - SeeAlso: ISO 32000-2, 12.8.4.3; ETSI EN 319 142-1, 5.4.
package struct DocumentSecurityStore {
    /// How many parts of a kind are read.
    private static let partLimit = 2_048

    /// Certificates in DER.
    package var certificates: [[UInt8]] = []
    /// OCSP responses in DER.
    package var responses: [[UInt8]] = []
    /// Revocation lists in DER.
    package var lists: [[UInt8]] = []

    /// Whether nothing is in it.
    package var isEmpty: Bool { certificates.isEmpty && responses.isEmpty && lists.isEmpty }

    /// Makes an empty store.
    package init() {}

    /// Reads the store of a document; empty if there is none.
    ///
    /// - Throws: ``PDFError`` if the catalog can't be read; a part that can't is left out.
    package init(of document: PDFDocument) throws(PDFError) {
        guard let store = try document.dictionary(document.catalog().value["DSS"]) else { return }
        func read(_ key: PDFName) throws(PDFError) -> [[UInt8]] {
            var parts: [[UInt8]] = []
            for part in (try document.resolve(store[key]).array ?? []).prefix(Self.partLimit) {
                if let data = try? document.streamData(part) { parts.append(data) }
            }
            return parts
        }
        certificates = try read("Certs")
        responses = try read("OCSPs")
        lists = try read("CRLs")
    }

    /// The revision that adds this store to a document, whose own store stays.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - signatures: The values of the keys Contents of the signatures that the store proves.
    /// - Returns: The bytes to append.
    /// - Throws: ``PDFError``.
    package func revision(of document: PDFDocument, proving signatures: [[UInt8]]) throws(PDFError) -> [UInt8] {
        var revision = try PDFRevision(of: document)
        var (root, catalog) = try document.catalog()
        var store = try document.dictionary(catalog["DSS"]) ?? PDFDictionary()
        store["Type"] = .name("DSS")
        var entry = PDFDictionary()
        let parts: [(key: PDFName, short: PDFName, values: [[UInt8]])] = [
            ("Certs", "Cert", certificates), ("OCSPs", "OCSP", responses), ("CRLs", "CRL", lists),
        ]
        for part in parts where !part.values.isEmpty {
            var references: [PDFObject] = []
            for value in part.values {
                let reference = revision.newReference()
                revision.set(reference, .stream(PDFDictionary(), compressing: value))
                references.append(.reference(reference))
            }
            store[part.key] = .array((try document.resolve(store[part.key]).array ?? []) + references)
            entry[part.short] = .array(references)
        }
        var entries = try document.dictionary(store["VRI"]) ?? PDFDictionary()
        for contents in signatures {
            guard let digest = try? Digest.sha1.hash(contents) else { throw PDFError(.notSupported, "SHA-1") }
            var name: [UInt8] = []
            for byte in digest { PDFEncoder.encode(hexadecimal: byte, to: &name) }
            let key = PDFName(Array(String(decoding: name, as: UTF8.self).uppercased().utf8))
            if entries[key] == nil { entries[key] = .dictionary(entry) }
        }
        store["VRI"] = .dictionary(entries)
        let place = catalog["DSS"]?.reference ?? revision.newReference()
        revision.set(place, .value(.dictionary(store)))
        catalog["DSS"] = .reference(place)
        if catalog["DSS"] != (try document.catalog().value["DSS"]) { revision.set(root, .value(.dictionary(catalog))) }
        return try revision.encode().head
    }
}

extension PDFDocument {
    /// The data of a stream, expanded.
    ///
    /// - Throws: ``PDFError/Code/malformed`` for an object that is not a stream; ``PDFError/Code/notSupported`` for a
    ///   filter other than FlateDecode.
    package func streamData(_ object: PDFObject?) throws(PDFError) -> [UInt8] {
        guard case .stream(let dictionary, let place) = try resolve(object) else {
            throw PDFError(.malformed, "an object is not a stream")
        }
        guard let length = try resolve(dictionary["Length"]).integer else {
            throw PDFError(.malformed, at: place.offset, "/Length")
        }
        return try window.streamData(dictionary, at: place, length: length)
    }
}
