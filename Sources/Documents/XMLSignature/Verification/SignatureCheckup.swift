import ASN1
import CMS
import Libcrypto
import Octets
import X509
import XML

/// One signature of a document that is being checked.
struct SignatureCheckup {
    /// A reference into the document, while the document is read.
    private final class Digestion {
        let digest: RunningDigest?
        private(set) var size: UInt64 = 0
        var part: XMLPart?

        init(_ hash: HashAlgorithm?) { digest = hash.flatMap { try? $0.begin() } }

        func update(_ octets: Span<UInt8>) {
            size += UInt64(octets.count)
            try? digest?.update(octets)
        }
    }

    /// Collects octets of a small part.
    private final class Collection {
        var octets: [UInt8] = []

        func append(_ more: Span<UInt8>) {
            for index in more.indices { octets.append(more[index]) }
        }
    }

    let parts: [XMLPart]
    let coverage: CoverageSurvey
    private var element: XMLElement
    private var parsed: Result<ParsedSignature, SigningError>
    private let digestions: [Digestion]
    private let signedInfo = Collection()

    init(_ element: XMLElement) {
        self.element = element
        do throws(SigningError) {
            parsed = .success(try ParsedSignature(element))
        } catch {
            parsed = .failure(error)
        }
        guard case .success(let signature) = parsed else {
            (parts, digestions, coverage) = ([], [], CoverageSurvey([]))
            return
        }
        var parts: [XMLPart] = []
        var data: [XMLPart] = []
        var digestions: [Digestion] = []
        for reference in signature.references {
            guard case .success(let reference) = reference else {
                digestions.append(Digestion(nil))
                continue
            }
            let digestion = Digestion(reference.hash)
            digestions.append(digestion)
            if case .external = reference.target { continue }
            let part = XMLPart(reference, own: element.offset) { digestion.update($0) }
            digestion.part = part
            parts.append(part)
            if SignatureCheckup.role(of: reference, nil, in: element) == .data { data.append(part) }
        }
        let collection = signedInfo
        parts.append(
            XMLPart(
                at: signature.signedInfo.offset,
                signature.method,
                inclusivePrefixes: signature.methodPrefixes
            ) { collection.append($0) }
        )
        (self.parts, self.digestions) = (parts, digestions)
        coverage = CoverageSurvey(data)
    }

    /// The same check of the element that was found in the document, whose references must be those that were expected.
    func with(_ found: XMLElement) throws(SigningError) -> SignatureCheckup {
        var copy = self
        let signature = try ParsedSignature(found)
        guard case .success(let expected) = parsed, expected.signedInfo.isSame(as: signature.signedInfo),
            expected.certificates == signature.certificates
        else { throw SigningError(.signatureMismatch, "the document holds another signature") }
        copy.element = found
        copy.parsed = .success(signature)
        return copy
    }

    // MARK: - Result

    /// Ends the check, once the document was read.
    func result(
        _ policy: VerificationPolicy,
        _ files: some ReferencedFiles,
        knownDigests: [String: [UInt8]] = [:],
        within budget: inout WorkBudget
    ) throws -> XMLSignatureResult {
        let signature: ParsedSignature
        switch parsed {
        case .success(let found): signature = found
        case .failure(let error):
            return XMLSignatureResult(
                id: element.attribute("Id"),
                offset: element.offset,
                signer: report(
                    nil,
                    nil,
                    [VerificationFinding(check: .structure, outcome: .failed, detail: error.context)]
                ),
                references: [],
                uncovered: [],
                uncoveredCount: 0,
                certificates: [],
                parsed: nil
            )
        }
        var references: [ReferenceReport] = []
        for (reference, digestion) in zip(signature.references, digestions) {
            references.append(try check(reference, digestion, files, knownDigests))
        }
        var findings = structure(signature)
        findings.append(digests(references))
        findings.append(strength(signature, references))
        let signer = signer(signature, findings, policy, references, within: &budget)
        return XMLSignatureResult(
            id: signature.id,
            offset: element.offset,
            signer: signer,
            references: references,
            uncovered: coverage.uncovered.map { .init(name: $0.name, offset: $0.offset) },
            uncoveredCount: coverage.uncoveredCount,
            certificates: signature.certificates,
            parsed: signature
        )
    }

