import JetonASN1
import JetonX509
import XMLSignature

extension XMLElement {
    /// The only element of trust lists in it with a name.
    func member(_ name: String) -> XMLElement? { only(name, TrustList.namespace) }

    /// The elements of trust lists in it with a name.
    func members(_ name: String) -> [XMLElement] { all(name, TrustList.namespace) }

    /// The text of the only element in it with a name; empty without one.
    func value(_ name: String) -> String { member(name)?.trimmedText ?? "" }

    /// The certificates of a digital identity; one that can't be read is none.
    var identityCertificates: [Certificate] {
        members("DigitalId").flatMap { $0.members("X509Certificate") }.compactMap { element in
            element.base64.flatMap { try? Certificate(derRepresentation: $0) }
        }
    }
}

extension TrustService {
    /// Reads a service; nil for one without a certificate.
    ///
    /// - Throws: `TrustListError` for one whose statuses can't be ordered.
    init?(_ element: XMLElement) throws(TrustListError) {
        guard let information = element.member("ServiceInformation") else {
            throw TrustListError(.malformed, "a service of the trust list has no information")
        }
        let names = information.member("ServiceName")?.members("Name") ?? []
        let name = (names.first { $0.isEnglish } ?? names.first)?.trimmedText ?? ""
        let certificates = information.member("ServiceDigitalIdentity")?.identityCertificates ?? []
        guard !certificates.isEmpty else { return nil }
        let history = element.member("ServiceHistory")?.members("ServiceHistoryInstance") ?? []
        var statuses: [Status] = []
        for entry in [information] + history {
            guard let start = XMLTime.parse(entry.value("StatusStartingTime")) else {
                throw TrustListError(
                    .malformed,
                    "the service '\(name.prefix(64))' does not state since when it has its status"
                )
            }
            let extensions = entry.member("ServiceInformationExtensions")?.members("Extension") ?? []
            let uses = extensions.compactMap { $0.member("AdditionalServiceInformation")?.value("URI") }
            statuses.append(
                Status(
                    start: start,
                    type: entry.value("ServiceTypeIdentifier"),
                    status: entry.value("ServiceStatus"),
                    uses: uses.filter { !$0.isEmpty },
                    hasUnknownRestriction: extensions.contains(where: \.isUnknownRestriction)
                )
            )
        }
        guard let current = statuses.first, statuses.dropFirst().allSatisfy({ $0.start <= current.start }) else {
            throw TrustListError(
                .malformed,
                "the history of the service '\(name.prefix(64))' is more recent than its status"
            )
        }
        self.name = name
        self.certificates = certificates
        // Of two that begin at the same time the one that is listed first is newer.
        self.statuses = Array(statuses.reversed()).sorted { $0.start < $1.start }
    }
}

extension XMLElement {
    /// Whether its language is English.
    fileprivate var isEnglish: Bool { attributes.contains { $0.name == "lang" && $0.value.hasPrefix("en") } }
}

extension XMLElement {
    /// Whether it is a critical extension of another kind than those that are known.
    fileprivate var isUnknownRestriction: Bool {
        guard let critical = attribute("Critical"), critical == "true" || critical == "1" else { return false }
        // Qualifications say which certificates are qualified, which is not asked here; an end of what a status meant
        // for expired certificates is in its times.
        let known = ["AdditionalServiceInformation", "Qualifications", "ExpiredCertsRevocationInfo"]
        return children.isEmpty || !children.allSatisfy { known.contains($0.name) }
    }
}

extension TrustListPointer {
    /// Reads a pointer.
    init(_ element: XMLElement) {
        location = element.value("TSLLocation")
        let information = element.member("AdditionalInformation")?.members("OtherInformation") ?? []
        territory = information.lazy.map { $0.value("SchemeTerritory") }.first { !$0.isEmpty } ?? ""
        isXML = information.contains { other in
            other.children.contains { $0.name == "MimeType" && $0.trimmedText == "application/vnd.etsi.tsl+xml" }
        }
        signers = (element.member("ServiceDigitalIdentities")?.members("ServiceDigitalIdentity") ?? []).flatMap(
            \.identityCertificates
        )
    }
}
