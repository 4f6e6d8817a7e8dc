/// A short alias for a reader, made from its name alone, so that it stays the same from run to run.
package enum ReaderNickname {
    /// Makes an alias: words of the name in lower case, joined by `-`.
    ///
    /// The words that all readers share are left out, and the serial number of a virtual card, which has a name;
    /// other numbers stay, since they tell two readers of a kind apart.
    ///
    /// - Parameter name: A reader's or slot's name, such as `Aktiv Rutoken ECP 00 00`.
    /// - Returns: At most 40 characters, such as `rutoken-ecp-00-00`.
    package static func make(_ name: String) -> String {
        let common = [
            "aktiv", "co", "slot", "id", "reader", "smart", "card", "smartcard", "usb", "token", "virtual", "pcd",
        ]
        let words = MediaName.slug(SlotName.withoutSerialNumber(name) ?? name).split(separator: "-").map(String.init)
        var kept = words.filter { !common.contains($0) }
        if kept.allSatisfy({ $0.allSatisfy(\.isNumber) }) { kept = words }
        var alias = ""
        for word in kept { alias += (alias.isEmpty ? "" : "-") + word }
        return alias.isEmpty ? "reader" : String(alias.prefix(40))
    }
}
