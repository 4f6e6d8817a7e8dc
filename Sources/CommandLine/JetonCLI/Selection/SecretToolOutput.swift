internal import JetonOctets

/// What `secret-tool search` prints: for each item its path in brackets, then lines of a name and a value.
enum SecretToolOutput {
    /// Where the secret of an item is; nil if it is not there, or if two items of several collections look the same.
    ///
    /// The head has the last part of the path alone, so the label is compared as well. A secret of several lines ends before
    /// the line of the item's time of creation, which follows it.
    static func secret(ofItem path: String, label: String, in octets: Span<UInt8>) -> Range<Int>? {
        let number = path.split(separator: "/").last.map(String.init) ?? path
        let head = "[/\(number)]\nlabel = \(label)\nsecret = "
        guard let start = find(head, in: octets, from: 0, atLineStart: true),
            find(head, in: octets, from: start.upperBound, atLineStart: true) == nil,
            let end = find("\ncreated = ", in: octets, from: start.upperBound, atLineStart: false)
        else { return nil }
        return start.upperBound..<end.lowerBound
    }

    private static func find(
        _ text: String,
        in octets: Span<UInt8>,
        from start: Int,
        atLineStart: Bool
    ) -> Range<Int>? {
        let text = Array(text.utf8)
        var index = start
        while index + text.count <= octets.count {
            var isThere = !atLineStart || index == 0 || octets[index - 1] == UInt8(ascii: "\n")
            var offset = 0
            while isThere, offset < text.count {
                isThere = octets[index + offset] == text[offset]
                offset += 1
            }
            if isThere { return index..<index + text.count }
            index += 1
        }
        return nil
    }
}
