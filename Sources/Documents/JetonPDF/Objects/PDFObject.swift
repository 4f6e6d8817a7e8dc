/// An object of a PDF.
///
/// - SeeAlso: ISO 32000-2, 7.3.
public enum PDFObject: Equatable, Sendable {
    /// `null`, which is also what a reference to a missing object stands for.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A number with a point, as it is written.
    case real([UInt8])
    /// A name.
    case name(PDFName)
    /// The bytes of a string, decoded.
    case string([UInt8])
    /// An array.
    case array([PDFObject])
    /// A dictionary.
    case dictionary(PDFDictionary)
    /// A reference to an indirect object.
    case reference(PDFReference)
    /// A dictionary with data that stands behind it in the file.
    case stream(PDFDictionary, StreamPlace)

    /// The number, if it is whole.
    public var integer: Int? { if case .integer(let value) = self { value } else { nil } }

    /// The number, whole or not.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let text): Double(String(decoding: text, as: UTF8.self))
        default: nil
        }
    }

    /// The name.
    public var name: PDFName? { if case .name(let value) = self { value } else { nil } }

    /// The string's bytes.
    public var string: [UInt8]? { if case .string(let value) = self { value } else { nil } }

    /// The array's elements.
    public var array: [PDFObject]? { if case .array(let value) = self { value } else { nil } }

    /// The reference.
    public var reference: PDFReference? { if case .reference(let value) = self { value } else { nil } }

    /// The dictionary, or the one of a stream.
    public var dictionary: PDFDictionary? {
        switch self {
        case .dictionary(let value): value
        case .stream(let value, _): value
        default: nil
        }
    }

    /// Whether it is a dictionary with data behind it.
    var isStream: Bool { if case .stream = self { true } else { false } }
}
