internal import Cryptoki

extension Pairing {
    /// Makes the token end the pairing, and the module forget its keys.
    ///
    /// Rutoken's extension has no function for that. Jeton's own module has: C_EX_SlotManage with a mode that Rutoken
    /// does not use.
    ///
    /// - Throws: ``PairingError``; ``PairingError/Code/cannotEnd`` for a module that can't, which is asked nothing.
    ///   `ModuleLoadError` if the module can't be loaded.
    public func end() throws {
        let module = try Module(ModuleLibrary(path: modulePath), initializationString: initializationString)
        let info = try module.info()
        guard info.isJetonsOwn else {
            throw PairingError(.cannotEnd, detail: info.libraryDescription.description)
        }
        for slot in try module.slots(withToken: true) {
            let name = try slot.info().slotDescription.description
            guard let token = try? slot.tokenInfo(), target.matches(token, in: slot.id, of: name) else { continue }
            try choose(slot)
            do {
                try slot.endPairing()
            } catch {
                if let refusal = PairingError(channelOf: slot, cause: error) { throw refusal }
                throw PairingError(error.code.isRemoval ? .tokenGone : .cannotEnd, cause: error)
            }
            return
        }
        throw PairingError(.tokenGone)
    }
}
