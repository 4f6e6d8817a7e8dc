/// A driver of USB readers, as its Info.plist describes it.
package struct DriverBundle: Hashable, Sendable {
    /// A device that it drives.
    package struct Device: Hashable, Sendable {
        /// `idVendor`.
        package var vendor: UInt16
        /// `idProduct`.
        package var product: UInt16
        /// The name that its readers get if the device tells none.
        package var name: String
    }

    /// The bundle's directory.
    package let path: String
    /// `CFBundleShortVersionString`; empty without.
    package let version: String
    /// The library's path.
    package let library: String
    /// The devices, at most 65,536.
    package let devices: [Device]

    /// Reads a property list in XML; nil if it has not the lists of a reader driver.
    ///
    /// - Parameters:
    ///   - text: The property list.
    ///   - path: The bundle's directory.
    package init?(propertyList text: String, path: String) {
        let text = DriverBundle.withoutComments(text)
        let vendors = DriverBundle.array("ifdVendorID", in: text).map(DriverBundle.number)
        let products = DriverBundle.array("ifdProductID", in: text).map(DriverBundle.number)
        let names = DriverBundle.array("ifdFriendlyName", in: text)
        guard !vendors.isEmpty, vendors.count == products.count else { return nil }
        self.path = path
        version = DriverBundle.string("CFBundleShortVersionString", in: text) ?? ""
        library = "\(path)/Contents/Linux/\(DriverBundle.string("CFBundleExecutable", in: text) ?? "")"
        devices = zip(vendors, products).prefix(65_536).enumerated().compactMap { index, pair in
            guard let vendor = pair.0, let product = pair.1 else { return nil }
            return Device(vendor: vendor, product: product, name: index < names.count ? String(names[index]) : "")
        }
    }

    /// The entry for a device, if it has one.
    package func entry(for device: USBDevice) -> Device? {
        devices.first { $0.vendor == device.vendor && $0.product == device.product }
    }

    private static func number(_ text: Substring) -> UInt16? {
        let digits = text.lowercased()
        return UInt16(digits.hasPrefix("0x") ? String(digits.dropFirst(2)) : digits, radix: 16)
    }

    private static func string(_ key: String, in text: String) -> String? {
        rest(behind: key, in: text).flatMap { elements("string", in: $0, limit: 1).first }.map(String.init)
    }

    private static func array(_ key: String, in text: String) -> [Substring] {
        guard let rest = rest(behind: key, in: text), let start = position(of: "<array>", in: rest),
            let end = position(of: "</array>", in: rest[start...])
        else { return [] }
        return elements("string", in: rest[start..<end], limit: 65_536)
    }

    private static func rest(behind key: String, in text: String) -> Substring? {
        let tag = "<key>\(key)</key>"
        guard let start = position(of: tag, in: text[...]) else { return nil }
        return text[start...].dropFirst(tag.count)
    }

    private static func elements(_ name: String, in text: Substring, limit: Int) -> [Substring] {
        let (open, close) = ("<\(name)>", "</\(name)>")
        var found: [Substring] = []
        var rest = text
        while found.count < limit, let start = position(of: open, in: rest) {
            rest = rest[start...].dropFirst(open.count)
            guard let end = position(of: close, in: rest) else { break }
            found.append(rest[..<end])
            rest = rest[end...].dropFirst(close.count)
        }
        return found
    }

    private static func withoutComments(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = position(of: "<!--", in: rest) {
            result += rest[..<start]
            guard let end = position(of: "-->", in: rest[start...]) else { return result }
            rest = rest[end...].dropFirst(3)
        }
        return result + rest
    }

    // By octets: property lists of drivers have some 2,000 elements, and Character is slow.
    private static func position(of part: String, in text: Substring) -> String.Index? {
        let octets = text.utf8
        let pattern = Array(part.utf8)
        guard let first = pattern.first else { return nil }
        var index = octets.startIndex
        while let start = octets[index...].firstIndex(of: first) {
            if octets[start...].starts(with: pattern) { return start }
            index = octets.index(after: start)
        }
        return nil
    }
}
