import JetonLibcrypto
import JetonOctets
package import JetonX509
package import JetonXML

/// Writes XML.
package enum XMLText {
    /// A text as it stands in an attribute or an element.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t": result += "&#x9;"
            case "\n": result += "&#xA;"
            case "\r": result += "&#xD;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A new identifier: a letter and 128 random bits.
    ///
    /// - Throws: `DocumentError` without random numbers.
    package static func identifier(_ prefix: String) throws(DocumentError) -> String {
        do {
            return prefix + "-" + Hex.encode(try Random.octets(16))
        } catch {
            throw DocumentError(.cryptographyFailed, "random numbers are unavailable: \(error)")
        }
    }

    /// The canonical octets of an element of a small document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - offset: Where the element's start tag is.
    ///   - method: The method.
    /// - Returns: The octets.
    /// - Throws: `DocumentError` for a document that is not XML.
    package static func canonical(
        _ document: [UInt8],
        at offset: UInt64,
        _ method: Canonicalization
    ) throws(DocumentError) -> [UInt8] {
        var octets: [UInt8] = []
        do throws(XMLError) {
            var reader = XMLReader(
                DocumentCanonicalizer(method, of: .elements(at: [offset])) { piece in
                    for index in piece.indices { octets.append(piece[index]) }
                }
            )
            try reader.read(document.span)
            try reader.finish()
            reader.handler.finish()
        } catch {
            throw DocumentError(error)
        }
        return octets
    }
}
