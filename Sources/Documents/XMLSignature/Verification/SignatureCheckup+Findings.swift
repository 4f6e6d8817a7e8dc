import CMS
import X509
import XML

/// What is found about a signature itself: its parts, its digests, and the strength of its hashes.
extension SignatureCheckup {
    typealias Finding = VerificationFinding

    func structure(_ signature: ParsedSignature) -> [Finding] {
        var refused: [String] = []
        for case .failure(let error) in signature.references { refused.append(error.context) }
        refused += manifests.refused
        let properties = PropertiesCheck(signature, digestions.map { $0.part?.range })
        let faults =
            signature.faults + properties.faults + misplaced(signature) + aimless(signature)
            + countersigning(signature) + manifests.faults(digestions)
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
        for reference in signature.references {
            guard case .success(let known) = reference else { return [] }
            if SignatureCheckup.role(of: known, in: element) == .data { return [] }
        }
        for entry in manifests.entries {
            guard case .success(let known) = entry.reference else { continue }
            if SignatureCheckup.role(of: known, in: element) == .data { return [] }
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
            // That of a countersignature is a matter of its own.
            let isOther = signature.countersignatures.contains { $0.offset..<$0.endOffset ~= object.offset }
            guard !isOther else { continue }
            faults.append("the signature holds an Object at byte \(object.offset) that it does not sign")
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
        return ["the countersignature does not sign the signature that it stands in"]
    }

    func digests(_ references: [ReferenceReport], _ listed: [ReferenceReport]) -> Finding {
        let failures =
            references.compactMap(\.failure) + listed.compactMap(\.failure).map { "listed in the manifest: \($0)" }
        let hashes = Set((references + listed).compactMap { $0.hash?.description }).sorted()
        return Finding(
            check: .messageDigest,
            outcome: failures.isEmpty ? .passed : .failed,
            detail: failures.isEmpty ? hashes.joined(separator: ", ") : failures.joined(separator: "; ")
        )
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
