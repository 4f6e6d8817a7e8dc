import Cryptoki

extension TokenEntry {
    /// Whether a text is the token's serial number: as the token tells it, or the same number in decimal or hexadecimal.
    package func hasSerialNumber(_ text: String) -> Bool {
        let told = token.serialNumber
        guard !told.octets.isEmpty else { return false }
        return told.description == text || SerialNumber(told)?.isNumber(in: text) == true
    }
}
