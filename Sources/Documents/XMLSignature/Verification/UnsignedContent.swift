/// What a signature holds that it does not sign: elements, text and attributes that others can put in.
///
/// A program that looks for an element anywhere in a document finds it in KeyInfo, too. What the schemas of signatures do
/// not allow makes the signature malformed; what they allow anywhere is named as not covered.
///
/// - SeeAlso: XMLDSig 1.1, 4.1 and 4.5; ETSI EN 319 132-1 V1.3.1, 4.3; XML Signature Best Practices, 2.1.
struct UnsignedContent {
    /// How many elements are named.
    private static let limit = 4_096

    /// Why the signature is malformed; empty if it is not.
    private(set) var faults: [String] = []
    /// The outermost elements that do not belong to a signature and that it does not sign, in the document's order.
    private(set) var elements: [XMLElement] = []
    /// Where what it signs begins and ends.
    private let signed: [Range<UInt64>]

    /// The same elements as they are named.
    var found: [XMLSignatureResult.UncoveredElement] {
        elements.map { .init(name: $0.qualifiedName, offset: $0.offset, isOnlyAround: false) }
    }

    /// Looks through a signature.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - signed: The ranges of the document that its references lead to, without filters.
    init(_ signature: ParsedSignature, signed: [Range<UInt64>]) {
        self.signed = signed
        let element = signature.element
        checkOwn(element, ["Id"])
        if let keyInfo = signature.keyInfo {
            checkOwn(keyInfo, ["Id"])
            name(keyInfo)
        }
        for object in element.all("Object") where !isSigned(object) { check(object) }
    }

    private func isSigned(_ element: XMLElement) -> Bool { signed.contains { $0.contains(element.offset) } }

    /// An Object that is not signed as a whole: what is in it may be.
    private mutating func check(_ object: XMLElement) {
        checkOwn(object, ["Id", "MimeType", "Encoding"])
        if object.hasText { faults.append("an Object of the signature contains text that it does not sign") }
        for child in object.children where child.isElement("QualifyingProperties", XMLNames.xades) {
            guard !isSigned(child) else { continue }
            // Other elements in the Object are content, which the survey of the document looks for.
            checkOwn(child, ["Id", "Target"])
            for part in child.children where !isSigned(part) {
                let known = ["SignedProperties", "UnsignedProperties"]
                guard part.namespace == XMLNames.xades, known.contains(part.name) else {
                    faults.append("the element '\(part.name.shown)' is not allowed in QualifyingProperties")
                    continue
                }
                if part.name == "UnsignedProperties" { checkUnsigned(part) }
            }
            if child.all("UnsignedProperties", XMLNames.xades).count > 1 {
                faults.append("the signature has more than one UnsignedProperties")
            }
        }
    }

    private mutating func checkUnsigned(_ properties: XMLElement) {
        checkOwn(properties, ["Id"])
        for list in properties.children {
            let known = ["UnsignedSignatureProperties", "UnsignedDataObjectProperties"]
            guard list.namespace == XMLNames.xades, known.contains(list.name) else {
                faults.append("the element '\(list.name.shown)' is not allowed in UnsignedProperties")
                continue
            }
            checkOwn(list, ["Id"])
        }
        name(properties)
    }

    /// What stands in an element that has only other elements in it.
    private mutating func checkOwn(_ element: XMLElement, _ attributes: [String]) {
        // Text in what is signed is a matter of its digest.
        guard !isSigned(element) else { return }
        if !element.trimmedText.isEmpty { faults.append("the signature contains text in \(element.name)") }
        for attribute in element.attributes {
            let isKnown =
                attribute.namespace.isEmpty
                ? attributes.contains(attribute.name) : XMLNames.attributeNamespaces.contains(attribute.namespace)
            guard !isKnown else { continue }
            faults.append("the attribute '\(attribute.name.shown)' is not allowed in \(element.name)")
        }
    }

    /// Names the elements in a part that are not parts of signatures; countersignatures are looked through by themselves.
    private mutating func name(_ part: XMLElement) {
        guard !isSigned(part) else { return }
        for child in part.children where elements.count < UnsignedContent.limit {
            let isOther =
                part.isElement("CounterSignature", XMLNames.xades) && child.isElement("Signature", XMLNames.signature)
            if isOther { continue }
            if SignatureVocabulary.contains(child) {
                name(child)
            } else if !isSigned(child) {
                elements.append(child)
            }
        }
    }
}
