internal import CCryptoki

extension Session {
    /// Calls a function that fills a buffer, with a buffer that is large enough at the first try as a rule.
    ///
    /// The length is not asked for with a NULL buffer, since some modules end or run the operation then (P1). A
    /// buffer that is too small is made larger: to the length that the module names if that is sensible, else
    /// fourfold (P2), up to 64 KiB beyond the expectation.
    @inline(__always)
    func output(
        _ function: Function,
        expecting expected: Int,
        mechanism: MechanismType? = nil,
        _ body: (UnsafePointer<CK_FUNCTION_LIST_3_2>, UnsafeMutablePointer<CK_BYTE>, UnsafeMutablePointer<CK_ULONG>) ->
            CK_RV?
    ) throws(CryptokiError) -> [UInt8] {
        var capacity = max(expected, 64)
        let cap = capacity + 65_536
        while true {
            let attempt = try unsafe attempt(function, capacity: capacity, mechanism: mechanism, body)
            if let octets = attempt.octets { return octets }
            guard capacity < cap else {
                endOperations()
                throw CryptokiError(
                    .bufferTooSmall,
                    function,
                    fault: .neverLargeEnough,
                    context: module.context(slot: slot.id)
                )
            }
            let named = Int(clamping: attempt.needed)
            capacity = named > capacity && named <= cap ? named : min(capacity * 4, cap)
        }
    }

    @inline(__always)
    private func attempt(
        _ function: Function,
        capacity: Int,
        mechanism: MechanismType?,
        _ body: (UnsafePointer<CK_FUNCTION_LIST_3_2>, UnsafeMutablePointer<CK_BYTE>, UnsafeMutablePointer<CK_ULONG>) ->
            CK_RV?
    ) throws(CryptokiError) -> (octets: [UInt8]?, needed: UInt) {
        var length = CK_ULONG(capacity)
        var refusal: CryptokiError?
        let octets = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            count = 0
            guard let base = buffer.baseAddress else { return }
            // A module that answers OK without writing must not show what lay in this memory before.
            unsafe buffer.initialize(repeating: 0)
            do throws(CryptokiError) {
                try unsafe call(function, mechanism: mechanism) { unsafe body($0, base, &length) }
                guard length <= CK_ULONG(capacity) else { throw module.impossible(length, function, slot: slot.id) }
                count = Int(length)
            } catch {
                refusal = error
            }
        }
        guard let refusal else { return (octets, length) }
        guard refusal.code == .bufferTooSmall, refusal.fault == nil else { throw refusal }
        return (nil, length)
    }
}
