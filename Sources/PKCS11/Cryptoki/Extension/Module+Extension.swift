internal import CCryptoki

extension Module {
    /// Calls a function of the Rutoken extension table, if the table has it.
    ///
    /// The table has no length: of the members after the nineteenth the loader keeps those whose function the library
    /// exports by name.
    ///
    /// - Parameters:
    ///   - function: The function, for the error.
    ///   - member: The function's place in the table, from 0.
    ///   - slot: The slot, for the error.
    ///   - body: Calls it; nil if the table does not have it.
    /// - Throws: ``CryptokiError``, also for a table without the function.
    func callExtended(
        _ function: Function,
        member: Int,
        slot: SlotID,
        _ body: (UnsafePointer<CK_FUNCTION_LIST_EXTENDED>) -> CK_RV?
    ) throws(CryptokiError) {
        let hasMember = library.extendedFunctionCount > member
        try unsafe call(function, slot: slot) { _ in
            hasMember ? unsafe body(cck_extended_functions(pointer)) : nil
        }
    }
}

extension ModuleLibrary {
    /// Whether the library has C_EX_SetActivationPassword of Rutoken's extension.
    public var hasActivation: Bool {
        guard extendedFunctionCount > 14 else { return false }
        return unsafe cck_extended_functions(pointer).pointee.C_EX_SetActivationPassword != nil
    }
}
