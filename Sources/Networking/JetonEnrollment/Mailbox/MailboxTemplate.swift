package import JetonJSON
package import JetonOctets

/// The texts that a web service of an authority takes: one for a request, one for a list of identifiers.
///
/// In a text, `{{request}}` is the PKCS #10 request in base64, `{{identifier}}` the SHA-1 identifier of the key in
/// hexadecimal, `{{attestation}}` the key's attestation as PEM in base64 once more, and `{{identifiers}}` the text
/// ``MailboxTemplate/item`` once for each identifier, with ``MailboxTemplate/separator`` between them. None of these has a
/// character that JSON or XML would escape.
package struct MailboxTemplate: Hashable, Sendable {
    /// The content type of both bodies.
    package var contentType: String
    /// SOAPAction of the two bodies; nil for none.
    package var action: String?
    /// The body that submits a request.
    package var submit: String
    /// The body that asks for certificates.
    package var collect: String
    /// One identifier in that body.
    package var item: String
    /// What stands between two of them.
    package var separator: String
    /// Where an answer has the number of the request, words, and a fee; nil for nowhere.
    package var number: NotePlace?
    package var text: NotePlace?
    package var fee: NotePlace?

    /// JSON: `{"identifier":…,"request":…}` and `{"identifiers":[…]}`.
    package static let json = MailboxTemplate(
        contentType: "application/json",
        submit: #"{"identifier":"{{identifier}}","request":"{{request}}"}"#,
        collect: #"{"identifiers":[{{identifiers}}]}"#,
        item: #""{{identifier}}""#,
        separator: ",",
        places: [#""requestId":"{{value}}""#, #""text":"{{value}}""#, #""fee":"{{value}}""#]
    )

    /// SOAP 1.1 with the elements SubmitRequest and CollectCertificates.
    package static let soap = MailboxTemplate(
        contentType: "text/xml; charset=utf-8",
        submit: envelope(
            "<SubmitRequest><Identifier>{{identifier}}</Identifier><Request>{{request}}</Request></SubmitRequest>"
        ),
        collect: envelope("<CollectCertificates>{{identifiers}}</CollectCertificates>"),
        item: "<Identifier>{{identifier}}</Identifier>",
        separator: "",
        places: ["<RequestID>{{value}}</RequestID>", "<Text>{{value}}</Text>", "<Fee>{{value}}</Fee>"]
    )

    private static func envelope(_ body: String) -> String {
        #"<?xml version="1.0" encoding="utf-8"?>"#
            + #"<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>"#
            + "\(body)</soap:Body></soap:Envelope>"
    }

    private init(
        contentType: String,
        submit: String,
        collect: String,
        item: String,
        separator: String,
        places: [String]
    ) {
        self.contentType = contentType
        self.submit = submit
        self.collect = collect
        self.item = item
        self.separator = separator
        let places = places.map { try? NotePlace($0) }
        (number, text, fee) = (places[0], places[1], places[2])
    }

    /// Reads the members of a template.
    ///
    /// - Throws: `EncodingError` for a member that is missing, unknown or too long, and for a text without its
    ///   placeholder.
    package init(_ value: CanonicalJSON) throws(EncodingError) {
        var object = try CanonicalJSONObject(value)
        contentType = try object.string("contentType", limit: 256)
        action = try object.optionalString("action", limit: 1024)
        submit = try object.string("submit", limit: 65_536)
        collect = try object.string("collect", limit: 65_536)
        item = try object.string("item")
        separator = try object.string("separator")
        number = try MailboxTemplate.place("number", &object)
        text = try MailboxTemplate.place("text", &object)
        fee = try MailboxTemplate.place("fee", &object)
        try object.finish()
        guard submit.contains("{{request}}"), collect.contains("{{identifiers}}"), item.contains("{{identifier}}")
        else { throw EncodingError(.unexpectedValue, at: 0) }
    }

    private static func place(
        _ name: String,
        _ object: inout CanonicalJSONObject
    ) throws(EncodingError) -> NotePlace? {
        guard let text = try object.optionalString(name, limit: 256) else { return nil }
        return try NotePlace(text)
    }

    /// What an answer says beside certificates; nil if it says nothing of it.
    func note(in answer: [UInt8]) -> AuthorityNote? {
        let note = AuthorityNote(
            number: number?.value(in: answer) ?? "",
            text: text?.value(in: answer) ?? "",
            fee: fee?.value(in: answer) ?? ""
        )
        return note.isEmpty ? nil : note
    }

    var json: CanonicalJSON {
        var members: [String: CanonicalJSON] = [
            "collect": .string(collect), "contentType": .string(contentType), "item": .string(item),
            "separator": .string(separator), "submit": .string(submit),
        ]
        if let action { members["action"] = .string(action) }
        for (name, place) in [("number", number), ("text", text), ("fee", fee)] {
            if let place { members[name] = .string(place.pattern) }
        }
        return .object(members)
    }
}
