internal import CCryptoki
internal import Synchronization

/// An initialized PKCS #11 module.
///
/// Initialization is counted per file in the process: two values for one library share it, and `C_Finalize` runs
/// when the last one goes, unless other code had initialized the library before. May be used from any thread;
/// the module is told to lock.
@safe
public final class Module: Sendable {
    /// The loaded library.
    public let library: ModuleLibrary

    // Sendable: immutable after init; what it points to is never freed.
    nonisolated(unsafe) let pointer: UnsafePointer<cck_module>
    private let epoch: UInt
    // An array: a set of these would make the runtime look for their Hashable in every process that loads a module.
    private let poisonedAttributes = Mutex<[AttributeType]>([])
    private let isClosed = Atomic(false)

    /// Initializes a library with C_Initialize.
    ///
    /// - Parameters:
    ///   - library: The loaded library.
    ///   - initializationString: What NSS's own modules want in `pReserved`; nil for all others.
    /// - Throws: ``CryptokiError``.
    public init(_ library: ModuleLibrary, initializationString: String? = nil) throws(CryptokiError) {
        self.library = library
        unsafe pointer = unsafe library.pointer
        epoch = cck_fork_epoch()
        unsafe cck_enter(library.pointer.pointee.marker_index, Function.initialize.rawValue)
        let status: CK_RV =
            if let initializationString {
                unsafe initializationString.withCString { unsafe cck_initialize(library.pointer, $0) }
            } else {
                unsafe cck_initialize(library.pointer, nil)
            }
        cck_leave()
        let code = ReturnValue(rawValue: status)
        guard code == .ok else {
            throw CryptokiError(code, .initialize, context: .init(module: library.path))
        }
    }

    /// Loads and initializes the module at a path.
    ///
    /// - Throws: ``ModuleLoadError`` or ``CryptokiError``.
    public convenience init(path: String) throws {
        try self.init(ModuleLibrary(path: path))
    }

    /// Whether the module took no CKF_OS_LOCKING_OK: calls to it must then come from one thread at a time.
    public var lacksLocking: Bool { unsafe cck_lacks_locking(pointer) }

    /// Whether the library was initialized by this process's own C_Initialize; false if that answered
    /// CKR_CRYPTOKI_ALREADY_INITIALIZED, which counts as a success.
    public var ownsInitialization: Bool { unsafe cck_owns_initialization(pointer) }

    /// Gives the module up now, and reports what C_Finalize answers if this was its last user.
    ///
    /// For callers that need the result; releasing the value does the same without reporting it. The module must not
    /// be used through this value afterwards: unless others keep it initialized it answers
    /// ``ReturnValue/cryptokiNotInitialized``. A second call does nothing.
    public func close() throws(CryptokiError) {
        guard let status = finish(), status != CKR_OK else { return }
        throw CryptokiError(ReturnValue(rawValue: status), .finalize, context: context())
    }

    deinit { _ = finish() }

    private func finish() -> CK_RV? {
        guard cck_fork_epoch() == epoch, !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
        unsafe cck_enter(pointer.pointee.marker_index, Function.finalize.rawValue)
        defer { cck_leave() }
        return unsafe cck_finalize(pointer)
    }

    /// What the module says of itself, by C_GetInfo.
    public func info() throws(CryptokiError) -> ModuleInfo {
        var info = CK_INFO()
        try unsafe call(.getInfo) { unsafe $0.pointee.C_GetInfo?(&info) }
        return ModuleInfo(info)
    }

