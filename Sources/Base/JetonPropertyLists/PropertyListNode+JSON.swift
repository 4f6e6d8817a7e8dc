internal import JetonJSON
internal import JetonOctets

extension PropertyListNode {
    /// Reads JSON as the property list of the same values, strictly and with line numbers.
    ///
    /// - Parameter octets: At most ``PropertyListReader/octetLimit`` bytes of UTF-8.
    /// - Returns: The value with the lines of its parts.
    /// - Throws: ``PropertyListFault``.
    package static func read(json octets: [UInt8]) throws(PropertyListFault) -> PropertyListNode {
        guard octets.count <= PropertyListReader.octetLimit else {
            throw PropertyListFault(
                kind: .limitExceeded,
                line: 1,
                message: "the file has \(octets.count) bytes; at most \(PropertyListReader.octetLimit) are supported"
            )
        }
        let lineFeeds = octets.indices.filter { octets[$0] == UInt8(ascii: "\n") }
        func line(_ offset: Int) -> Int {
            var (low, high) = (0, lineFeeds.count)
            while low < high {
                let middle = (low + high) / 2
                if lineFeeds[middle] < offset { low = middle + 1 } else { high = middle }
            }
            return low + 1
        }
        do throws(EncodingError) {
            return try JSONReader.read(octets, as: .configuration) { part, range in
                PropertyListNode(
                    value: PropertyListNode.value(part, line),
                    line: line(range.lowerBound),
                    lastLine: line(range.upperBound)
                )
            }
        } catch {
            throw PropertyListFault(
                kind: error.code == .limitExceeded ? .limitExceeded : .malformed,
                line: line(error.offset),
                message: error.context
            )
        }
    }

    private static func value(_ part: JSONPart<PropertyListNode>, _ line: (Int) -> Int) -> Value {
        switch part {
        case .string(let string): .string(string)
        case .integer(let integer): .integer(integer)
        case .decimal(let decimal): .real(decimal)
        case .boolean(let boolean): .boolean(boolean)
        case .array(let elements): .array(elements)
        case .object(let members):
            .dictionary(members.map { PropertyListEntry(key: $0.name, line: line($0.offset), value: $0.value) })
        }
    }
}
