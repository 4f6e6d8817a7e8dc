import JetonASN1

/// The answer to a job of the older form: a SOAP envelope with all results in base64.
package enum OlderAnswer {
    /// What was made of one document.
    package struct Result {
        /// The element that has it.
        package enum Element: String {
            case signature = "Signature"
            case timestamp = "Timestamp"
            case file = "File"
        }

        let name: String
        let element: Element
        let octets: [UInt8]

        /// Describes a result.
        package init(name: String, element: Element, octets: [UInt8]) {
            self.name = name
            self.element = element
            self.octets = octets
        }
    }

    /// The envelope: XML in UTF-8.
    package static func envelope(_ job: Job, _ entry: JobLog.Entry, _ results: [Result]) -> String {
        let parts = results.map { result in
            let element = result.element.rawValue
            return "<\(element) name=\"\(escaped(result.name))\">\(Base64.encode(result.octets))</\(element)>"
        }
        return #"<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="\#(OlderRequest.envelope)">"#
            + #"<soap:Body><SignResponse xmlns="\#(OlderRequest.namespace)"><Job>\#(job.identifier)</Job>"#
            + "<Log>\(entry.hash)</Log>\(parts.joined())</SignResponse></soap:Body></soap:Envelope>"
    }

    /// A name in an attribute; it has no control characters.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        // By scalars: a quotation mark with a combining mark is another character, but ends the attribute all the same.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
