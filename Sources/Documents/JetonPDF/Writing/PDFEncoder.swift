/// Writes objects.
enum PDFEncoder {
    /// An object as it stands in a file.
    static func encode(_ object: PDFObject, to bytes: inout [UInt8]) {
        switch object {
        case .null, .stream: bytes += "null".utf8
        case .boolean(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += "\(value)".utf8
        case .real(let text): bytes += text
        case .name(let name): encode(name, to: &bytes)
        case .string(let string): encode(string: string, to: &bytes)
        case .array(let elements):
            bytes += "[".utf8
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes += " ".utf8 }
                encode(element, to: &bytes)
            }
            bytes += "]".utf8
        case .dictionary(let dictionary): encode(dictionary, to: &bytes)
        case .reference(let reference): bytes += "\(reference)".utf8
        }
    }

    /// A dictionary with its delimiters.
    static func encode(_ dictionary: PDFDictionary, to bytes: inout [UInt8]) {
        bytes += "<<".utf8
        for (key, value) in dictionary.entries {
            encode(key, to: &bytes)
            bytes += " ".utf8
            encode(value, to: &bytes)
            bytes += "\n".utf8
        }
        bytes += ">>".utf8
    }

    private static func encode(_ name: PDFName, to bytes: inout [UInt8]) {
        bytes += "/".utf8
        for byte in name.bytes {
            if byte > 0x20, byte < 0x7F, PDFSyntax.isRegular(byte), byte != UInt8(ascii: "#") {
                bytes.append(byte)
            } else {
                bytes += "#".utf8
                encode(hexadecimal: byte, to: &bytes)
            }
        }
    }

    private static func encode(string: [UInt8], to bytes: inout [UInt8]) {
        guard string.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            bytes += "<".utf8
            for byte in string { encode(hexadecimal: byte, to: &bytes) }
            bytes += ">".utf8
            return
        }
        bytes += "(".utf8
        for byte in string {
            if byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "\\") {
                bytes += "\\".utf8
            }
            bytes.append(byte)
        }
        bytes += ")".utf8
    }

    static func encode(hexadecimal byte: UInt8, to bytes: inout [UInt8]) {
        for digit in [byte >> 4, byte & 0xF] { bytes.append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10) }
    }
}
