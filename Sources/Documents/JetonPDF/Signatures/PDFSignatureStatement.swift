public import JetonASN1

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

    /// The time; nil if it is not a date with its difference to UTC, to the second.
    ///
    /// - SeeAlso: ISO 32000-2, 7.9.4.
    public var statedTime: UniversalTime? {
        guard let readable = readableTime, readable != time else { return nil }
        let date = readable.prefix(19).split { "-T:".contains($0) }.compactMap { Int($0) }
        guard date.count == 6,
            let local = UniversalTime(
                year: date[0],
                month: date[1],
                day: date[2],
                hour: date[3],
                minute: date[4],
                second: date[5]
            )
        else { return nil }
        let zone = readable.dropFirst(19)
        if zone == "Z" { return local }
        let parts = zone.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard zone.first == "+" || zone.first == "-", let hours = parts.first, parts.count <= 2, hours < 24,
            parts.last.map({ (0..<60).contains($0) }) ?? false
        else { return nil }
        let seconds = Int64(hours * 3600 + (parts.count == 2 ? parts[1] : 0) * 60)
        return UniversalTime(secondsSince1970: local.secondsSince1970 - (zone.first == "+" ? seconds : -seconds))
    }
}
