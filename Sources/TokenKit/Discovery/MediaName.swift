public import Cryptoki

/// The name of what is in a reader: `NO_MEDIA`, or a family and a serial number such as `rutoken_ecp_4894721a`.
public enum MediaName {
    /// What an empty reader, and a token whose channel is not set up, show.
    public static let none = "NO_MEDIA"

    /// The name of a token.
    ///
    /// The serial number is written in lower-case hexadecimal. Most modules give it so; one that has other characters
    /// is written with those replaced by `-`.
    public static func name(of token: TokenInfo) -> String {
        let family = family(of: token)
        let serial = serial(of: token)
        return serial.isEmpty ? family : "\(family)_\(serial)"
    }

    /// The family of a token, from its manufacturer and model.
    static func family(of token: TokenInfo) -> String {
        let manufacturer = token.manufacturer.description.lowercased()
        let model = token.model.description.lowercased()
        if manufacturer.hasPrefix("aktiv") {
            return "rutoken_" + (model.contains("lite") ? "lt" : model.contains("pinpad") ? "pinpad" : "ecp")
        }
        for (sign, family) in families where manufacturer.contains(sign) || model.contains(sign) { return family }
        let slug = slug(manufacturer.isEmpty ? model : manufacturer)
        return slug.isEmpty ? "token" : slug
    }

    private static let families: [(String, String)] = [
        ("jeton", "jeton"), ("softhsm", "softhsm"), ("yubi", "yubikey"), ("nitrokey", "nitrokey"),
        ("opensc", "opensc"), ("aladdin", "jacarta"), ("jacarta", "jacarta"), ("safenet", "etoken"),
        ("gemalto", "idprime"), ("infineon", "tpm"), ("ibm", "tpm"), ("nuvoton", "tpm"), ("stmicro", "tpm"),
        ("esmart", "esmart"), ("isbc", "esmart"), ("bit4id", "bit4id"), ("feitian", "epass"),
    ]

    static func serial(of token: TokenInfo) -> String { slug(token.serialNumber.description) }

    /// Lower-case letters and digits, with a single `-` for each run of anything else.
    static func slug(_ text: String) -> String {
        var slug = ""
        for character in text.lowercased() {
            if character.isASCII, character.isLetter || character.isNumber {
                slug.append(character)
            } else if !slug.isEmpty, slug.last != "-" {
                slug.append("-")
            }
        }
        while slug.last == "-" { slug.removeLast() }
        return slug
    }
}
