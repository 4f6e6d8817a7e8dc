import Foundation

/// A schema of docs/schemas, held against a document more strictly than by itself: a member that an object of the
/// schema does not name is a fault, so that no member goes undocumented.
public struct JSONSchema: Sendable {
    private let root: JSONValue

    /// Reads the schema of a document by its name, such as `jeton.list/1`.
    public init(named name: String) throws {
        let parts = name.split(separator: "/")
        guard parts.count == 2, parts[0].hasPrefix("jeton."), parts[1] == "1" else {
            throw TestRigError("'\(name)' is not the name of a schema")
        }
        let file = BuildProducts.packageDirectory.appending(path: "docs/schemas/\(parts[0].dropFirst(6)).json")
        guard let data = try? Data(contentsOf: file) else { throw TestRigError("docs/schemas has no \(file.path)") }
        root = try JSONValue(Array(data))
    }

    /// What is wrong with a document that `jeton` printed; empty if nothing is.
    public static func faults(inOutput octets: [UInt8]) -> [String] {
        do {
            let document = try JSONValue(octets)
            guard case .object(let members) = document, case .string(let name)? = members["schema"] else {
                return ["the document does not name its schema"]
            }
            return try JSONSchema(named: name).faults(in: document)
        } catch {
            return ["\(error)"]
        }
    }

    /// What is wrong with a document; empty if nothing is.
    public func faults(in document: JSONValue) -> [String] { faults(document, root, "$") }

    private func faults(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
        guard case .object(let keywords) = schema else { return ["\(place): the schema is not an object"] }
        let context = (keywords, place)
        return keywords.keys.sorted().flatMap { keyword -> [String] in
            let rule = keywords[keyword] ?? .null
            switch (keyword, rule) {
            case ("$schema", _), ("$id", _), ("$comment", _), ("$defs", _), ("title", _), ("description", _): return []
            case ("$ref", .string(let name)): return faults(value, definition(name), place)
            case ("anyOf", .array(let choices)):
                let tries = choices.map { faults(value, $0, place) }
                return tries.contains(where: \.isEmpty) ? [] : tries.min { $0.count < $1.count } ?? []
            case ("type", let types): return value.isOf(types) ? [] : ["\(place): \(value.type) instead of \(types)"]
            case ("enum", .array(let values)): return values.contains(value) ? [] : ["\(place): \(value) is not listed"]
            case ("const", let constant): return value == constant ? [] : ["\(place): \(value) is not \(constant)"]
            case ("pattern", .string(let pattern)):
                guard case .string(let text) = value else { return [] }
                let isMatch = text.range(of: pattern, options: .regularExpression) != nil
                return isMatch ? [] : ["\(place): '\(text)' does not match \(pattern)"]
            case ("minimum", let least): return value.isBelow(least) ? ["\(place): \(value) is too small"] : []
            case ("maximum", let most): return most.isBelow(value) ? ["\(place): \(value) is too large"] : []
            case ("required", .array(let names)): return missing(names, value, place)
            case ("items", let items):
                guard case .array(let elements) = value else { return [] }
                return elements.enumerated().flatMap { faults($1, items, "\(place)[\($0)]") }
            case ("properties", .object(let properties)): return members(value, properties, context)
            case ("additionalProperties", let others):
                guard case .object(let members) = value, keywords["properties"] == nil else { return [] }
                return members.sorted { $0.key < $1.key }.flatMap { faults($1, others, "\(place).\($0)") }
            default: return ["\(place): the schema's keyword '\(keyword)' is not known here"]
            }
        }
    }

    private func members(
        _ value: JSONValue,
        _ properties: [String: JSONValue],
        _ context: (keywords: [String: JSONValue], place: String)
    ) -> [String] {
        guard case .object(let members) = value else { return [] }
        return members.sorted { $0.key < $1.key }.flatMap { name, member in
            guard let property = properties[name] else {
                return ["\(context.place).\(name) is not in the schema"]
            }
            return faults(member, property, "\(context.place).\(name)")
        }
    }

    private func missing(_ names: [JSONValue], _ value: JSONValue, _ place: String) -> [String] {
        guard case .object(let members) = value else { return [] }
        return names.compactMap { name in
            guard case .string(let name) = name, members[name] == nil else { return nil }
            return "\(place).\(name) is missing"
        }
    }

    private func definition(_ reference: String) -> JSONValue {
        guard case .object(let keywords) = root, case .object(let definitions)? = keywords["$defs"] else {
            return .null
        }
        return definitions[String(reference.dropFirst("#/$defs/".count))] ?? .null
    }
}
