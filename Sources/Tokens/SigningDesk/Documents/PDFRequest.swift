internal import JetonASN1
internal import JetonOctets
public import JetonPDF
package import JetonX509

/// What a signature in a PDF says and shows.
public struct PDFRequest: Sendable {
    /// Where the signature goes, and what it says.
    public var options = PDFSignatureOptions()
    /// The text of a visible signature, in which `\n` begins a line and `{name}`, `{time}`, `{reason}` and `{location}`
    /// are filled in; nil for these four, each on a line, as far as they are known.
    public var text: String?

    /// Makes a request for an invisible signature that says nothing.
    public init() {}

    /// The options for a signer, with the text filled in.
    package func options(for signer: Certificate) -> PDFSignatureOptions {
        var options = options
        if options.appearance?.font != nil {
            options.appearance?.lines = lines(
                signer: signer.subject.commonName ?? "\(signer.subject)",
                time: (options.time ?? .now).description
            )
        }
        return options
    }

    /// The lines of a visible signature.
    private func lines(signer: String, time: String) -> [String] {
        let values = [
            "{name}": options.name ?? signer, "{time}": time, "{reason}": options.reason ?? "",
            "{location}": options.location ?? "",
        ]
        guard let text else {
            let known = ["{name}", "{time}", "{reason}", "{location}"].compactMap { values[$0] }
            return known.filter { !$0.isEmpty }
        }
        return text.replacing("\\n", with: "\n").lines(keepsEmpty: true).map { line in
            Self.filled(line[...], values)
        }
    }

    /// A line with the values in the place of their names; what a value holds is not looked at again.
    private static func filled(_ line: Substring, _ values: [String: String]) -> String {
        var (rest, result) = (line, "")
        while let next = rest.first {
            if let (name, value) = values.first(where: { rest.hasPrefix($0.key) }) {
                result += value
                rest = rest.dropFirst(name.count)
            } else {
                result.append(next)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
