import CCryptoki
import TokenEngine

/// Templates of the caller's.
enum Templates {
    /// How many attributes one may have.
    private static let maximumCount: CK_ULONG = 128
    /// How long a value may be, in octets.
    private static let maximumValueLength = 1 << 20

    /// Reads a template.
    ///
    /// - Throws: `CKR_ARGUMENTS_BAD`, `CKR_ATTRIBUTE_VALUE_INVALID`.
    static func read(_ template: CK_ATTRIBUTE_PTR?, _ count: CK_ULONG) throws(TokenFault) -> [EngineAttribute] {
        var attributes: [EngineAttribute] = []
        for index in 0..<(try unsafe checked(template, count)) {
            guard let attribute = unsafe template?[index] else { break }
            let type = AttributeType(rawValue: unsafe attribute.type)
            let pointer = unsafe attribute.pValue?.assumingMemoryBound(to: UInt8.self)
            let length = unsafe attribute.ulValueLen
            let isThere = unsafe pointer != nil
            guard length == 0 || isThere else {
                throw TokenFault(.attributeValueInvalid, "an attribute has a length and no value")
            }
            let value = try unsafe octets(pointer, length, limit: maximumValueLength, beyond: .attributeValueInvalid)
            attributes.append(EngineAttribute(type, value))
        }
        return attributes
    }

    /// Overwrites the values of a template that no other code holds any more.
    static func wipe(_ attributes: inout [EngineAttribute]) {
        for index in attributes.indices {
            for offset in attributes[index].value.indices { attributes[index].value[offset] = 0 }
        }
    }

    /// Fills a template with an object's values (C_GetAttributeValue).
    ///
    /// Every attribute is looked at; the fault of the last one that could not be given is thrown at the end.
    ///
    /// - SeeAlso: PKCS #11 3.2, 5.7.5.
    static func fill(
        _ template: CK_ATTRIBUTE_PTR?,
        _ count: CK_ULONG,
        _ values: ([AttributeType]) throws(TokenFault) -> [Result<[UInt8], TokenFault>]
    ) throws(TokenFault) {
        let count = try unsafe checked(template, count)
        guard let template = unsafe template else {
            _ = try values([])
            return
        }
        let types = (0..<count).map { AttributeType(rawValue: unsafe template[$0].type) }
        var fault: TokenFault?
        for (index, value) in try values(types).enumerated() {
            switch value {
            case .failure(let error):
                unsafe template[index].ulValueLen = CK_UNAVAILABLE_INFORMATION
                fault = error
            case .success(let octets):
                guard let target = unsafe template[index].pValue?.assumingMemoryBound(to: UInt8.self) else {
                    unsafe template[index].ulValueLen = CK_ULONG(octets.count)
                    continue
                }
                guard unsafe template[index].ulValueLen >= CK_ULONG(octets.count) else {
                    unsafe template[index].ulValueLen = CK_UNAVAILABLE_INFORMATION
                    fault = TokenFault(.bufferTooSmall, "the caller's buffer is too small")
                    continue
                }
                unsafe template[index].ulValueLen = CK_ULONG(octets.count)
                for (offset, octet) in octets.enumerated() { unsafe target[offset] = octet }
            }
        }
        if let fault { throw fault }
    }

    private static func checked(_ template: CK_ATTRIBUTE_PTR?, _ count: CK_ULONG) throws(TokenFault) -> Int {
        let isThere = unsafe template != nil
        guard count <= maximumCount, count == 0 || isThere else {
            throw TokenFault(.argumentsBad, "the template is missing, or too long")
        }
        return Int(count)
    }
}
