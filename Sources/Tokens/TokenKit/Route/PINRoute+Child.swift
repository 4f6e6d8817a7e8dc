extension PINRoute {
    /// Refuses a token of which only a child's report is at hand, where a PIN would go in clear to what may stand for a
    /// paired token.
    ///
    /// Jeton's own module refuses such cards itself. The card is not asked whether it requires a channel.
    ///
    /// - Parameters:
    ///   - label: The token's label.
    ///   - serial: Its serial number.
    ///   - reader: The slot's description.
    ///   - module: The path of the module that shows it.
    ///   - isDevice: Whether it is a device that can be taken out.
    /// - Throws: ``PINRouteError``; nothing may be sent then.
    package func check(
        label: String,
        serial: String,
        reader: String,
        module: String,
        isDevice: Bool
    ) throws(PINRouteError) {
        guard ModulePath.fileName(of: module) != ModuleRegistry.providerFileName else { return }
        let known = knownPairings
        func refusal(_ code: PINRouteError.Code, _ paired: PairedToken? = nil) -> PINRouteError {
            PINRouteError(code, module: module, reader: reader, pairedToken: paired, damage: known.damage)
        }
        let others = known.tokens.filter { $0.module != module }
        if isDevice, let claimed = others.first(where: { $0.hasSerialNumber(serial) || $0.isCalled(label) }) {
            throw refusal(.standsForPairedToken, claimed)
        }
        if let paired = known.tokens.first(where: { $0.isGuarding(reader) }) { throw refusal(.readerPolicy, paired) }
        if let paired = others.first(where: { $0.wasSeen(in: reader) }) { throw refusal(.pairedReader, paired) }
        if isDevice, known.damage != nil { throw refusal(.pairingsDamaged) }
    }
}
