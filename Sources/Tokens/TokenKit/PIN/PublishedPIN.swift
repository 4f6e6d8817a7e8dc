public import JetonOctets

/// PINs that vendors and standards publish as factory values, so that anyone who finds a token tries them first.
public enum PublishedPIN {
    /// PIV and OpenPGP cards, Rutoken, SafeNet eToken, and what tutorials set up SoftHSM with.
    private static let values = [
        "123456", "12345678", "87654321", "1234567890", "1234", "12345", "0000", "000000", "00000000",
    ]

    /// Whether a PIN is a published one.
    public static func contains(_ pin: borrowing Secret) -> Bool {
        // All of them, so that the time does not depend on which it is.
        var isPublished = false
        for value in values where pin.equals(Secret(copying: Array(value.utf8).span)) { isPublished = true }
        return isPublished
    }
}