    // MARK: - References

    private func check(
        _ reference: Result<XMLReference, SigningError>,
        _ digestion: Digestion,
        _ files: some ReferencedFiles,
        _ knownDigests: [String: [UInt8]]
    ) throws -> ReferenceReport {
        let known: XMLReference
        switch reference {
        case .success(let found): known = found
        case .failure(let error):
            return ReferenceReport(
                uri: nil,
                role: .data,
                subject: "a reference",
                range: nil,
                hash: nil,
                digest: [],
                size: 0,
                failure: error.context
            )
        }
        var subject = "the document"
        var failure: String?
        var digest: [UInt8] = []
        switch known.target {
        case .document: break
        case .element(let id):
            let matches = digestion.part?.matches ?? 0
            subject = "the element '\((digestion.part?.name ?? "?").shown)' (\(id.shown))"
            if matches == 0 { failure = "no element of the document has the identifier '\(id.shown)'" }
            if matches > 1 {
                failure =
                    "\(matches) elements of the document have the identifier '\(id.shown)': which was signed is unknown"
            }
        case .external(let uri?) where knownDigests[uri] != nil:
            subject = "the file '\(uri.shown)'"
            digest = knownDigests[uri] ?? []
        case .external(let uri):
            let name = try SignatureCheckup.read(known, files) { digestion.update($0) }
            subject = "the file '\(name ?? uri ?? "?")'"
            if name == nil {
                failure = uri.map { "the file '\($0.shown)' was not given" } ?? "the signed file was not given"
            }
        }
        if digestion.part?.isMalformed == true { failure = failure ?? "its text is not base64" }
        if failure == nil {
            if let running = digestion.digest {
                if digest.isEmpty { digest = try running.finish() }
                if !ConstantTime.equals(digest, known.digestValue) {
                    failure = "\(subject) is not what was signed"
                }
            } else {
                failure = "the hash '\(known.digestMethod.shown)' is not supported"
            }
        }
        return ReferenceReport(
            uri: known.uri,
            role: SignatureCheckup.role(of: known, digestion.part, in: element),
            subject: subject,
            range: digestion.part?.range,
            hash: known.hash,
            digest: digest,
            size: digestion.size,
            failure: failure
        )
    }

    /// What a reference is about.
    private static func role(
        of reference: XMLReference,
        _ part: XMLPart?,
        in signature: XMLElement
    ) -> ReferenceReport.Role {
        if reference.type == XMLNames.propertiesType { return .signedProperties }
        guard case .element(let id) = reference.target else { return .data }
        // What a signature envelops is data; its other parts are not.
        for child in signature.children where child.name != "Object" && child.attribute("Id") == id {
            return .signaturePart
        }
        return .data
    }

    /// Reads a file that a reference leads to, by the reference's transforms.
    private static func read(
        _ reference: XMLReference,
        _ files: some ReferencedFiles,
        _ sink: @escaping (Span<UInt8>) -> Void
    ) throws -> String? {
        switch reference.output {
        case .octets: return try files.read(reference.uri) { sink($0) }
        case .base64:
            var decoder = Base64Decoder()
            var isValid = true
            let name = try files.read(reference.uri) { piece in
                var octets: [UInt8] = []
                for index in piece.indices where !decoder.take(piece[index], into: &octets) { isValid = false }
                sink(octets.span)
            }
            guard isValid, decoder.isComplete else {
                throw SigningError(.malformed, "\(name ?? "the file") is not base64")
            }
            return name
        case .canonical(let method, let prefixes):
            var reader = XMLReader(DocumentCanonicalizer(method, inclusivePrefixes: prefixes, sink: sink))
            do {
                let name = try files.read(reference.uri) { try reader.read($0) }
                guard name != nil else { return nil }
                try reader.finish()
                reader.handler.finish()
                return name
            } catch let error as XMLError {
                throw SigningError(error)
            }
        }
    }

    // MARK: - Findings

    private typealias Finding = VerificationFinding

