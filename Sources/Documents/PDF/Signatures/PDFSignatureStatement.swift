/// What a signature dictionary says besides the signature; the signer's word, no more.
public struct PDFSignatureStatement: Hashable, Sendable {
    /// The signer's name.
    public let name: String?
    /// Why the document is signed.
    public let reason: String?
    /// Where the document was signed.
    public let location: String?
    /// The time that the signer states, as it is written: `D:20261122123456Z`.
    public let time: String?

    init(_ signature: PDFDictionary) {
        func text(_ key: PDFName) -> String? { signature[key]?.string.map(PDFText.decode) }
        name = text("Name")
        reason = text("Reason")
        location = text("Location")
        time = text("M")
    }

    /// The time in ISO 8601, such as `2026-11-22T12:34:56Z`; as it is written if it is not a date.
    public var readableTime: String? {
        guard let time, time.hasPrefix("D:") else { return time }
        let digits = time.dropFirst(2).prefix(while: \.isNumber)
        guard digits.count == 14 else { return time }
        func part(_ start: Int, _ count: Int) -> Substring { digits.dropFirst(start).prefix(count) }
        let stated = time.dropFirst(16).split(separator: "'").joined(separator: ":")
        let zone = stated.hasPrefix("Z") ? "Z" : stated
        return "\(part(0, 4))-\(part(4, 2))-\(part(6, 2))T\(part(8, 2)):\(part(10, 2)):\(part(12, 2))\(zone)"
    }
}
