/// Search by the octets of UTF-8, as every other program compares text: letters that only look the same are not found.
///
/// Swift's own search is part of its engine for regular expressions, a megabyte that a small program need not carry.
extension StringProtocol {
    /// The first place where a text stands, nil if it is nowhere.
    ///
    /// An empty text stands at the start.
    ///
    /// - Parameter text: The text.
    /// - Returns: Its range.
    public func firstRange(of text: some StringProtocol) -> Range<Index>? {
        firstRange(of: text, from: startIndex)
    }

    /// Whether a text stands anywhere in this one.
    ///
    /// Where Swift's function of the same signature is there as well, this one is taken.
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether it does; true for an empty text.
    public func contains(_ text: String) -> Bool { firstRange(of: text, from: startIndex) != nil }

    /// The text with each place of one text, from the start on, taken by another.
    ///
    /// - Parameters:
    ///   - text: The text that goes; nothing is replaced if it is empty.
    ///   - replacement: The text that takes its place.
    /// - Returns: The result.
    public func replacing(_ text: some StringProtocol, with replacement: some StringProtocol) -> String {
        var result = ""
        var rest = startIndex
        while !text.isEmpty, let found = firstRange(of: text, from: rest) {
            result += self[rest..<found.lowerBound]
            result += replacement
            rest = found.upperBound
        }
        result += self[rest...]
        return result
    }

    private func firstRange(of text: some StringProtocol, from start: Index) -> Range<Index>? {
        utf8[start...].firstRange(of: text.utf8)
    }
}

extension Collection<UInt8> {
    /// The first place where other octets stand, nil if they are nowhere.
    ///
    /// None stand at the start.
    ///
    /// - Parameter wanted: The octets.
    /// - Returns: Their range.
    public func firstRange(of wanted: some Collection<UInt8>) -> Range<Index>? {
        guard let first = wanted.first else { return startIndex..<startIndex }
        var candidate = startIndex
        while let place = self[candidate...].firstIndex(of: first) {
            var (here, there) = (place, wanted.startIndex)
            while there < wanted.endIndex, here < endIndex, self[here] == wanted[there] {
                formIndex(after: &here)
                wanted.formIndex(after: &there)
            }
            if there == wanted.endIndex { return place..<here }
            candidate = index(after: place)
        }
        return nil
    }
}
