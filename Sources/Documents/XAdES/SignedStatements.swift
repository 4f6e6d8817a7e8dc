import JetonASN1
import JetonCMS
import JetonX509
import SignatureLevels
import XMLSignature

/// What a signer states in the signed properties of XAdES.
///
/// - SeeAlso: ETSI EN 319 132-1 V1.3.1, 5.2.3, 5.2.5, 5.2.6 and 5.2.9.
extension SignerStatements {
    /// Reads the properties that a signature covers; what is malformed is left out.
    init(_ properties: PropertiesCheck) {
        self.init()
        let xades = XMLNames.xades
        let data = properties.signed?.only("SignedDataObjectProperties", xades)
        for element in (data?.all("CommitmentTypeIndication", xades) ?? []).prefix(SignerStatements.limit) {
            let identifier = element.only("CommitmentTypeId", xades)?.only("Identifier", xades)?.trimmedText
            if let identifier, !identifier.isEmpty { commitments.append(CommitmentType(uri: identifier)) }
        }
        for name in ["SignerRoleV2", "SignerRole"] {
            let claimed = properties.signature?.only(name, xades)?.only("ClaimedRoles", xades)
            for role in (claimed?.all("ClaimedRole", xades) ?? []).prefix(SignerStatements.limit)
            where !role.trimmedText.isEmpty {
                roles.append(role.trimmedText)
            }
        }
        for name in ["SignatureProductionPlaceV2", "SignatureProductionPlace"] {
            guard let place = properties.signature?.only(name, xades) else { continue }
            city = place.only("City", xades)?.trimmedText
            country = place.only("CountryName", xades)?.trimmedText
        }
    }
}

extension SignaturePolicy {
    /// Reads the policy that a signature names; nil for none, and for one without an object identifier and a digest.
    init?(_ properties: PropertiesCheck) {
        let xades = XMLNames.xades
        let policy = properties.signature?.only("SignaturePolicyIdentifier", xades)?.only("SignaturePolicyId", xades)
        let name = policy?.only("SigPolicyId", xades)?.only("Identifier", xades)?.trimmedText ?? ""
        let hash = policy?.only("SigPolicyHash", xades)
        guard let identifier = OID(name.hasPrefix("urn:oid:") ? String(name.dropFirst(8)) : name),
            let method = hash?.only("DigestMethod")?.attribute("Algorithm").flatMap({ HashAlgorithm(uri: $0) }),
            let digest = hash?.only("DigestValue")?.base64
        else { return nil }
        let qualifiers = policy?.only("SigPolicyQualifiers", xades)?.all("SigPolicyQualifier", xades) ?? []
        let url = qualifiers.lazy.compactMap { $0.only("SPURI", xades)?.trimmedText }.first
        self.init(identifier: identifier, digest: ContentDigest(hash: method, digest: digest), url: url)
    }
}
