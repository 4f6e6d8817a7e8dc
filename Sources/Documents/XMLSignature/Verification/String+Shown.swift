/// Text of a document in messages for people.
extension StringProtocol {
    /// At most 120 characters, without what could disturb a terminal.
    var shown: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.prefix(120).map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator:
                        "?"
                    default: scalar
                    }
                }
            )
        )
    }
}
