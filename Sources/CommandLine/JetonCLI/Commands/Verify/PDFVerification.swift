internal import ArgumentParser
internal import CMS
internal import PAdES
internal import PDF
internal import Validation

/// One `jeton verify` of a PDF with signatures in it.
struct PDFVerification {
    let path: String
    let document: PDFDocument
    let policy: VerificationPolicy
    /// How evidence about revocation is fetched; nil to ask no server.
    let network: NetworkOptions?
    let json: Bool

    /// Checks the signatures and prints what was found.
    func run() throws -> ExitCode {
        let access = try network.map { try NetworkAccess($0) }
        let validator = PAdESValidator(policy: policy, collector: access?.collector)
        let found: PAdESReport
        do throws(PDFError) {
            found = try validator.assess(document)
        } catch {
            throw CommandError(error, path)
        }
        let report = PDFVerifyReport(
            path: path,
            size: document.source.size,
            policy: policy,
            report: found,
            network: access
        )
        if json {
            try Console.print(report.json)
        } else {
            try Console.print(report.lines(Console.style))
        }
        return found.isValid ? .success : .finding
    }
}
