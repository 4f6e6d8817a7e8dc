/// What the historical bytes of an answer to reset say about the card's operating system.
///
/// Reading never fails: bytes in no known form are proprietary, and a data object that runs over the end is left
/// out, since cards put free text there.
///
/// - SeeAlso: ISO/IEC 7816-4:2020, 12.1.1.
public struct HistoricalBytes: Hashable, Sendable {
    /// In which form the bytes are (category indicator, the first of them).
    public enum Category: Hashable, Sendable {
        /// No historical bytes.
        case none
        /// `00`: compact-TLV data objects, then three octets of status.
        case compactTLVWithStatus
        /// `10`: one octet that refers to a DIR record.
        case directoryReference
        /// `80`: compact-TLV data objects, the last of which may be a status.
        case compactTLV
        /// Any other: the manufacturer's own form, often text.
        case proprietary
    }

    /// One compact-TLV data object: half an octet of tag, half an octet of length.
    public struct DataObject: Hashable, Sendable {
        /// The tag, 0–15; `7` is the card's capabilities.
        public let tag: UInt8
        /// The value, 0–15 octets.
        public let value: [UInt8]
    }

    /// The form.
    public let category: Category
    /// The compact-TLV data objects; empty in other forms.
    public let dataObjects: [DataObject]
    /// Life cycle status, if given.
    public let lifeCycleStatus: UInt8?
    /// The status word given with the answer, if any.
    public let status: StatusWord?
    /// The bytes as text if all are printable ASCII: "Rutoken DS "; else nil.
    public let text: String?

    /// Reads historical bytes; any bytes are accepted.
    public init(_ octets: [UInt8]) {
        let isText = !octets.isEmpty && octets.allSatisfy { (0x20...0x7E).contains($0) }
        text = isText ? String(decoding: octets, as: UTF8.self) : nil
        var body = octets.dropFirst()
        var statusOctets: ArraySlice<UInt8> = []
        switch octets.first {
        case nil:
            category = .none
        case 0x00 where body.count >= 3:
            category = .compactTLVWithStatus
            statusOctets = body.suffix(3)
            body = body.dropLast(3)
        case 0x10 where body.count == 1:
            category = .directoryReference
        case 0x80:
            category = .compactTLV
        default:
            category = .proprietary
        }
        let isTLV = category == .compactTLV || category == .compactTLVWithStatus
        dataObjects = isTLV ? Self.readDataObjects(body) : []
        if category == .compactTLV, let object = dataObjects.last, object.tag == 8 {
            statusOctets = object.value[...]
        }
        // Tag 8 has one octet (life cycle), two (status word) or three (both).
        lifeCycleStatus = statusOctets.count == 1 || statusOctets.count == 3 ? statusOctets.first : nil
        let word = Array(statusOctets.suffix(2))
        status = word.count == 2 ? StatusWord(word[0], word[1]) : nil
    }

    /// The card's capabilities (tag 7), if given.
    public var capabilities: CardCapabilities? {
        dataObjects.first { $0.tag == 7 }.flatMap { CardCapabilities($0.value) }
    }

    /// The application identifier of the card (tag 15), if given; 5–15 octets.
    public var applicationIdentifier: [UInt8]? {
        dataObjects.first { $0.tag == 15 }?.value
    }

    private static func readDataObjects(_ octets: ArraySlice<UInt8>) -> [DataObject] {
        var objects: [DataObject] = []
        var rest = octets
        while let header = rest.popFirst() {
            let length = Int(header & 0x0F)
            guard length <= rest.count else { break }
            objects.append(DataObject(tag: header >> 4, value: Array(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
        return objects
    }
}
