internal import ArgumentParser
internal import CAdES
internal import CMS
internal import Diagnostics
internal import Validation
internal import X509

/// Raises messages to a level, one after the other.
struct ExtensionJob {
    private let extender: CAdESExtender
    private let validator: CAdESValidator
    private let network: NetworkAccess

    init(
        _ level: CAdESLevel,
        _ servers: TimestampServerOptions,
        _ network: NetworkAccess,
        trust: [String]
    ) throws {
        extender = try CAdESExtender(level, servers, network, trust: trust)
        validator = CAdESValidator(
            policy: VerificationPolicy(trust: try TrustFiles.store(option: trust), purpose: .any)
        )
        self.network = network
    }

    /// Raises the messages; one that fails leaves the others alone.
    ///
    /// - Parameters:
    ///   - messages: The messages.
    ///   - target: Where the new message is written; nil for the place of the old one.
    ///   - force: Whether another file may be replaced.
    ///   - schema: The document's schema.
    ///   - output: The form of the answer.
    ///   - isDue: Whether a message is to be raised, by what checking it showed.
    /// - Returns: The exit code: that of the first failure.
    /// - Throws: ``CommandError`` if the only message fails, or the answer can't be written.
    func run(
        _ messages: [MessageFile],
        to target: String?,
        force: Bool,
        schema: String,
        _ output: OutputOptions,
        where isDue: (CMSReport) -> Bool = { _ in true }
    ) throws -> ExitCode {
        var failure: ExitCode?
        var results: [JSON] = []
        var progress = Progress()
        for (index, message) in messages.enumerated() {
            progress.show("extending \(index + 1) of \(messages.count): \(message.path)")
            do {
                let report = try message.report(validator)
                guard isDue(report) else {
                    results.append(result(message, target, isExtended: false, nil))
                    continue
                }
                try message.write(extended(report, message), to: target, force: force)
                results.append(result(message, target, isExtended: true, nil))
                if !output.json, target != "-" {
                    progress.finish()
                    Console.note("\(target ?? message.path): level \(extender.level.rawValue)")
                }
            } catch {
                progress.finish()
                if messages.count == 1 { throw error }
                results.append(result(message, target, isExtended: false, ErrorReport.describe(error)))
                failure = failure ?? ErrorReport.show(error, json: false)
            }
        }
        progress.finish()
        if output.json {
            try Console.print(
                .object([
                    ("schema", .string(schema)), ("level", .string(extender.level.rawValue)),
                    ("results", .array(results)), ("contacts", network.json),
                ])
            )
        }
        return failure ?? .success
    }

    private func extended(_ report: CMSReport, _ message: MessageFile) throws -> MessageRevision {
        do {
            return try extender.extended(report)
        } catch let error as SigningError {
            throw CommandError(
                "\(message.path) was not extended: \(error.context)",
                exitCode: error.code == .signatureMismatch ? .finding : .refused
            )
        }
    }

    private func result(_ message: MessageFile, _ target: String?, isExtended: Bool, _ error: CommandError?) -> JSON {
        .object([
            ("input", .string(message.path)), ("output", isExtended ? .string(target ?? message.path) : .null),
            ("error", .text(error?.message)),
        ])
    }
}
