import Foundation
import TestRig

/// A value of a JSON document as another reader than ours sees it.
struct JSONNode {
    private let value: Any?

    private init(value: Any?) { self.value = value }

    /// Reads a document.
    ///
    /// - Throws: ``TestRigError`` with the text if it is no JSON.
    init(_ octets: [UInt8]) throws {
        do {
            value = try JSONSerialization.jsonObject(with: Data(octets))
        } catch {
            throw TestRigError("no JSON: \(String(decoding: octets, as: UTF8.self))")
        }
    }

    /// A member of an object.
    subscript(name: String) -> JSONNode { JSONNode(value: (value as? [String: Any])?[name]) }

    /// An element of an array.
    subscript(index: Int) -> JSONNode {
        let array = value as? [Any] ?? []
        return JSONNode(value: array.indices.contains(index) ? array[index] : nil)
    }

    var text: String? { value as? String }
    var number: Int? { value as? Int }
    var flag: Bool? { value as? Bool }
    var list: [JSONNode] { (value as? [Any] ?? []).map { JSONNode(value: $0) } }
    var texts: [String] { list.compactMap(\.text) }
    /// The names of an object's members.
    var names: [String] { (value as? [String: Any] ?? [:]).keys.sorted() }
    /// Whether it is there, null included.
    var isPresent: Bool { value != nil }
    /// Whether it is there and null.
    var isNull: Bool { value is NSNull }
}
