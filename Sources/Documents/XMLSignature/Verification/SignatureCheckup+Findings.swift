import CMS
import X509
import XML

/// What is found about a signature itself: its parts, its digests, and the strength of its hashes.
extension SignatureCheckup {
    typealias Finding = VerificationFinding

    func structure(_ signature: ParsedSignature) -> [Finding] {
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

    func digests(_ references: [ReferenceReport]) -> Finding {
        let failures = references.compactMap(\.failure)
        let hashes = Set(references.compactMap { $0.hash?.description }).sorted()
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
