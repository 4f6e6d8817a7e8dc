import CCryptoki
import TokenEngine

/// What C_EX_SlotManage takes and tells of the access groups that pairings are kept in.
enum ExtensionChannels {
    /// A text ended by a NUL; nil for NULL.
    static func group(_ value: CK_VOID_PTR?) throws(TokenFault) -> String? {
        guard let text = unsafe value?.assumingMemoryBound(to: UInt8.self) else { return nil }
        var length = 0
        while length <= Int(JETON_CHANNEL_GROUP_LENGTH), unsafe text[length] != 0 { length += 1 }
        guard length <= Int(JETON_CHANNEL_GROUP_LENGTH) else { throw TokenFault(.argumentsBad, "the text is too long") }
        let octets = try unsafe octets(text, CK_ULONG(length))
        guard let group = String(validating: octets, as: UTF8.self) else {
            throw TokenFault(.argumentsBad, "the text is not in UTF-8")
        }
        return group
    }

    /// What a caller is told of its channel; nothing but zeros if it can be used.
    static func describe(_ state: TokenChannelState?) -> JETON_CHANNEL_STATE {
        var described = JETON_CHANNEL_STATE()
        described.ulSizeofThisStructure = CK_ULONG(MemoryLayout<JETON_CHANNEL_STATE>.size)
        guard let state else { return described }
        described.status = CK_LONG(state.status)
        described.suites = CK_ULONG(state.suites)
        unsafe withUnsafeMutableBytes(of: &described.row) { unsafe put(state.row, $0) }
        unsafe withUnsafeMutableBytes(of: &described.group) { unsafe put(state.group, $0) }
        unsafe withUnsafeMutableBytes(of: &described.text) { unsafe put(state.text, $0) }
        unsafe withUnsafeMutableBytes(of: &described.hint) { unsafe put(state.hint, $0) }
        return described
    }

    /// Puts as many whole characters of a text into a field as leave room for a NUL.
    private static func put(_ text: String, _ field: UnsafeMutableRawBufferPointer) {
        var count = 0
        for character in text {
            let octets = Array(character.utf8)
            guard count + octets.count < field.count else { return }
            for octet in octets {
                unsafe field[count] = octet
                count += 1
            }
        }
    }
}
