extension StringProtocol {
    /// The beginning of a text, cut between two scalars.
    ///
    /// Text of others is cut by this and not by characters, of which one can have any number of combining marks.
    ///
    /// - Parameter limit: How many bytes of UTF-8 the result may have, from 0.
    /// - Returns: The text, or what fits of it.
    package func prefix(bytes limit: Int) -> String {
        var kept = String.UnicodeScalarView()
        var count = 0
        for scalar in unicodeScalars {
            count += UTF8.width(scalar)
            guard count <= limit else { break }
            kept.append(scalar)
        }
        return String(kept)
    }
}
