public import JetonOctets

/// A PKCS #11 URI: the name of an object, a token, a slot or a library, or a pattern that picks some of them.
///
/// Values are octets, since labels and identifiers on tokens need not be UTF-8; ``text(of:)`` gives them as text
/// where they are. The order in which path attributes were written carries no meaning and is not kept.
///
/// ```swift
/// var uri = PKCS11URI()
/// uri.token = Array("alpha".utf8)
/// uri.object = Array("signing key".utf8)
/// uri.type = .private
/// print(uri)  // pkcs11:token=alpha;object=signing%20key;type=private
/// ```
///
/// A `pin-value` is read but held apart: it is never printed, compared or hashed. ``hasPINValue`` tells that there
/// was one, so that a caller whose URIs come from a command line can refuse it.
///
/// - SeeAlso: RFC 7512.
public struct PKCS11URI: Sendable {
    var pathValues = PathValues()
    var queryFields: [QueryField] = []
    var pinValueHolder: PINValueHolder?

    /// Makes the URI `pkcs11:`, which as a pattern matches everything.
    public init() {}

    /// Whether no path attribute is present, so that the URI matches everything.
    public var isPathEmpty: Bool { pathValues.isEmpty }

    /// The path attributes that are present, in the order in which they are printed.
    public var pathAttributes: [PathAttribute] { pathValues.attributes }

    /// The query attributes that are present, `pin-value` left out, in the order in which they are printed.
    public var queryAttributes: [QueryAttribute] {
        queryFields.reduce(into: []) { names, field in
            if names.last != field.attribute { names.append(field.attribute) }
        }
    }

    /// The decoded octets of a path attribute, or nil if it is not present.
    public subscript(attribute: PathAttribute) -> [UInt8]? { pathValues[attribute] }

    /// The decoded octets of a query attribute, one entry for each time it is present.
    ///
    /// Only vendor attributes can be present more than once. `pin-value` is never among them.
    ///
    /// - SeeAlso: RFC 7512, 2.3.
    public subscript(attribute: QueryAttribute) -> [[UInt8]] {
        queryFields.filter { $0.attribute == attribute }.map(\.value)
    }

    /// The value of a path attribute as text, or nil if it is not present or not UTF-8.
    public func text(of attribute: PathAttribute) -> String? {
        pathValues[attribute].flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Sets a path attribute to octets, or removes it with nil.
    ///
    /// The values of `type`, `slot-id` and `library-version` are checked and brought to their canonical form.
    ///
    /// - Throws: ``PKCS11URIError/Code/malformedValue`` for one of the three; the offset is 0.
    public mutating func set(_ value: [UInt8]?, for attribute: PathAttribute) throws(PKCS11URIError) {
        guard let value else {
            pathValues[attribute] = nil
            return
        }
        guard let canonical = attribute.canonicalValue(value) else {
            throw PKCS11URIError(.malformedValue, at: 0, attribute: attribute.rawValue)
        }
        pathValues[attribute] = canonical
    }

    /// Sets a query attribute to values, replacing those present; none removes it.
    ///
    /// - Throws: ``PKCS11URIError/Code/duplicateAttribute`` for several values of an attribute that RFC 7512 defines,
    ///   ``PKCS11URIError/Code/conflictingAttributes`` for `pin-value`, which a URI of ours never carries, and for
    ///   `pin-source` beside it; the offset is 0.
    public mutating func set(_ values: [[UInt8]], for attribute: QueryAttribute) throws(PKCS11URIError) {
        guard values.count <= 1 || attribute.isVendorDefined else {
            throw PKCS11URIError(.duplicateAttribute, at: 0, attribute: attribute.rawValue)
        }
        if attribute == .pinValue || (attribute == .pinSource && !values.isEmpty && hasPINValue) {
            throw PKCS11URIError(.conflictingAttributes, at: 0, attribute: attribute.rawValue)
        }
        queryFields.removeAll { $0.attribute == attribute }
        for value in values { insert(QueryField(attribute: attribute, value: value)) }
    }

    /// Whether the text that was parsed carried a `pin-value`.
    ///
    /// A PIN in a URI ends up in process lists, shell histories and logs; refuse such a URI where it comes from
    /// a command line.
    public var hasPINValue: Bool { pinValueHolder != nil }

    /// A copy of the `pin-value` that was parsed, or nil if there was none; it is wiped when it goes out of scope.
    public func makePINValue() -> Secret? {
        guard let pinValueHolder else { return nil }
        return pinValueHolder.secret.clone()
    }

    /// The URI without its query: what names the thing, without how to reach it.
    public var withoutQuery: PKCS11URI {
        var uri = PKCS11URI()
        uri.pathValues = pathValues
        return uri
    }

    /// Inserts a field behind those whose attribute is printed before or is the same.
    mutating func insert(_ field: QueryField) {
        let index = queryFields.firstIndex { field.attribute < $0.attribute } ?? queryFields.endIndex
        queryFields.insert(field, at: index)
    }
}

// MARK: - Hashable

extension PKCS11URI: Hashable {
    /// Whether both have the same attributes with the same octets; a `pin-value` counts as present or not.
    ///
    /// - SeeAlso: RFC 7512, 2.6.
    public static func == (left: PKCS11URI, right: PKCS11URI) -> Bool {
        left.pathValues == right.pathValues && left.queryFields == right.queryFields
            && left.hasPINValue == right.hasPINValue
    }

    /// Hashes the attributes; a `pin-value` counts as present or not.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(pathValues)
        hasher.combine(queryFields)
        hasher.combine(hasPINValue)
    }
}

// MARK: - Storage

extension PKCS11URI {
    /// One query attribute with one value.
    struct QueryField: Hashable, Sendable {
        let attribute: QueryAttribute
        let value: [UInt8]
    }

    /// Shares one secret between the copies of a URI, since a secret itself can't be copied.
    final class PINValueHolder: Sendable {
        let secret: Secret

        init(_ secret: consuming Secret) { self.secret = secret }
    }
}
