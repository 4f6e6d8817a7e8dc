import Foundation

/// A JSON value as another reader than ours sees it, with booleans and numbers kept apart.
public enum JSONValue: Decodable, Hashable, Sendable, CustomStringConvertible {
    case null
    case bool(Bool)
    case integer(Int)
    case decimal(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Reads a document.
    ///
    /// - Throws: ``TestRigError`` with the text if it is not JSON.
    public init(_ octets: [UInt8]) throws {
        do {
            self = try JSONDecoder().decode(JSONValue.self, from: Data(octets))
        } catch {
            throw TestRigError("not JSON: \(String(decoding: octets, as: UTF8.self))")
        }
    }

    /// Reads a value of any type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .decimal(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// The name of its type in JSON Schema.
    public var type: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .integer: "integer"
        case .decimal: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// The value in a message: strings in quotes, of an object the names of its members.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .decimal(let value): "\(value)"
        case .string(let value): "'\(value)'"
        case .array(let values): values.map(\.description).joined(separator: " or ")
        case .object(let members): "{\(members.keys.sorted().joined(separator: ", "))}"
        }
    }

    /// Whether it is of one of the types that a schema's keyword `type` names.
    func isOf(_ types: JSONValue) -> Bool {
        switch types {
        case .string(let name): name == type || name == "number" && type == "integer"
        case .array(let names): names.contains { isOf($0) }
        default: false
        }
    }

    /// Whether both are numbers and this one is less.
    func isBelow(_ other: JSONValue) -> Bool {
        guard let number, let limit = other.number else { return false }
        return number < limit
    }

    private var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .decimal(let value): value
        default: nil
        }
    }
}
