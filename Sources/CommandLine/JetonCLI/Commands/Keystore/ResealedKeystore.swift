internal import JetonKeystore

/// What was sealed again under new class keys, in words and as a document.
enum ResealedKeystore {
    static func lines(_ report: ResealingReport) -> [String] {
        ["sealed under new keys: \(count(report.items, "item")), \(count(report.files, "file"))"]
            + report.remaining.map { "still sealed under earlier keys: \(ItemReport.harmless($0))" }
    }

    static func json(_ report: ResealingReport) -> JSON {
        .object(["items": report.items, "files": report.files, "remaining": report.remaining])
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
