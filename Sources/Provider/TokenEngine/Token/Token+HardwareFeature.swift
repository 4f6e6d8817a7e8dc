import PIVCard
import SecureChannel
import SmartCard

/// The hardware feature of Rutoken's extension that tells of the secure channel: CKH_VENDOR_TOKEN_INFO.
extension Token {
    private static let tokenInformation: UInt = 0x8000_0001
    /// SECURE_MESSAGING_DEFAULT, and SECURE_MESSAGING_UNSUPPORTED.
    private static let noMode: UInt = 0
    private static let unsupported: UInt = 0xFF

    /// The feature as an object.
    func hardwareFeature() throws(TokenFault) -> TokenObject {
        let suite = try card.use { (card) throws(PIVError) in card.channel.transport.channelSuite }
        let suites = try channelSuites(isInChannel: suite != nil)
        var attributes = AttributeSet()
        attributes.set(.class, ObjectClass.hwFeature.rawValue)
        attributes.set(.hwFeatureType, Self.tokenInformation)
        attributes.set(.token, true)
        attributes.set(.private, false)
        for type: AttributeType in [.modifiable, .copyable, .destroyable] { attributes.set(type, false) }
        attributes[.uniqueID] = Array("token-information".utf8)
        attributes.set(.rutokenSecureMessagingAvailable, !suites.isEmpty)
        let none = suites.isEmpty ? Self.unsupported : Self.noMode
        attributes.set(.rutokenCurrentSecureMessagingMode, suite?.parameters.secureMessagingMode ?? none)
        attributes[.rutokenSupportedSecureMessagingModes] = suites.flatMap {
            AttributeSet.octets($0.parameters.secureMessagingMode)
        }
        // How the card is reached is known to its reader only: all bits.
        attributes.set(.rutokenCurrentTokenInterface, UInt.max)
        attributes.set(.rutokenSupportedTokenInterface, UInt.max)
        attributes[.rutokenModelName] = Array(facts.model.utf8)
        return TokenObject(.hardwareFeature, attributes)
    }

    private func channelSuites(isInChannel: Bool) throws(TokenFault) -> [ChannelSuite] {
        let told = try card.use { (card) throws(PIVError) -> ChannelInformation? in
            do throws(CardError) {
                if isInChannel { return try card.channel.transport.channelInformation() }
            } catch {
                throw PIVError(.failed, card: error)
            }
            var client = PairingClient(card.channel.transport)
            // Cards without a channel refuse the question in more ways than one.
            return try? client.information()
        }
        return ChannelSuite.allCases.filter { told?.suites.includes($0) == true }
    }
}
