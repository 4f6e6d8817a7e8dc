/// What stands in a document as one value.
protocol JSONValue {
    /// The value.
    var json: JSON { get }
}

extension JSON: JSONValue {
    var json: JSON { self }
}

extension Bool: JSONValue {
    var json: JSON { .bool(self) }
}

extension String: JSONValue {
    var json: JSON { .string(self) }
}

extension Int: JSONValue {
    var json: JSON { .number(self) }
}

extension UInt: JSONValue {
    /// Null if the number is larger than JSON readers take.
    var json: JSON { self <= 1 << 53 ? .number(Int(self)) : .null }
}

extension Double: JSONValue {
    var json: JSON { .decimal(self) }
}

extension Optional: JSONValue where Wrapped: JSONValue {
    var json: JSON { map(\.json) ?? .null }
}

extension Array: JSONValue where Element: JSONValue {
    var json: JSON { .array(map(\.json)) }
}
