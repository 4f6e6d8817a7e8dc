import JetonASN1
import JetonJSON
package import JetonOctets

/// The text that a timestamping service takes in place of the request of RFC 3161 itself, such as an envelope of SOAP.
///
/// In the text, `{{request}}` is the TimeStampReq in base64. In the answer, a TimeStampResp in base64 is found wherever it
/// stands, or the token alone.
package struct TimestampForm: Hashable, Sendable {
    /// The content type of the request.
    package let contentType: String
    /// SOAPAction, without its quotation marks; nil for none.
    package let action: String?
    /// The body.
    package let request: String

    /// SOAP 1.1 with the element TimestampRequest.
    package static let soap = TimestampForm(
        contentType: "text/xml; charset=utf-8",
        action: "",
        request: #"<?xml version="1.0" encoding="utf-8"?>"#
            + #"<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>"#
            + "<TimestampRequest>{{request}}</TimestampRequest></soap:Body></soap:Envelope>"
    )

    private init(contentType: String, action: String?, request: String) {
        self.contentType = contentType
        self.action = action
        self.request = request
    }

    /// Reads the members of a form.
    ///
    /// - Parameter octets: JSON: `contentType`, `request`, and `action` or none.
    /// - Throws: `EncodingError` for a member that is missing, unknown or too long, a text without its place, and a value
    ///   that can't stand in a field of HTTP.
    package init(_ octets: [UInt8]) throws(EncodingError) {
        var object = try CanonicalJSONObject(try JSONReader.read(octets, as: .interchange))
        contentType = try object.string("contentType", limit: 256)
        action = try object.optionalString("action", limit: 1024)
        request = try object.string("request", limit: 65_536)
        try object.finish()
        var fields = HTTPFields()
        guard request.contains("{{request}}"), (try? fields.add("Content-Type", contentType)) != nil,
            (try? fields.add("SOAPAction", "\"\(action ?? "")\"")) != nil
        else { throw EncodingError(.unexpectedValue, at: 0) }
    }

    /// The body of a request.
    func body(_ request: [UInt8]) -> [UInt8] {
        Array(BodyTemplate.fill(self.request, [("request", Base64.encode(request))]).utf8)
    }

    /// The fields of a request.
    func fields() throws(NetworkError) -> HTTPFields {
        var fields = HTTPFields()
        try fields.add("Content-Type", contentType)
        if let action { try fields.add("SOAPAction", "\"\(action)\"") }
        return fields
    }

    /// The first response in an answer, in DER or BER.
    ///
    /// - Parameter answer: The whole body.
    /// - Returns: The response; around a token that stands alone, one is made. Nil if there is neither.
    static func response(in answer: [UInt8]) -> [UInt8]? {
        // RFC 3161 itself, from a service that answers so.
        if kind(answer) == .response { return answer }
        var found: [UInt8]?
        var scanner = EncodedValueScanner(answer, smallest: 8)
        scanner.run { octets in
            guard found == nil, let kind = kind(octets) else { return false }
            found = kind == .response ? octets : wrapped(octets)
            return true
        }
        return found
    }

    private enum Kind { case response, token }

    /// What a value is by its first members: PKIStatusInfo begins with a number, ContentInfo with signedData.
    private static func kind(_ octets: [UInt8]) -> Kind? {
        guard octets.first == 0x30, var reader = try? ASN1Element.parse(octets, rules: .basic).members(of: .sequence),
            let first = try? reader.next()
        else { return nil }
        if let oid = try? first.oid() { return oid == .signedData ? .token : nil }
        guard var status = try? first.members(of: .sequence), let number = try? status.next(),
            (try? number.int()) != nil
        else { return nil }
        return reader.isAtEnd || (try? reader.next().members(of: .sequence)) != nil ? .response : nil
    }

    /// TimeStampResp with the status granted around a token: RFC 3161, 2.4.2.
    private static func wrapped(_ token: [UInt8]) -> [UInt8] {
        let granted: [UInt8] = [0x30, 0x03, 0x02, 0x01, 0x00]
        return DER.sequence(granted, token)
    }
}
