import JetonOctets
import SmartCard

/// GET DATA and PUT DATA.
///
/// - SeeAlso: NIST SP 800-73-5, part 2, 3.1.2 and 3.3.1.
extension PIVApplication {
    func getData(_ command: CommandAPDU, _ memory: CardMemory) throws(Refusal) -> [UInt8] {
        guard command.header.p1 == 0x3F, command.header.p2 == 0xFF else { throw Refusal(.incorrectParameters) }
        let objects = try Self.objects(command.data)
        guard objects.count == 1, let tag = Self.tag(objects[0]) else { throw Refusal(.incorrectData) }
        if tag == PIVObjectTag.discovery { return DataObjects.discoveryValue.encoded }
        if DataObjects.needsPIN(tag), !status.isPINVerified(memory.contents.piv) {
            throw Refusal(.securityStatusNotSatisfied)
        }
        guard let value = memory.contents.piv.objects[tag] else { throw Refusal(.fileNotFound) }
        return TLV(tag: tag == PIVObjectTag.biometricTemplates ? tag : PIVTag.Object.value, value: value).encoded
    }

    mutating func putData(_ command: CommandAPDU, _ memory: inout CardMemory) throws(Refusal) -> [UInt8] {
        guard command.header.p1 == 0x3F, command.header.p2 == 0xFF else { throw Refusal(.incorrectParameters) }
        try requireManagement(memory)
        let objects = try Self.objects(command.data)
        let tag: UInt32
        let value: [UInt8]
        if objects.count == 1, objects[0].tag == PIVObjectTag.biometricTemplates {
            (tag, value) = (objects[0].tag, objects[0].value)
        } else if objects.count == 2, let named = Self.tag(objects[0]), objects[1].tag == PIVTag.Object.value {
            (tag, value) = (named, objects[1].value)
        } else if objects.count == 1, objects[0].tag == PIVObjectTag.discovery {
            // What it says follows from what the card is.
            throw Refusal(.functionNotSupported)
        } else {
            throw Refusal(.incorrectData)
        }
        guard DataObjects.isWritable(tag) else { throw Refusal(.functionNotSupported) }
        guard value.count <= PIVContents.maximumObjectLength else { throw Refusal(.notEnoughMemory) }
        try memory.update { (contents) throws(Refusal) in
            // An empty object is one that is not there.
            contents.piv.objects[tag] = value.isEmpty ? nil : value
            let length = contents.piv.objects.values.reduce(0) { $0 + $1.count }
            guard length <= PIVContents.maximumObjectsLength,
                contents.piv.objects.count <= PIVContents.maximumObjectCount
            else { throw Refusal(.notEnoughMemory) }
        }
        return []
    }

    /// The tag that a tag list (5C) with one entry names.
    private static func tag(_ object: TLV) -> UInt32? {
        guard object.tag == PIVTag.Object.tagList, (1...3).contains(object.value.count) else { return nil }
        return object.value.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
