import JetonASN1
import JetonCMS
import JetonValidation
import JetonX509
import JetonXML
import SignatureLevels
import XMLSignature

/// The properties of a signature that it does not cover: timestamps, certificates and evidence.
///
/// - SeeAlso: ETSI EN 319 132-1 V1.3.1, 5.3 to 5.5.
struct UnsignedProperties {
    /// How many timestamps of a signature are looked at.
    private static let timestampLimit = 128

    /// A timestamp, and what it is over.
    struct Timestamp {
        /// Its kind.
        let kind: AssessedTimestamp.Kind
        /// The property.
        let element: XMLElement
        /// The method that makes octets of what it is over.
        let method: Canonicalization
        /// The token.
        let token: [UInt8]
        /// When the token says that it was made; nil if it can't be read.
        let time: UniversalTime?
        /// Its place among the unsigned signature properties; 0 for one over the content.
        let place: Int
        /// The identifiers of the references that it is over, if it names them.
        let included: Set<String>?
        /// Whether it is of XAdES 1.3.2, which leaves out objects that are referred to.
        let isOld: Bool
    }

    /// The unsigned signature properties in order.
    let elements: [XMLElement]
    /// The timestamps, in the order of the document.
    let timestamps: [Timestamp]
    /// Why a timestamp was not read.
    let faults: [String]

    init(_ properties: PropertiesCheck) {
        let unsigned = properties.qualifying?.only("UnsignedProperties", XMLNames.xades)
        elements = unsigned?.only("UnsignedSignatureProperties", XMLNames.xades)?.children ?? []
        var found: [Timestamp] = []
        var faults: [String] = []
        let contents = properties.signed?.only("SignedDataObjectProperties", XMLNames.xades)?.children ?? []
        for element in contents {
            if element.isElement("AllDataObjectsTimeStamp", XMLNames.xades) {
                UnsignedProperties.read(element, .content, 0, &found, &faults)
            } else if element.isElement("IndividualDataObjectsTimeStamp", XMLNames.xades) {
                guard let included = UnsignedProperties.included(element) else {
                    faults.append("IndividualDataObjectsTimeStamp does not name the data that it covers")
                    continue
                }
                UnsignedProperties.read(element, .content, 0, &found, &faults, over: included)
            }
        }
        for (place, element) in elements.enumerated() {
            if element.isElement("SignatureTimeStamp", XMLNames.xades) {
                UnsignedProperties.read(element, .signature, place, &found, &faults)
            } else if element.name == "ArchiveTimeStamp",
                element.namespace == XMLNames.xades141 || element.namespace == XMLNames.xades
            {
                UnsignedProperties.read(element, .archive, place, &found, &faults)
            }
        }
        timestamps = found
        self.faults = faults
    }

    /// The references that a timestamp over some of them names; nil if it does not, or names one twice.
    private static func included(_ element: XMLElement) -> Set<String>? {
        let entries = element.all("Include", XMLNames.xades)
        let names = entries.compactMap { entry -> String? in
            guard let uri = entry.attribute("URI"), uri.hasPrefix("#"), entry.attribute("referencedData") == "true"
            else {
                return nil
            }
            return String(uri.dropFirst())
        }
        guard !names.isEmpty, names.count == entries.count, Set(names).count == names.count else { return nil }
        return Set(names)
    }

    private static func read(
        _ element: XMLElement,
        _ kind: AssessedTimestamp.Kind,
        _ place: Int,
        _ found: inout [Timestamp],
        _ faults: inout [String],
        over included: Set<String>? = nil
    ) {
        guard found.count < timestampLimit, faults.count < timestampLimit else {
            if faults.count <= timestampLimit { faults.append("more than \(timestampLimit) timestamps") }
            return
        }
        let methods = element.all("CanonicalizationMethod")
        let name = methods.first?.attribute("Algorithm")
        let tokens = element.all("EncapsulatedTimeStamp", XMLNames.xades)
        // EN 319 132-1, 5.1.4.4.1: without a method it is Canonical XML 1.0.
        guard methods.count <= 1, let method = name.map({ Canonicalization(rawValue: $0) }) ?? .inclusive,
            tokens.count == 1, let token = tokens[0].base64
        else {
            faults.append(
                "\(element.name) does not contain exactly one token, or its canonicalization is not supported"
            )
            return
        }
        // EN 319 132-1, 6.3: each token once.
        guard !found.contains(where: { $0.token == token }) else {
            faults.append("\(element.name) contains a token that is already present")
            return
        }
        found.append(
            Timestamp(
                kind: kind,
                element: element,
                method: method,
                token: token,
                time: (try? TimestampVerifier().verify(token: token))?.info.time,
                place: place,
                included: included,
                isOld: element.namespace == XMLNames.xades
            )
        )
    }

    // MARK: - Evidence

    /// Adds the certificates and the evidence of the properties and of the timestamps' tokens.
    func add(to embedded: inout EmbeddedEvidence, certificates: [Certificate]) {
        for certificate in certificates { embedded.add(certificate: certificate.derRepresentation) }
        for element in elements { UnsignedProperties.add(element, to: &embedded) }
        for timestamp in timestamps {
            if let parts = (try? TimestampVerifier().verify(token: timestamp.token))?.parts { embedded.add(parts) }
        }
    }

    private static func add(_ element: XMLElement, to embedded: inout EmbeddedEvidence) {
        switch (element.name, element.namespace) {
        case ("CertificateValues", XMLNames.xades):
            for value in element.all("EncapsulatedX509Certificate", XMLNames.xades).prefix(512) {
                if let octets = value.base64 { embedded.add(certificate: octets) }
            }
        case ("RevocationValues", XMLNames.xades):
            for value in element.all("CRLValues", XMLNames.xades).flatMap({
                $0.all("EncapsulatedCRLValue", XMLNames.xades)
            }).prefix(512) {
                if let octets = value.base64 { embedded.add(list: octets) }
            }
            for value in element.all("OCSPValues", XMLNames.xades).flatMap({
                $0.all("EncapsulatedOCSPValue", XMLNames.xades)
            }).prefix(512) {
                if let octets = value.base64 { embedded.add(response: octets) }
            }
        case ("TimeStampValidationData", XMLNames.xades141), ("AnyValidationData", XMLNames.xades141):
            for child in element.children { add(child, to: &embedded) }
        default: return
        }
    }
}
