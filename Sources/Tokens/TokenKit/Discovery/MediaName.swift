public import Cryptoki

/// The name of what is in a reader: `NO_MEDIA`, `unknown`, or a family and a serial number such as `rutoken_ecp_4894721a`.
public enum MediaName {
    /// What a token shows that can't be looked at, or not until the keystore is unlocked: there may be nothing to use.
    public static let unknown = "unknown"
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
            return "rutoken_" + (occurs("lite", in: model) ? "lt" : occurs("pinpad", in: model) ? "pinpad" : "ecp")
        }
        for (sign, family) in families where occurs(sign, in: manufacturer) || occurs(sign, in: model) { return family }
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
        var slug: [UInt8] = []
        for octet in text.utf8 {
            switch octet {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): slug.append(octet)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): slug.append(octet | 0x20)
            default: if let last = slug.last, last != UInt8(ascii: "-") { slug.append(UInt8(ascii: "-")) }
            }
        }
        while slug.last == UInt8(ascii: "-") { slug.removeLast() }
        return String(decoding: slug, as: UTF8.self)
    }

    // The standard library's own search costs more to set up than these short texts are worth.
    private static func occurs(_ part: String, in text: String) -> Bool {
        var rest = text.utf8[...]
        while !rest.isEmpty {
            if rest.starts(with: part.utf8) { return true }
            rest.removeFirst()
        }
        return false
    }
}
