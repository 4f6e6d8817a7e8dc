import JetonDiagnostics
import Testing

@Suite("Property lists of reader drivers")
struct DriverBundleTests {
    private static func list(_ vendors: [String], _ products: [String]) -> String {
        func array(_ key: String, _ values: [String]) -> String {
            "<key>\(key)</key>\n<array>\n" + values.map { "<string>\($0)</string>\n" }.joined() + "</array>\n"
        }
        return """
            <?xml version="1.0"?><plist><dict>
            <!-- <key>ifdVendorID</key><array><string>0xDEAD</string></array> -->
            <key>CFBundleShortVersionString</key><string>1.5.2</string>
            <key>CFBundleExecutable</key> <string>libccid.so</string>
            """ + array("ifdVendorID", vendors) + array("ifdProductID", products)
                + array("ifdFriendlyName", vendors.map { "Reader \($0)" }) + "</dict></plist>"
    }

    @Test("Devices, version and library are read, comments are not")
    func reads() throws {
        let text = Self.list(["0x1050", "0x0A89"], ["0x0407", "0x0030"])
        let bundle = try #require(DriverBundle(propertyList: text, path: "/d/ifd-ccid.bundle"))
        #expect(bundle.version == "1.5.2")
        #expect(bundle.library == "/d/ifd-ccid.bundle/Contents/Linux/libccid.so")
        #expect(bundle.devices.map(\.vendor) == [0x1050, 0x0A89])
        #expect(bundle.devices.map(\.name) == ["Reader 0x1050", "Reader 0x0A89"])
    }

    @Test(
        "What is no list of devices is refused or taken as far as it goes, and traps nothing",
        arguments: [
            "", "<plist>", "<key>ifdVendorID</key>", "<key>ifdVendorID</key><array>",
            "<key>ifdVendorID</key><array><string>0x1050</array>", "<!--",
            DriverBundleTests.list(["0x1050"], ["0x0407", "0x0408"]),
        ]
    )
    func malformed(_ text: String) {
        #expect(DriverBundle(propertyList: text, path: "/d") == nil)
    }

    @Test("Numbers that are none are left out")
    func numbers() throws {
        let bundle = DriverBundle(propertyList: Self.list(["0x1050", "none"], ["0x0407", "0x0408"]), path: "/d")
        #expect(bundle?.devices.count == 1)
    }
}
