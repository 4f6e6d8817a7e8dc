internal import JetonOctets
internal import TokenKit

/// What a token says of itself, by which it is told from others.
///
/// Another card can say the same: it proves nothing, and a PIN is never sent by it alone.
package struct TokenIdentity: Hashable, Sendable {
    /// The label.
    package let label: String
    /// The manufacturer.
    package let manufacturer: String
    /// The model.
    package let model: String
    /// The serial number.
    package let serialNumber: String

    /// Makes an identity.
    package init(label: String, manufacturer: String, model: String, serialNumber: String) {
        self.label = label
        self.manufacturer = manufacturer
        self.model = model
        self.serialNumber = serialNumber
    }

    /// The bytes under which the PIN guard keeps what the token refused; the same as for a command.
    package var guardName: [UInt8] {
        Array(manufacturer.utf8) + [0] + Array(model.utf8) + [0] + Array(serialNumber.utf8)
    }

    func write(to writer: inout SurveyWriter) {
        for text in [label, manufacturer, model, serialNumber] { writer.write(text) }
    }

    init(_ reader: inout SurveyReader) throws(EncodingError) {
        self.init(
            label: try reader.text(),
            manufacturer: try reader.text(),
            model: try reader.text(),
            serialNumber: try reader.text()
        )
    }
}
