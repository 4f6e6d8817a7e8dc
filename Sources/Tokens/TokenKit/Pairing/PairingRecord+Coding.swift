internal import Cryptoki
internal import JetonOctets

extension PairingRecord {
    /// The most octets of a record.
    static let maximumLength = 8192

    /// The record as lines of `key = value`; the first says the form's version.
    var encoded: [UInt8] {
        let lines = [
            "version = 1", "media = \(media)", "serial = \(PairingRecord.line(serial))",
            "label = \(PairingRecord.line(label))", "model = \(PairingRecord.line(model))",
            "manufacturer = \(PairingRecord.line(manufacturer))", "reader = \(PairingRecord.line(reader))",
            "module = \(PairingRecord.line(module))", "paired-at = \(pairedAt)", "seen-at = \(seenAt)",
        ]
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// Reads a record; nil if it is of another version, lacks a value or is none.
    init?(decoding octets: [UInt8]) {
        guard octets.count <= PairingRecord.maximumLength else { return nil }
        var values: [Substring: Substring] = [:]
        for line in String(decoding: octets, as: UTF8.self).lines() {
            guard let equals = line.firstIndex(of: "=") else { return nil }
            let key = line[..<equals].drop { $0 == " " }
            let value = line[line.index(after: equals)...].drop { $0 == " " }
            values[key.last == " " ? key.dropLast() : key] = value
        }
        func text(_ key: Substring) -> String? { values[key].map { String($0).withoutControlCharacters } }
        guard values["version"] == "1", let media = text("media"), PairingRecord.isFileName(media),
            let serial = text("serial"), let label = text("label"), let model = text("model"),
            let manufacturer = text("manufacturer"), let reader = text("reader"), let module = text("module"),
            let pairedAt = values["paired-at"].flatMap({ Int($0) }), let seenAt = values["seen-at"].flatMap({ Int($0) })
        else { return nil }
        self.media = media
        self.serial = serial
        self.label = label
        self.model = model
        self.manufacturer = manufacturer
        self.reader = reader
        self.module = module
        self.pairedAt = pairedAt
        self.seenAt = seenAt
    }

    /// Whether a media name may be a file's: small letters, digits, `-` and `_`, at most 100.
    static func isFileName(_ media: String) -> Bool {
        (1...100).contains(media.utf8.count)
            && media.utf8.allSatisfy { octet in
                switch octet {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                    UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    private static func line(_ text: String) -> String { String(text.withoutControlCharacters.prefix(512)) }
}
