/// Reads one line of a field section.
enum HTTPField {
    static func read(_ line: ArraySlice<UInt8>) throws(NetworkError) -> (name: String, value: String) {
        // A line that begins with white space would go on with the one before (RFC 9112, 5.2): its name is no token.
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), HTTPSyntax.isToken(line[..<colon]) else {
            throw NetworkError(.malformedMessage, "a field without a name")
        }
        var value = line[(colon + 1)...]
        while let first = value.first, first == HTTPSyntax.space || first == HTTPSyntax.tab { value.removeFirst() }
        while let last = value.last, last == HTTPSyntax.space || last == HTTPSyntax.tab { value.removeLast() }
        let name = HTTPSyntax.text(line[..<colon])
        guard HTTPSyntax.isFieldValue(value) else {
            throw NetworkError(.malformedMessage, "control characters in the field \(name.prefix(40))")
        }
        return (name, HTTPSyntax.text(value))
    }
}
