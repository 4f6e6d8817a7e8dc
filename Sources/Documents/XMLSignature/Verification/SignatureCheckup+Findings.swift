import JetonCMS
import JetonX509
import JetonXML

/// What is found about a signature itself: its parts, its digests, and the strength of its hashes.
extension SignatureCheckup {
    typealias Finding = VerificationFinding

    func structure(_ signature: ParsedSignature, _ content: UnsignedContent) -> [Finding] {
        var refused: [(isMalformed: Bool, words: String)] = []
        for case .failure(let error) in signature.references {
            refused.append((error.code == .malformed, error.context))
        }
        let properties = PropertiesCheck(signature, digestions.map { $0.part?.range })
        refused += (manifests.refused + strayManifests(signature)).map { (false, $0) }
        if let unread = properties.unread { refused.append((false, unread)) }
        let faults =
            signature.faults + properties.faults + content.faults + misplaced(signature) + empty(signature)
            + aimless(signature) + countersigning(signature) + manifests.faults
        return [
            Finding(
                check: .structure,
                outcome: faults.isEmpty ? .passed : .failed,
                detail: faults.isEmpty
                    ? "its parts are each present once, and refer to each other" : faults.joined(separator: "; ")
            ),
            Finding(
                check: .references,
                outcome: refused.isEmpty ? .passed : refused.contains { $0.isMalformed } ? .failed : .notChecked,
                detail: refused.isEmpty
                    ? "\(signature.references.count)" : refused.map(\.words).joined(separator: "; ")
            ),
        ]
    }

    /// Manifests beside the signature that no Type says to be one.
    private func strayManifests(_ signature: ParsedSignature) -> [String] {
        zip(signature.references, digestions).compactMap { reference, digestion in
            guard case .success(let known) = reference, known.type != XMLNames.manifestType,
                let part = digestion.part, part.isManifest, let range = part.range,
                !(element.offset..<element.endOffset).contains(range.lowerBound)
            else { return nil }
            return ManifestCheckup.notInside(known.uri)
        }
    }

    /// References that cover nothing.
    private func empty(_ signature: ParsedSignature) -> [String] {
        let own = zip(signature.references, digestions).map { ($0, $1.part) }
        return (own + manifests.entries.map { ($0.reference, $0.part) }).compactMap { reference, part in
            guard case .success(let known) = reference, SignatureCheckup.isEmpty(known, part) else { return nil }
            return
                "the reference '\((known.uri ?? "").shown)' covers nothing: its transforms remove the whole document"
        }
    }

    /// A signature over nothing but its own parts, which could be pasted into any document.
    private func aimless(_ signature: ParsedSignature) -> [String] {
        for reference in signature.references {
            guard case .success(let known) = reference else { return [] }
            if SignatureCheckup.role(of: known, in: element) == .data { return [] }
        }
        for entry in manifests.entries {
            guard case .success(let known) = entry.reference else { continue }
            if SignatureCheckup.role(of: known, in: element) == .data { return [] }
        }
        return ["the signature covers only its own parts"]
    }

    /// Content that pretends to be signed: beside what is signed in the signature, or instead of what is around it.
    private func misplaced(_ signature: ParsedSignature) -> [String] {
        var faults: [String] = []
        for (reference, digestion) in zip(signature.references, digestions) {
            guard case .success(let known) = reference, known.filters.contains(.enveloped),
                case .element = known.target,
                let range = digestion.part?.range, !range.contains(element.offset)
            else { continue }
            faults.append(
                "the enveloped-signature transform is used, but the signature is not inside the signed element"
            )
        }
        for offset in coverage.inside where element.offset..<element.endOffset ~= offset {
            // That of a countersignature is a matter of its own.
            let isOther = signature.countersignatures.contains { $0.offset..<$0.endOffset ~= offset }
            guard !isOther else { continue }
            faults.append(
                "the signature contains an Object, or an element of one, at byte \(offset) that it does not sign"
            )
            break
        }
        return faults
    }

    /// A countersignature over something else than the value of the signature that it stands in.
    private func countersigning(_ signature: ParsedSignature) -> [String] {
        guard let countersigned else { return [] }
        for (reference, digestion) in zip(signature.references, digestions) {
            guard case .success(let known) = reference, known.filters.isEmpty, case .canonical = known.output,
                digestion.part?.range?.lowerBound == countersigned
            else { continue }
            return []
        }
        return ["the countersignature does not sign the signature that contains it"]
    }

    /// Whether all that is signed is at hand and is what was signed.
    func digests(_ references: [ReferenceReport], _ listed: [ReferenceReport]) -> [Finding] {
        let failures: [(kind: ReferenceReport.FailureKind, words: String)] =
            references.compactMap { report in
                report.failure.map { (report.failureKind ?? .notIntact, $0) }
            }
            + listed.compactMap { report in
                report.failure.map { (report.failureKind ?? .notIntact, "listed in the manifest: \($0)") }
            }
        let isBroken = failures.contains { $0.kind == .notIntact }
        let hashes = Set((references + listed).compactMap { $0.hash?.description }).sorted()
        guard !failures.isEmpty else {
            return [Finding(check: .messageDigest, outcome: .passed, detail: hashes.joined(separator: ", "))]
        }
        func finding(_ check: Finding.Check, _ outcome: Finding.Outcome, _ kinds: [ReferenceReport.FailureKind])
            -> Finding?
        {
            let words = failures.filter { kinds.contains($0.kind) }.map(\.words)
            return words.isEmpty ? nil : Finding(check: check, outcome: outcome, detail: words.joined(separator: "; "))
        }
        let digest =
            isBroken
            ? finding(.messageDigest, .failed, [.notIntact, .notFound, .notSupported])
            : finding(.messageDigest, .notChecked, [.notSupported])
        let data = isBroken ? nil : finding(.signedData, .notChecked, [.notFound])
        return [digest, data].compactMap(\.self)
    }

    func strength(_ signature: ParsedSignature, _ references: [ReferenceReport]) -> Finding {
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
}
