internal import ASN1
internal import ASiC
internal import ArgumentParser
internal import CAdES
internal import CMS
internal import Octets
internal import X509

/// One `jeton verify` of a container.
struct ContainerVerification {
    let path: String
    let policy: VerificationPolicy
    let network: NetworkAccess?
    let json: Bool
    /// The directory for the files of a valid container, and whether files in it may be replaced; nil to write nothing.
    let extract: (directory: String, force: Bool)?

    /// Checks the container and prints what was found.
    func run() throws -> ExitCode {
        let container = try ContainerInput.container(in: InputFile(path))
        let report: ContainerReport
        do {
            report = try ContainerValidator(policy: policy, collector: network?.collector).assess(container)
        } catch let error as SigningError {
            throw CommandError("\(path) can't be checked: \(error.context)", exitCode: .finding)
        }
        // What is not vouched for is not handed out.
        if report.isValid, let extract { try write(container, to: extract.directory, force: extract.force) }
        if json {
            try Console.print(document(report))
        } else {
            try Console.print(lines(report))
        }
        return report.isValid ? .success : .finding
    }

    private func lines(_ report: ContainerReport) -> [String] {
        let style = Console.style
        let verdict =
            report.isValid
            ? style.green("valid")
            : report.isIntact ? style.yellow("intact, but not proven to be valid") : style.red("not valid")
        let count = report.signatures.count
        var lines = ["\(path): \(verdict), \(count) \(count == 1 ? "signature" : "signatures")"]
        lines += report.containerFaults.map { "  failed: \(ItemReport.harmless($0))" }
        for signature in report.signatures {
            var text = VerifyReport(
                path: "\(path), \(ItemReport.harmless(signature.file))",
                policy: policy,
                report: nil,
                assessments: [],
                network: network
            )
            let assessment = signature.assessment(in: report)
            text.isSpoiled = !signature.failures.isEmpty || !report.containerFaults.isEmpty
            lines += text.lines(assessment, style)
            lines += signature.failures.map { "  failed: \(ItemReport.harmless($0))" }
            lines += signature.covered.map { "  covers:     the file '\(ItemReport.harmless($0))'" }
            lines += signature.uncovered.map { "  not covered: the file '\(ItemReport.harmless($0))'" }
        }
        return lines
    }

    /// Writes the files of the container; a name of it is never a path.
    private func write(_ container: Container, to directory: String, force: Bool) throws {
        try FileOutput.checkDirectory(directory)
        let names = container.files.map { $0.name.replacing("/", with: "_") }
        guard Set(names).count == names.count else {
            throw CommandError("two files of \(path) would get the same name", exitCode: .refused)
        }
        let inputs = InputFiles([path])
        for (entry, name) in zip(container.files, names) {
            try inputs.refuse("\(directory)/\(name)", "--extract would replace the input")
            var output = try FileOutput(path: "\(directory)/\(name)", force: force)
            _ = try container.forEachPiece(of: entry.name) { try output.write($0) }
            try output.publish()
            Console.note("\(directory)/\(name): the file '\(ItemReport.harmless(entry.name))' of the container")
        }
    }

    // MARK: - JSON

    private func document(_ report: ContainerReport) throws -> JSON {
        .object([
            ("schema", .string("jeton.verify.asic/1")), ("document", .string(path)),
            ("kind", .string(report.kind.rawValue)), ("valid", .bool(report.isValid)),
            ("intact", .bool(report.isIntact)), ("purpose", .string(policy.purpose.rawValue)),
            ("time", .string(policy.time.description)), ("online", .bool(network != nil)),
            (
                "files",
                .array(
                    report.files.map { file in
                        .object([("name", .string(file.name)), ("size", .count(UInt(clamping: file.size)))])
                    }
                )
            ),
            ("unsigned", .array(report.unsigned.map { .string($0) })),
            ("faults", .array(report.faults.map { .string($0) })),
            ("signatures", .array(try report.signatures.map { try signature($0, report) })),
            ("contacts", network?.json ?? .array([])),
        ])
    }

    private func signature(_ signature: ContainerSignature, _ report: ContainerReport) throws -> JSON {
        .object([
            ("file", .string(signature.file)), ("format", .string(signature.kind.rawValue)),
            ("valid", .bool(signature.isValid)),
            ("signer", try VerifyReport.signer(signature.assessment(in: report))),
            ("covered", .array(signature.covered.map { .string($0) })),
            ("uncovered", .array(signature.uncovered.map { .string($0) })),
            ("failures", .array(signature.failures.map { .string($0) })),
        ])
    }
}

extension ContainerReport {
    /// What is wrong with the container besides its signatures.
    fileprivate var containerFaults: [String] {
        faults + unsigned.map { "no signature covers the file '\($0)'" }
    }
}

extension ContainerSignature {
    /// The outcome with what is wrong with the container.
    fileprivate func assessment(in report: ContainerReport) -> SignerAssessment {
        guard let fault = (failures + report.containerFaults).first else { return assessment }
        return assessment.failed(for: fault)
    }
}
