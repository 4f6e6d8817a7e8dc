extension StringProtocol {
    /// The lines of the text, which end in LF or CR LF, without their ends.
    ///
    /// In Swift CR LF is one Character, so `split(separator: "\n")` reads a file of Windows as one line.
    ///
    /// - Parameter keepsEmpty: Whether empty lines count too, so that a line's index is its number; the text behind the
    ///   last end is a line then.
    /// - Returns: The lines.
    public func lines(keepsEmpty: Bool = false) -> [Substring] {
        let text = Substring(self)
        return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).compactMap { line in
            let end = line.last == UInt8(ascii: "\r") ? line.index(before: line.endIndex) : line.endIndex
            return keepsEmpty || end != line.startIndex ? text[line.startIndex..<end] : nil
        }
    }
}
