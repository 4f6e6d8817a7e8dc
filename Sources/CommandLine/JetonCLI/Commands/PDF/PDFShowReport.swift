internal import JetonCMS
internal import JetonPDF
internal import JetonX509

/// What `jeton pdf show` prints.
struct PDFShowReport {
    let path: String
    let document: PDFDocument
    let revisions: [PDFDocument.Revision]
    let fields: [PDFDocument.FormField]
    /// Where the widgets of fields are seen, by the field's object.
    let places: [PDFReference: [PDFDocument.WidgetPlace]]
    let pages: Int
    let report: PDFReport

    // MARK: - Text

    func lines(_ style: Style) -> [String] {
        let words = pages == 1 ? "1 page" : "\(pages) pages"
        var lines = ["\(path): \(words), \(document.source.size) bytes"]
        if document.isRecovered {
            lines.append("note: \(document.damage), so nothing can be appended")
        }
        if !report.hiddenLayers.isEmpty {
            lines.append("note: readers hide these layers at first: \(report.hiddenLayers.joined(separator: ", "))")
        }
        var table = Table(["revision", "ends at byte", "objects", "signatures"])
        for (index, revision) in revisions.enumerated() {
            let signed = report.signatures.filter { $0.coveredSize > 0 && $0.revision == index + 1 }
            let names = signed.map(\.field).joined(separator: ", ")
            table.add(["\(index + 1)", "\(revision.end)", "\(revision.objectCount)", names])
        }
        lines += [""] + table.lines(style: style)
        if !fields.isEmpty {
            var table = Table(["field", "type", "status", "page", "rectangle"])
            for field in fields {
                let places = self.places(field)
                table.add([
                    field.name, Self.type(field), Self.status(field),
                    places.map { "\($0.page)" }.joined(separator: " "),
                    places.map { "\($0.area)" }.joined(separator: " "),
                ])
            }
            lines += [""] + table.lines(style: style)
        }
        for signature in report.signatures { lines += [""] + self.lines(signature) }
        return lines
    }

    private func lines(_ signature: PDFSignatureReport) -> [String] {
        var lines = ["\(signature.field): \(Self.kind(signature))"]
        if let signer = signature.report?.signers.first?.certificate { lines.append("  signer:     \(signer.subject)") }
        let facts = [
            ("time:       ", signature.statement?.readableTime), ("name:       ", signature.statement?.name),
            ("reason:     ", signature.statement?.reason), ("location:   ", signature.statement?.location),
        ]
        lines += facts.compactMap { label, value in value.map { "  \(label)\($0)" } }
        switch signature.outcome {
        case .unreadable(let reason): lines.append("  failed: \(reason)")
        case .checked(let report) where !report.isIntact: lines.append("  failed: it does not fit what it covers")
        case .checked, .timestamp: break
        }
        let coverage =
            signature.coversWholeFile ? "the whole file" : "\(signature.coveredSize) of \(document.source.size) bytes"
        lines.append("  covers:     \(coverage)")
        for change in signature.changes {
            lines.append(change.isPermitted ? "  after it:   \(change.detail)" : "  failed: \(change.detail)")
        }
        return lines
    }

    private func places(_ field: PDFDocument.FormField) -> [PDFDocument.WidgetPlace] {
        field.reference.flatMap { places[$0] } ?? []
    }

    private static func kind(_ signature: PDFSignatureReport) -> String {
        if signature.isTimestamp { return "document timestamp" }
        return signature.certification.map { "certification (\($0.name))" } ?? "signature"
    }

    private static func type(_ field: PDFDocument.FormField) -> String {
        switch field.type {
        case "Sig"?: "signature"
        case "Tx"?: "text"
        case "Btn"?: "button"
        case "Ch"?: "choice"
        default: "unknown"
        }
    }

    private static func status(_ field: PDFDocument.FormField) -> String {
        guard field.hasValue else { return "empty" }
        return field.type == "Sig" ? "signed" : "filled in"
    }

    // MARK: - JSON

    var members: JSON.Members {
        [
            "file": path, "size": UInt(clamping: document.source.size),
            "pages": UInt(pages), "damaged": document.isRecovered, "hiddenLayers": report.hiddenLayers,
            "revisions": JSON.array(revisions) { revision in
                .object(["end": UInt(clamping: revision.end), "objects": UInt(revision.objectCount)])
            },
            "fields": JSON.array(fields) { field in
                .object([
                    "name": field.name, "type": Self.type(field), "filled": field.hasValue,
                    "places": places(field).map(Self.place),
                ])
            }, "signatures": report.signatures.map(signature),
        ]
    }

    private static func place(_ place: PDFDocument.WidgetPlace) -> JSON {
        .object(["page": UInt(place.page), "rectangle": "\(place.area)"])
    }

    private func signature(_ signature: PDFSignatureReport) -> JSON {
        var problem: String?
        if case .unreadable(let reason) = signature.outcome { problem = reason }
        return .object([
            "field": signature.field, "kind": PDFVerifyReport.kind(signature), "problem": problem,
            "signer": signature.report?.signers.first?.certificate?.subject.description,
            "coveredSize": UInt(clamping: signature.coveredSize), "coversWholeFile": signature.coversWholeFile,
            "revision": signature.revision.map { UInt($0) }, "permission": signature.certification?.name,
            "name": signature.statement?.name, "reason": signature.statement?.reason,
            "location": signature.statement?.location, "time": signature.statement?.readableTime,
            "changes": signature.changes.map(PDFVerifyReport.change),
        ])
    }
}
