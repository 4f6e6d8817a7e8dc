import JetonOctets

extension CheckPage {
    /// The page about the check in docs/checks, in Markdown with a newline at its end.
    package var markdown: String {
        var lines = ["# \(id)", "", "\(CheckPage.sentence(title))", ""]
        lines.append("Layer: \(layer.title) (`\(layer.name)`).")
        if !needs.isEmpty {
            lines.append("Skipped without \(needs.map(\.words).joined(separator: ", or ")).")
        }
        for (heading, text) in [("What you see", symptom), ("Why", cause), ("How it is found", detection)] {
            lines += ["", "## \(heading)", "", text]
        }
        lines += ["", "## What to do"]
        for remedy in remedies {
            lines += ["", "- " + CheckPage.sentence(remedy.text.full + remedy.needs.note)]
            let commands = remedy.commands(on: nil)
            if !commands.isEmpty { lines += ["", "  ```"] + commands.map { "  \($0.text)" } + ["  ```"] }
            if remedy.fix != nil { lines += ["", "  `jeton doctor --fix` does this after asking for confirmation."] }
        }
        if !causes.isEmpty {
            lines += ["", "## What can cause it", ""]
            lines += causes.map { "- [\($0)](\($0).md)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func sentence(_ clause: String) -> String {
        guard let first = clause.first else { return clause }
        // A program's name keeps its small letter.
        let isName = ["pcscd", "polkit", "gpg", "gsd-smartcard", "opensc", "ssh", "p11-kit"].contains {
            clause.hasPrefix($0)
        }
        return (isName ? String(first) : first.uppercased()) + clause.dropFirst() + "."
    }
}

extension Catalogue {
    /// The list of all checks for docs/checks, in Markdown with a newline at its end.
    package static var markdownIndex: String {
        var lines = [
            "# Doctor checks", "",
            "Generated from the code by `scripts/check-pages`; `jeton doctor --list-checks` shows the same list.",
        ]
        for layer in Layer.allCases {
            let pages = pages.filter { $0.layer == layer }
            guard !pages.isEmpty else { continue }
            lines += ["", "## \(layer.rawValue). \(layer.title)", "", "| check | finds that |", "|---|---|"]
            lines += pages.map { "| [\($0.id)](\($0.id).md) | \($0.title) |" }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
