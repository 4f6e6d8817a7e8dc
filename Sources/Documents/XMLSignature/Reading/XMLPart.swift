import JetonASN1
package import JetonXML

/// A part of a document that becomes octets while the document is read.
///
/// Used by the reading of one document on one thread.
@safe
package final class XMLPart {
    /// Which part.
    package enum Place: Hashable, Sendable {
        /// All of it.
        case document
        /// The element with an identifier, which must be the only one.
        case element(id: String)
        /// The element whose start tag is at an offset.
        case offset(UInt64)
    }

    /// Behind a pointer, since every tag changes it: a property would be checked for overlapping accesses each time.
    ///
    /// The reading of the document changes it.
    let state: UnsafeMutablePointer<PartState>

    /// How many elements have the identifier that was looked for.
    package var matches: Int { unsafe state.pointee.matches }
    /// The name of the element; nil for the document, and until it is found.
    package var name: String? { unsafe state.pointee.name }
    /// Where the element begins and ends.
    package var range: Range<UInt64>? { unsafe state.pointee.range }
    /// Whether text that had to be base64 was not.
    package var isMalformed: Bool { unsafe state.pointee.isMalformed }
    /// Whether the element that was looked for is a ds:Manifest.
    var isManifest: Bool { unsafe state.pointee.isManifest }
    /// How many bytes of base64 were decoded.
    var decodedCount: Int { unsafe state.pointee.decodedCount }
    /// Whether an element is left of the part that is more than a part of the signature itself.
    package var hasContent: Bool { unsafe state.pointee.hasContent }

    private init(_ initial: PartState) {
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: initial)
    }

    deinit {
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// What a reference leads to in its own document.
    ///
    /// - Parameters:
    ///   - reference: The reference, whose target is in the document.
    ///   - own: Where the start tag of its signature is.
    ///   - method: Makes octets of a part for which the reference names no method; nil for the standard's.
    ///   - sink: Receives the octets.
    package convenience init(
        _ reference: XMLReference,
        own: UInt64,
        method: Canonicalization? = nil,
        sink: @escaping (Span<UInt8>) -> Void
    ) {
        var place = Place.document
        if case .element(let id) = reference.target { place = .element(id: id) }
        var initial = PartState(place, keepsComments: reference.keepsComments, sink: sink)
        initial.filter = reference.filters.isEmpty ? nil : FilterState(reference.filters, own: own)
        if let method, !reference.hasOutputTransform {
            initial.canonicalizer = Canonicalizer(method, sink: sink)
        } else if case .canonical(let method, let prefixes) = reference.output {
            initial.canonicalizer = Canonicalizer(method, inclusivePrefixes: prefixes, sink: sink)
        }
        self.init(initial)
    }

    /// The whole document, without comments.
    convenience init(
        documentBy method: Canonicalization,
        filters: [ElementFilter],
        sink: @escaping (Span<UInt8>) -> Void
    ) {
        var initial = PartState(.document, keepsComments: false, sink: sink)
        initial.filter = filters.isEmpty ? nil : FilterState(filters, own: .max)
        initial.canonicalizer = Canonicalizer(method, sink: sink)
        self.init(initial)
    }

    /// An element at an offset.
    package convenience init(
        at offset: UInt64,
        _ method: Canonicalization,
        inclusivePrefixes: [String] = [],
        sink: @escaping (Span<UInt8>) -> Void
    ) {
        var initial = PartState(.offset(offset), keepsComments: true, sink: sink)
        initial.canonicalizer = Canonicalizer(method, inclusivePrefixes: inclusivePrefixes, sink: sink)
        self.init(initial)
    }

    /// Corrects the place of the signature that the part belongs to, before anything from there on is read.
    func moveSignature(back distance: UInt64) { unsafe state.pointee.moveSignature(back: distance) }

    func finish() { unsafe state.pointee.finish() }
}
