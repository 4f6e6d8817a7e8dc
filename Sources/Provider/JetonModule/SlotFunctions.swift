import CCryptoki
import TokenEngine

/// Slots and tokens: PKCS #11 3.2, 5.5.
enum SlotFunctions {
    static func install(_ table: inout CK_FUNCTION_LIST_3_2) {
        unsafe table.C_GetSlotList = { tokenPresent, list, count in
            call { (engine) throws(TokenFault) in
                let count = try unsafe required(count)
                let slots = unsafe engine.slotIdentifiers(withToken: tokenPresent != 0, isNewList: list == nil)
                try unsafe give(slots, list, count)
            }
        }
        unsafe table.C_GetSlotInfo = { slot, info in
            call { (engine) throws(TokenFault) in
                try unsafe SlotFunctions.describe(try engine.describeSlot(slot), try required(info))
            }
        }
        unsafe table.C_GetTokenInfo = { slot, info in
            call { (engine) throws(TokenFault) in
                let info = try unsafe required(info)
                try unsafe SlotFunctions.describe(try engine.describeToken(slot), info)
            }
        }
        unsafe table.C_GetMechanismList = { slot, list, count in
            call { (engine) throws(TokenFault) in
                let count = try unsafe required(count)
                try unsafe give(try engine.mechanisms(slot).map(\.rawValue), unsafe list, unsafe count)
            }
        }
        unsafe table.C_GetMechanismInfo = { slot, type, info in
            call { (engine) throws(TokenFault) in
                let info = try unsafe required(info)
                let description = try engine.describe(MechanismType(rawValue: type), slot)
                unsafe info.pointee.ulMinKeySize = description.minimumKeySize
                unsafe info.pointee.ulMaxKeySize = description.maximumKeySize
                unsafe info.pointee.flags = description.flags.rawValue
            }
        }
        unsafe table.C_InitToken = { slot, pin, length, label in
            call { (engine) throws(TokenFault) in
                let label = try unsafe withOctets(try required(label), 32) { (span) throws(TokenFault) in
                    var octets = span.indices.map { span[$0] }
                    while octets.last == 0x20 || octets.last == 0x00 { octets.removeLast() }
                    return String(decoding: octets, as: UTF8.self)
                }
                let secret = try unsafe secret(pin, length, beyond: .pinLenRange)
                try engine.initializeToken(slot, secret, label: label)
            }
        }
        unsafe table.C_WaitForSlotEvent = { flags, slot, reserved in
            callWithoutMutex { (engine) throws(TokenFault) in
                guard unsafe reserved == nil else {
                    throw TokenFault(.argumentsBad, "the reserved pointer is not null")
                }
                let slot = try unsafe required(slot)
                unsafe slot.pointee = try engine.waitForSlotEvent(blocks: flags & CKF_DONT_BLOCK == 0)
            }
        }
    }

    private static func describe(_ slot: SlotDescription, _ info: CK_SLOT_INFO_PTR) throws(TokenFault) {
        unsafe info.pointee = CK_SLOT_INFO()
        unsafe fill(&info.pointee.slotDescription, slot.name)
        unsafe fill(&info.pointee.manufacturerID, slot.manufacturer)
        var flags = CKF_REMOVABLE_DEVICE
        if slot.hasToken { flags |= CKF_TOKEN_PRESENT }
        if slot.isHardware { flags |= CKF_HW_SLOT }
        unsafe info.pointee.flags = flags
    }

    private static func describe(_ token: TokenDescription, _ info: CK_TOKEN_INFO_PTR) throws(TokenFault) {
        unsafe info.pointee = CK_TOKEN_INFO()
        unsafe fill(&info.pointee.label, token.label)
        unsafe fill(&info.pointee.manufacturerID, token.manufacturer)
        unsafe fill(&info.pointee.model, token.model)
        unsafe fill(&info.pointee.serialNumber, token.serialNumber)
        unsafe fill(&info.pointee.utcTime, "")
        unsafe info.pointee.flags = token.flags.rawValue
        unsafe info.pointee.ulMaxSessionCount = CK_ULONG(Engine.maximumSessionCount)
        unsafe info.pointee.ulSessionCount = CK_ULONG(token.sessionCount)
        unsafe info.pointee.ulMaxRwSessionCount = CK_ULONG(Engine.maximumSessionCount)
        unsafe info.pointee.ulRwSessionCount = CK_ULONG(token.readWriteSessionCount)
        unsafe info.pointee.ulMaxPinLen = CK_ULONG(Engine.pinLengths.upperBound)
        unsafe info.pointee.ulMinPinLen = CK_ULONG(Engine.pinLengths.lowerBound)
        unsafe info.pointee.ulTotalPublicMemory = CK_UNAVAILABLE_INFORMATION
        unsafe info.pointee.ulFreePublicMemory = CK_UNAVAILABLE_INFORMATION
        unsafe info.pointee.ulTotalPrivateMemory = CK_UNAVAILABLE_INFORMATION
        unsafe info.pointee.ulFreePrivateMemory = CK_UNAVAILABLE_INFORMATION
        unsafe info.pointee.hardwareVersion = CK_VERSION(major: 1, minor: 0)
        let version = token.firmwareVersion
        unsafe info.pointee.firmwareVersion = CK_VERSION(
            major: version.first ?? 0,
            minor: version.dropFirst().first ?? 0
        )
    }
}
