/// Vendors of tokens and readers, by USB vendor number.
enum TokenMakers {
    // From the udev rules of libccid, libfido2 and the vendors.
    private static let names: [UInt16: String] = [
        0x0A89: "Aktiv", 0x24DC: "Aladdin R.D.", 0x0529: "Aladdin, SafeNet", 0x08E6: "Gemalto, Thales",
        0x1050: "Yubico", 0x20A0: "Nitrokey", 0x096E: "Feitian", 0x076B: "HID Omnikey", 0x04E6: "SCM, Identiv",
        0x072F: "ACS", 0x0C4B: "REINER SCT", 0x0CA6: "Castles", 0x234B: "FSIJ", 0x2CE3: "Hypersecu", 0x25DD: "bit4id",
        0x0DC3: "Athena", 0x0783: "C3PO", 0x1A44: "VASCO, OneSpan", 0x0D46: "KOBIL", 0x23A0: "BIFIT",
    ]

    /// The vendor with a number; nil if it makes no tokens, or is not in the list.
    static func name(of vendor: UInt16) -> String? { names[vendor] }
}