    private func structure(_ signature: ParsedSignature) -> [Finding] {
        var refused: [String] = []
        for case .failure(let error) in signature.references { refused.append(error.context) }
        let properties = PropertiesCheck(signature, digestions.map { $0.part?.range })
        let faults = signature.faults + properties.faults + misplaced(signature) + aimless(signature)
        return [
            Finding(
                check: .structure,
                outcome: faults.isEmpty ? .passed : .failed,
                detail: faults.isEmpty
                    ? "its parts are there once, and name each other" : faults.joined(separator: "; ")
            ),
            Finding(
                check: .references,
                outcome: refused.isEmpty ? .passed : .notChecked,
                detail: refused.isEmpty ? "\(signature.references.count)" : refused.joined(separator: "; ")
            ),
        ]
    }

    /// A signature over nothing but its own parts, which could be pasted into any document.
    private func aimless(_ signature: ParsedSignature) -> [String] {
        for (reference, digestion) in zip(signature.references, digestions) {
            guard case .success(let known) = reference else { return [] }
            if SignatureCheckup.role(of: known, digestion.part, in: element) == .data { return [] }
        }
        return ["the signature covers nothing but its own parts"]
    }

    /// Content that pretends to be signed: beside what is signed in the signature, or instead of what is around it.
    private func misplaced(_ signature: ParsedSignature) -> [String] {
        var faults: [String] = []
        for (reference, digestion) in zip(signature.references, digestions) {
            guard case .success(let known) = reference, known.filters.contains(.enveloped),
                case .element = known.target,
                let range = digestion.part?.range, !range.contains(element.offset)
            else { continue }
            faults.append("the signature is not in the element that it is enveloped by, by its transform")
        }
        for object in coverage.uncovered where element.offset..<element.endOffset ~= object.offset {
            faults.append("the signature holds an Object at byte \(object.offset) that it does not sign")
        }
        return faults
    }

    private func digests(_ references: [ReferenceReport]) -> Finding {
        let failures = references.compactMap(\.failure)
        let hashes = Set(references.compactMap { $0.hash?.description }).sorted()
        return Finding(
            check: .messageDigest,
            outcome: failures.isEmpty ? .passed : .failed,
            detail: failures.isEmpty ? hashes.joined(separator: ", ") : failures.joined(separator: "; ")
        )
    }

    private func strength(_ signature: ParsedSignature, _ references: [ReferenceReport]) -> Finding {
        let hashes =
            references.compactMap(\.hash)
            + [XMLSignatureMethod(uri: signature.signatureMethod)?.scheme.hash].compactMap { $0 }
        guard let weak = hashes.first(where: \.isWeak) else {
            let detail = hashes.last.map { "\($0)" } ?? "the hash of the signature is unknown"
            return Finding(check: .algorithmStrength, outcome: hashes.isEmpty ? .notChecked : .passed, detail: detail)
        }
        let detail =
            "\(weak) is too weak for a signature; ask the signer to sign again with a stronger hash such as SHA-256"
        return Finding(check: .algorithmStrength, outcome: .failed, detail: detail)
    }

    /// The signer: the certificate that is named, or by whose key the signature is.
    private func signer(
        _ signature: ParsedSignature,
        _ findings: [Finding],
        _ policy: VerificationPolicy,
        _ references: [ReferenceReport],
        within budget: inout WorkBudget
    ) -> SignerReport {
        let properties = PropertiesCheck(signature, digestions.map { $0.part?.range })
        var best: SignerReport?
        let candidates = properties.ordered(signature.certificates + policy.certificates).prefix(8)
        for certificate in candidates {
            let report = report(
                signature,
                certificate,
                findings + certificateFindings(signature, certificate, properties, policy, within: &budget),
                policy,
                properties,
                within: &budget
            )
            if report.isValid { return report }
            if best == nil || (report.isIntact && best?.isIntact == false) { best = report }
        }
        if let best { return best }
        var all = findings
        var words = "the signature holds no certificate"
        if signature.unreadableCertificates > 0 { words = "the certificates of the signature are malformed" }
        if let key = signature.keys.first {
            let check = check(signature, key, within: &budget)
            all.append(check)
            words += check.outcome == .passed ? ", only the key that made it (\(key))" : ""
        }
        all.insert(Finding(check: .signerCertificate, outcome: .failed, detail: words), at: 0)
        return report(signature, properties, all)
    }

