internal import JetonEnrollment
internal import JetonFiles
internal import JetonJobs
internal import JetonNetwork
internal import JetonPDF
internal import JetonX509
internal import SignatureLevels
internal import VerificationDesk

/// The documents of a job, read and compared with what the job names.
package struct JobDocuments {
    /// How many bytes the documents may have together, as all are in memory at once.
    private static let sizeLimit: Int64 = 256 << 20

    /// The contents in the job's order, nil for a digest that is timestamped as it is; empty for an operation that reads
    /// none.
    let contents: [[UInt8]?]
    /// What each is by its first bytes; nil where there are no contents.
    let kinds: [DocumentKind?]

    /// Reads and compares them; none is shown or signed before all of them fit.
    ///
    /// - Throws: `JobRefusal` for a document that is another one, or not what the operation signs; ``JobDeskError``.
    init(_ verified: VerifiedJob, given: [String], _ client: HTTPClient) throws {
        guard verified.job.operation.readsDocuments else {
            contents = []
            kinds = []
            return
        }
        let size = verified.job.documents.reduce(0) { $0 + $1.size }
        guard size <= JobDocuments.sizeLimit else {
            throw JobRefusal(.document, "the documents together have \(size >> 20) MiB, more than 256 MiB")
        }
        contents =
            try verified.olderContents
            ?? verified.job.documents.map { document in
                if verified.job.operation == .timestamp, JobDocuments.isDigest(document, given) { return nil }
                let content = try JobDocuments.read(document, given: given, client)
                try verified.check(content, is: document)
                return content
            }
        kinds = contents.map { $0.map { DocumentKind(beginning: $0.prefix(1_024)) } }
        for (index, document) in verified.job.documents.enumerated() {
            guard let content = contents[index], let kind = kinds[index] else { continue }
            try check(content, kind, document.name, verified.job.operation)
        }
    }

    /// Whether the digest is all that is to be had of a document: a timestamp needs no more.
    private static func isDigest(_ document: JobDocument, _ given: [String]) -> Bool {
        document.url == nil && path(of: document, given) == nil
    }

    private static func path(of document: JobDocument, _ given: [String]) -> String? {
        given.first { $0 == document.name || $0.hasSuffix("/\(document.name)") }
    }

    private static func read(_ document: JobDocument, given: [String], _ client: HTTPClient) throws -> [UInt8] {
        if let path = path(of: document, given) {
            return try FileSource.contents(of: InputFile(path), limit: Int(document.size) + 1)
        }
        guard let url = document.url else {
            throw JobDeskError(.noDocument, "the document '\(document.name)' is missing", path: document.name)
        }
        return try JobSource.fetch(url, limit: Int(document.size), client)
    }

    /// Refuses what could not be signed, before a person is asked and the job is taken.
    private func check(_ content: [UInt8], _ kind: DocumentKind, _ name: String, _ operation: JobOperation) throws {
        switch operation {
        case .signPDF:
            do {
                _ = try PDFDocument(PDFMemory(content))
            } catch {
                throw JobRefusal(.document, "'\(name)' can't be signed as a PDF: \(error)")
            }
        case .signXML where kind != .xml: throw JobRefusal(.document, "'\(name)' is not XML")
        case .collect:
            do {
                _ = try CertificateBag.read(content)
            } catch {
                throw JobRefusal(.document, "'\(name)' contains no certificate")
            }
        default: break
        }
    }
}
