/// Something that plainly does not work, before anybody asks why.
struct Symptom {
    let summary: ReportText
    let evidence: [Evidence]
    /// A finding about any of these explains it.
    let subjects: [Subject]
    var severity = Severity.failure
}
