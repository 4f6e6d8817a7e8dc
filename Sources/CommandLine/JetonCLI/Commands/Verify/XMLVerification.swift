internal import ASN1
internal import ArgumentParser
internal import CAdES
internal import CMS
internal import Octets
internal import Validation
internal import X509
internal import XAdES
internal import XMLSignature

/// One `jeton verify` of an XML document.
struct XMLVerification {
    let path: String
    /// The files beside the document that it signs.
    let files: [String]
    let policy: VerificationPolicy
    let network: NetworkAccess?
    let json: Bool
    /// The directory for what the signatures cover, and whether files in it may be replaced; nil to write nothing.
    let extract: (directory: String, force: Bool)?

    func run() throws -> ExitCode {
        let file = XMLFile(path: path, files: files)
        let validator = XAdESValidator(policy: policy, collector: network?.collector)
        let report: XMLSignatureReport
        let assessments: [SignerAssessment]
        do {
            report = try validator.verifier.verify(files: file) { try FileSource(path: path) }
            assessments = try validator.assess(report, files: file) { try FileSource(path: path) }
        } catch let error as SigningError where error.code == .notSigned {
            throw NotASignature.other.error(path)
        } catch let error as SigningError {
            throw CommandError("\(path) can't be checked: \(error.context)", exitCode: .finding)
        }
        let isValid = !assessments.isEmpty && assessments.allSatisfy { $0.outcome.indication == .totalPassed }
        // What is not vouched for is not handed out.
        if isValid, let extract { try write(report, to: extract.directory, force: extract.force) }
        if json {
            try Console.print(document(report, assessments, isValid))
        } else {
            let text = VerifyReport(path: path, policy: policy, report: nil, assessments: assessments, network: network)
            var lines: [String] = []
            for (result, assessment) in zip(report.signatures, assessments) {
                lines += text.lines(assessment, Console.style) + coverage(result, assessment)
            }
            if report.innerCount > 0 { lines.append("  \(report.innerCount) signatures inside of others: not checked") }
            try Console.print(lines)
        }
        return isValid ? .success : .finding
    }

    /// What a signature covers, and what it does not.
    private func coverage(_ result: XMLSignatureResult, _ assessment: SignerAssessment) -> [String] {
        var lines: [String] = []
        for reference in result.references where reference.role == .data {
            if reference.isIntact { lines.append("  covers:     \(ItemReport.harmless(reference.subject))") }
        }
        for reference in result.listed {
            let word = reference.isIntact ? "covers:    " : "not intact:"
            lines.append("  \(word) \(ItemReport.harmless(reference.subject)), by a manifest")
        }
        for element in result.uncovered {
            lines.append("  not covered: the element '\(ItemReport.harmless(element.name))' at byte \(element.offset)")
        }
        let rest = result.uncoveredCount - result.uncovered.count
        if rest > 0 { lines.append("  not covered: \(rest) more elements") }
        return lines
    }

    /// Writes what each signature covers of the document; the names of the files come from nothing in it.
    private func write(_ report: XMLSignatureReport, to directory: String, force: Bool) throws {
        try FileOutput.checkDirectory(directory)
        for (number, result) in report.signatures.enumerated() {
            let references = result.parsed?.references ?? []
            for (place, reference) in references.enumerated() where result.references[place].role == .data {
                let known = try reference.get()
                if case .external = known.target { continue }
                let suffix = known.output == .base64 ? "bin" : "xml"
                let path = "\(directory)/signature\(number + 1)-part\(place + 1).\(suffix)"
                try InputFiles([self.path]).refuse(path, "--extract would replace the input")
                var held: [UInt8] = []
                let part = XMLPart(known, own: result.offset) { piece in
                    for index in piece.indices { held.append(piece[index]) }
                }
                var output = try FileOutput(path: path, force: force)
                var source = try FileSource(path: self.path)
                try DocumentPass.read(&source, parts: [part]) { _, _ in
                    let octets = held
                    held = []
                    try output.write(octets.span)
                }
                let rest = held
                try output.write(rest.span)
                try output.publish()
                Console.note("\(path): what signature \(number + 1) covers")
            }
        }
    }

    // MARK: - JSON

    private func document(
        _ report: XMLSignatureReport,
        _ assessments: [SignerAssessment],
        _ isValid: Bool
    ) throws -> JSON {
        .object([
            ("schema", .string("jeton.verify.xml/1")), ("document", .string(path)), ("valid", .bool(isValid)),
            ("intact", .bool(report.isIntact)), ("purpose", .string(policy.purpose.rawValue)),
            ("time", .string(policy.time.description)), ("online", .bool(network != nil)),
            ("root", .string(report.rootName)), ("innerSignatures", .count(UInt(report.innerCount))),
            (
                "signatures",
                .array(
                    try zip(report.signatures, assessments).map { result, assessment in
                        .object([
                            ("id", .text(result.id)), ("offset", .count(UInt(clamping: result.offset))),
                            ("signer", try VerifyReport.signer(assessment)),
                            ("references", .array(result.references.map(reference))),
                            ("listed", .array(result.listed.map(reference))),
                            ("uncovered", .array(result.uncovered.map(element))),
                            ("uncoveredCount", .count(UInt(result.uncoveredCount))),
                        ])
                    }
                )
            ),
            ("contacts", network?.json ?? .array([])),
        ])
    }

    private func reference(_ reference: ReferenceReport) -> JSON {
        .object([
            ("uri", .text(reference.uri)), ("role", .string(reference.role.rawValue)),
            ("subject", .string(reference.subject)),
            ("offset", .count(reference.range.map { UInt(clamping: $0.lowerBound) })),
            ("size", .count(UInt(clamping: reference.size))), ("hash", .text(reference.hash?.description)),
            ("digest", .string(Hex.encode(reference.digest))), ("failure", .text(reference.failure)),
        ])
    }

    private func element(_ element: XMLSignatureResult.UncoveredElement) -> JSON {
        .object([("name", .string(element.name)), ("offset", .count(UInt(clamping: element.offset)))])
    }
}