    private func certificateFindings(
        _ signature: ParsedSignature,
        _ certificate: Certificate,
        _ properties: PropertiesCheck,
        _ policy: VerificationPolicy,
        within budget: inout WorkBudget
    ) -> [Finding] {
        var findings = [check(signature, certificate.publicKey, within: &budget)]
        if let named = properties.certificateFinding(certificate) { findings.append(named) }
        if signature.keys.contains(where: { $0.kind != certificate.publicKey.kind }) {
            let detail = "KeyInfo states another key than the certificate's"
            findings.append(Finding(check: .signingCertificate, outcome: .failed, detail: detail))
        }
        return findings
    }

    private func check(_ signature: ParsedSignature, _ key: PublicKey, within budget: inout WorkBudget) -> Finding {
        guard budget.takeCheck(by: key) else {
            let detail = "the document has too many signatures, certificates or large keys"
            return Finding(check: .signature, outcome: .notChecked, detail: detail)
        }
        guard let method = XMLSignatureMethod(uri: signature.signatureMethod) else {
            let detail = "signature algorithm '\(signature.signatureMethod.shown)' is not supported"
            return Finding(check: .signature, outcome: .notChecked, detail: detail)
        }
        guard let value = method.signature(signature.value, by: key) else {
            let detail = "its value does not have the length that the key's signatures have"
            return Finding(check: .signature, outcome: .failed, detail: detail)
        }
        let input: [UInt8]
        do throws(SigningError) {
            input = try method.scheme.input(for: signedInfo.octets)
        } catch {
            return Finding(check: .signature, outcome: .notChecked, detail: error.context)
        }
        switch key.check(value, over: input, scheme: method.scheme) {
        case .valid: return Finding(check: .signature, outcome: .passed, detail: "by \(key)")
        case .invalid:
            let detail = "it is not by the certificate's key, or what was signed has changed"
            return Finding(check: .signature, outcome: .failed, detail: detail)
        case .unsupported(let reason): return Finding(check: .signature, outcome: .notChecked, detail: reason)
        }
    }

    // MARK: - Reports

    private func report(
        _ signature: ParsedSignature,
        _ certificate: Certificate,
        _ findings: [Finding],
        _ policy: VerificationPolicy,
        _ properties: PropertiesCheck,
        within budget: inout WorkBudget
    ) -> SignerReport {
        let trust = SignerTrust(certificate, intermediates: signature.certificates, policy: policy, within: &budget)
        let method = XMLSignatureMethod(uri: signature.signatureMethod)
        return SignerReport(
            identifier: .issuerAndSerialNumber(certificate.issuer, certificate.serialNumber),
            certificate: certificate,
            certificatePath: trust.path.certificates,
            isAnchored: trust.path.reachesAnchor,
            signingTime: properties.signingTime,
            contentHash: method?.scheme.hash,
            signatureAlgorithm: certificate.publicKey.algorithm.oid,
            signatureAlgorithmName: method?.scheme.description ?? signature.signatureMethod,
            findings: [Finding(check: .signerCertificate, outcome: .passed, detail: "'\(certificate)'")]
                + findings + trust.findings
        )
    }

    private func report(
        _ signature: ParsedSignature?,
        _ properties: PropertiesCheck?,
        _ findings: [Finding]
    ) -> SignerReport {
        let method = signature.flatMap { XMLSignatureMethod(uri: $0.signatureMethod) }
        return SignerReport(
            identifier: .unnamed,
            certificate: nil,
            certificatePath: [],
            isAnchored: false,
            signingTime: properties?.signingTime,
            contentHash: method?.scheme.hash,
            signatureAlgorithm: .rsaEncryption,
            signatureAlgorithmName: method?.scheme.description ?? signature?.signatureMethod ?? "unknown",
            findings: findings
        )
    }
}
