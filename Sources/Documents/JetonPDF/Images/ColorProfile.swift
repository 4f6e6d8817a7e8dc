/// A profile of the colors of sRGB, made of the standard's numbers.
///
/// - SeeAlso: ICC.1:2004-10 (version 4.2); IEC 61966-2-1.
enum ColorProfile {
    /// The primaries and the way from D65 to D50, by the method of Bradford.
    private static let red = [0.4360747, 0.2225045, 0.0139322]
    private static let green = [0.3850649, 0.7168786, 0.0971045]
    private static let blue = [0.1430804, 0.0606169, 0.7141733]
    private static let white = [0.9642, 1, 0.8249]
    private static let adaptation = [
        1.0478112, 0.0228866, -0.0501270, 0.0295424, 0.9904844, -0.0170491, -0.0092345, 0.0150436, 0.7521316,
    ]
    /// The parametric curve of type 3: gamma, a, b, c and d.
    private static let curve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]

    /// The profile.
    static var standardRGB: [UInt8] {
        var parametric = Array("para".utf8)
        for value in [0, 3 << 16] { parametric.append(uint32: value) }
        for value in curve { parametric.append(fixed: value) }
        let tags: [(String, [UInt8])] = [
            ("desc", text("sRGB")), ("cprt", text("No rights reserved")), ("wtpt", numbers("XYZ ", white)),
            ("chad", numbers("sf32", adaptation)), ("rXYZ", numbers("XYZ ", red)), ("gXYZ", numbers("XYZ ", green)),
            ("bXYZ", numbers("XYZ ", blue)), ("rTRC", parametric), ("gTRC", parametric), ("bTRC", parametric),
        ]
        var table: [UInt8] = []
        table.append(uint32: tags.count)
        var data: [UInt8] = []
        let start = 128 + 4 + tags.count * 12
        for (name, value) in tags {
            table += name.utf8
            table.append(uint32: start + data.count)
            table.append(uint32: value.count)
            data += value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
        }
        var profile: [UInt8] = []
        profile.append(uint32: start + data.count)
        profile.append(uint32: 0)
        profile.append(uint32: 0x0420_0000)
        profile += "mntrRGB XYZ ".utf8
        for value in [2_026, 1, 1, 0, 0, 0] { profile.append(uint16: value) }
        profile += "acsp".utf8
        profile += [UInt8](repeating: 0, count: 28)
        for value in white { profile.append(fixed: value) }
        profile += [UInt8](repeating: 0, count: 48)
        return profile + table + data
    }

    private static func numbers(_ type: String, _ values: [Double]) -> [UInt8] {
        var bytes = Array(type.utf8) + [0, 0, 0, 0]
        for value in values { bytes.append(fixed: value) }
        return bytes
    }

    /// A text in American English.
    private static func text(_ value: String) -> [UInt8] {
        var bytes = Array("mluc".utf8)
        for number in [0, 1, 12] { bytes.append(uint32: number) }
        bytes += "enUS".utf8
        for number in [value.utf16.count * 2, 28] { bytes.append(uint32: number) }
        for unit in value.utf16 { bytes.append(uint16: Int(unit)) }
        return bytes
    }
}

extension [UInt8] {
    /// Appends a number with 16 bits behind the point.
    fileprivate mutating func append(fixed value: Double) { append(uint32: Int((value * 65_536).rounded())) }
}
