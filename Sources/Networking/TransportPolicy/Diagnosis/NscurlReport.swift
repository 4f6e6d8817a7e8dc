import JetonNetwork
import JetonOctets

/// The rows of a diagnosis in the layout of `nscurl --ats-diagnostics`.
package struct NscurlReport {
    private let diagnosis: TransportDiagnosis
    private let isVerbose: Bool

    /// Prepares the text.
    ///
    /// - Parameters:
    ///   - diagnosis: The rows.
    ///   - isVerbose: Whether the dictionaries and errors are shown, as with `--verbose`.
    package init(_ diagnosis: TransportDiagnosis, isVerbose: Bool) {
        self.diagnosis = diagnosis
        self.isVerbose = isVerbose
    }

    /// The lines.
    package var lines: [String] {
        var lines = [
            "Starting ATS Diagnostics", "",
            "Configuring ATS Info.plist keys and displaying the result of HTTPS loads to \(diagnosis.url).",
            "A test will \"PASS\" if URLSession:task:didCompleteWithError: returns a nil error.",
        ]
        if !isVerbose {
            lines.append(
                "Use '--verbose' to view the ATS dictionaries used and to display the error received in "
                    + "URLSession:task:didCompleteWithError:."
            )
        }
        var heading: String?
        for (row, attempt) in diagnosis.rows {
            if row.heading != heading {
                heading = row.heading
                lines += [String(repeating: "=", count: 80), "", row.heading, ""]
            }
            lines += ["---", row.name]
            if isVerbose {
                let text = row.set.dictionary(for: diagnosis.url.host).nscurlText()
                lines += ["ATS Dictionary:"] + text.lines().map(String.init)
            }
            lines.append("Result : \(attempt.passes ? "PASS" : "FAIL")")
            if isVerbose, let failure = attempt.failure { lines.append("Error : \(failure)") }
            lines += ["---", ""]
        }
        return lines + [String(repeating: "=", count: 80)]
    }
}