    /// The slots, by C_GetSlotList.
    ///
    /// The list is requested again each time, first its length, since modules take up new readers only then; a list
    /// that grows between the two calls is asked for again, up to eight times.
    ///
    /// - Parameter withToken: Whether to list only slots with a token in them.
    /// - Returns: The slots in the module's order.
    /// - Throws: ``CryptokiError``; more than 65,536 slots are taken for garbage.
    public func slots(withToken: Bool = false) throws(CryptokiError) -> [Slot] {
        let present = CK_BBOOL(withToken ? 1 : 0)
        for _ in 0..<8 {
            var count: CK_ULONG = 0
            try unsafe call(.getSlotList) { unsafe $0.pointee.C_GetSlotList?(present, nil, &count) }
            guard count <= 65_536 else { throw impossible(count, .getSlotList) }
            if count == 0 { return [] }
            let capacity = Int(count) + 8
            var found: CK_ULONG = CK_ULONG(capacity)
            do {
                let identifiers = try unsafe filled(capacity: capacity) { (buffer) throws(CryptokiError) in
                    try unsafe call(.getSlotList) { unsafe $0.pointee.C_GetSlotList?(present, buffer, &found) }
                    guard found <= capacity else { throw impossible(found, .getSlotList) }
                    return Int(found)
                }
                return identifiers.map { Slot(module: self, id: SlotID(rawValue: $0)) }
            } catch {
                guard error.code == .bufferTooSmall, error.fault == nil else { throw error }
            }
        }
        throw CryptokiError(.bufferTooSmall, .getSlotList, fault: .neverLargeEnough, context: context())
    }

    /// Calls one function of the module, and turns what it returns into an error.
    ///
    /// The function's name is left in the call marker while it runs, so that a supervising process can say where a
    /// child crashed or hung.
    @inline(__always)
    func call(
        _ function: Function,
        slot: SlotID? = nil,
        mechanism: MechanismType? = nil,
        _ body: (UnsafePointer<CK_FUNCTION_LIST_3_2>) -> CK_RV?
    ) throws(CryptokiError) {
        guard cck_fork_epoch() == epoch else {
            throw CryptokiError(.cryptokiNotInitialized, function, fault: .usedAfterFork, context: context(slot: slot))
        }
        unsafe cck_enter(pointer.pointee.marker_index, function.rawValue)
        let status = unsafe body(cck_functions(pointer))
        cck_leave()
        guard status == CKR_OK else {
            throw failure(status, function, slot: slot, mechanism: mechanism)
        }
    }

    @inline(never)
    private func failure(
        _ status: CK_RV?,
        _ function: Function,
        slot: SlotID?,
        mechanism: MechanismType?
    ) -> CryptokiError {
        let context = CryptokiError.Context(module: library.path, slot: slot, mechanism: mechanism)
        guard let status else {
            return CryptokiError(.functionNotSupported, function, fault: .missingFunction, context: context)
        }
        return CryptokiError(ReturnValue(rawValue: status), function, context: context)
    }

    func context(slot: SlotID? = nil) -> CryptokiError.Context {
        CryptokiError.Context(module: library.path, slot: slot)
    }

    func impossible(_ number: CK_ULONG, _ function: Function, slot: SlotID? = nil) -> CryptokiError {
        CryptokiError(.generalError, function, fault: .impossibleLength(number), context: context(slot: slot))
    }

    /// Attributes that made this module fail a whole batch; they are asked for one by one from then on.
    func isPoisoned(_ type: AttributeType) -> Bool { poisonedAttributes.withLock { $0.contains(type) } }

    func markPoisoned(_ type: AttributeType) {
        // Bounded: an object has a few dozen attribute types, a hostile caller could make more.
        poisonedAttributes.withLock { if $0.count < 256, !$0.contains(type) { $0.append(type) } }
    }

    var hasPoisonedAttributes: Bool { poisonedAttributes.withLock { !$0.isEmpty } }
}

/// An array of `CK_ULONG`s that C code fills in place.
func filled(
    capacity: Int,
    _ body: (UnsafeMutablePointer<CK_ULONG>) throws(CryptokiError) -> Int
) throws(CryptokiError) -> [CK_ULONG] {
    let storage = UnsafeMutableBufferPointer<CK_ULONG>.allocate(capacity: max(capacity, 1))
    unsafe storage.initialize(repeating: 0)
    defer { unsafe storage.deallocate() }
    guard let base = storage.baseAddress else { return [] }
    let count = try unsafe body(base)
    return unsafe Array(storage.prefix(count))
}
