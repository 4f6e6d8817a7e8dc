import CCryptoki
import TokenEngine

/// Slots and tokens: PKCS #11 3.2, 5.5.
enum SlotFunctions {
    static func install(_ table: inout CK_FUNCTION_LIST_3_2) {
        table.C_GetSlotList = { tokenPresent, list, count in
            call { (engine) throws(TokenFault) in
                let count = try required(count)
                let slots = engine.slotIdentifiers(withToken: tokenPresent != 0, isNewList: list == nil)
                try give(slots, list, count)
            }
        }
        table.C_GetSlotInfo = { slot, info in
            call { (engine) throws(TokenFault) in try describe(try engine.describeSlot(slot), try required(info)) }
        }
        table.C_GetTokenInfo = { slot, info in
            call { (engine) throws(TokenFault) in
                let info = try required(info)
                try describe(try engine.describeToken(slot), info)
            }
        }
        table.C_GetMechanismList = { slot, list, count in
            call { (engine) throws(TokenFault) in
                let count = try required(count)
                try give(try engine.mechanisms(slot).map(\.rawValue), list, count)
            }
        }
        table.C_GetMechanismInfo = { slot, type, info in
            call { (engine) throws(TokenFault) in
                let info = try required(info)
                let description = try engine.describe(MechanismType(rawValue: type), slot)
                info.pointee.ulMinKeySize = description.minimumKeySize
                info.pointee.ulMaxKeySize = description.maximumKeySize
                info.pointee.flags = description.flags.rawValue
            }
        }
        table.C_InitToken = { slot, pin, length, label in
            call { (engine) throws(TokenFault) in
                let label = try withOctets(try required(label), 32) { (span) throws(TokenFault) in
                    var octets = span.indices.map { span[$0] }
                    while octets.last == 0x20 || octets.last == 0x00 { octets.removeLast() }
                    return String(decoding: octets, as: UTF8.self)
                }
                let secret = try secret(pin, length, beyond: .pinLengthRange)
                try engine.initialiseToken(slot, secret, label: label)
            }
        }
        table.C_WaitForSlotEvent = { flags, slot, reserved in
            callWithoutMutex { (engine) throws(TokenFault) in
                guard reserved == nil else { throw TokenFault(.argumentsBad, "the reserved pointer is not null") }
                let slot = try required(slot)
                slot.pointee = try engine.waitForSlotEvent(blocks: flags & CKF_DONT_BLOCK == 0)
            }
        }
    }

    private static func describe(_ slot: SlotDescription, _ info: CK_SLOT_INFO_PTR) throws(TokenFault) {
        info.pointee = CK_SLOT_INFO()
        fill(&info.pointee.slotDescription, slot.name)
        fill(&info.pointee.manufacturerID, slot.manufacturer)
        var flags = CKF_REMOVABLE_DEVICE
        if slot.hasToken { flags |= CKF_TOKEN_PRESENT }
        if slot.isHardware { flags |= CKF_HW_SLOT }
        info.pointee.flags = flags
    }

    private static func describe(_ token: TokenDescription, _ info: CK_TOKEN_INFO_PTR) throws(TokenFault) {
        info.pointee = CK_TOKEN_INFO()
        fill(&info.pointee.label, token.label)
        fill(&info.pointee.manufacturerID, token.manufacturer)
        fill(&info.pointee.model, token.model)
        fill(&info.pointee.serialNumber, token.serialNumber)
        fill(&info.pointee.utcTime, "")
        info.pointee.flags = token.flags.rawValue
        info.pointee.ulMaxSessionCount = CK_EFFECTIVELY_INFINITE
        info.pointee.ulSessionCount = CK_ULONG(token.sessionCount)
        info.pointee.ulMaxRwSessionCount = CK_EFFECTIVELY_INFINITE
        info.pointee.ulRwSessionCount = CK_ULONG(token.readWriteSessionCount)
        info.pointee.ulMaxPinLen = 8
        info.pointee.ulMinPinLen = 6
        info.pointee.ulTotalPublicMemory = CK_UNAVAILABLE_INFORMATION
        info.pointee.ulFreePublicMemory = CK_UNAVAILABLE_INFORMATION
        info.pointee.ulTotalPrivateMemory = CK_UNAVAILABLE_INFORMATION
        info.pointee.ulFreePrivateMemory = CK_UNAVAILABLE_INFORMATION
        info.pointee.hardwareVersion = CK_VERSION(major: 1, minor: 0)
        let version = token.firmwareVersion
        info.pointee.firmwareVersion = CK_VERSION(major: version.first ?? 0, minor: version.dropFirst().first ?? 0)
    }
}
