import JetonNetwork
import Testing
import TransportPolicy

@Suite("App Transport Security: what is wrong with a dictionary")
struct TransportPolicyFileTests {
    private static func exception(_ entries: String) -> String {
        "<key>NSAppTransportSecurity</key>\n<dict>\n<key>NSExceptionDomains</key>\n<dict>\n"
            + "<key>a.example</key>\n<dict>\n\(entries)\n</dict>\n</dict>\n</dict>"
    }

    @Test(
        "Each mistake is named with its line",
        arguments: [
            ("<key>NSExceptionAllowInsecureHTTPLoads</key><true/>", "misspelled-key", 7),
            ("<key>nsexceptionallowsinsecurehttploads</key><true/>", "misspelled-key", 7),
            ("<key>NSAllowsArbitraryLoads</key><true/>", "misplaced-key", 7),
            ("<key>Colour</key><true/>", "unknown-key", 7),
            ("<key>NSTemporaryExceptionMinimumTLSVersion</key><string>TLSv1.0</string>", "obsolete-key", 7),
            ("<key>NSRequiresCertificateTransparency</key><true/>", "obsolete-key", 7),
            ("<key>NSExceptionMinimumTLSVersion</key>\n<string>TLSv1</string>", "unknown-version", 8),
            ("<key>NSExceptionMinimumTLSVersion</key>\n<real>1.0</real>", "wrong-type", 8),
            ("<key>NSExceptionAllowsInsecureHTTPLoads</key>\n<string>YES</string>", "wrong-type", 8),
            ("<key>NSIncludesSubdomains</key><true/>", "no-effect", 5),
            (
                "<key>NSExceptionAllowsInsecureHTTPLoads</key><true/>\n"
                    + "<key>NSExceptionAllowsInsecureHTTPLoads</key><true/>", "repeated-key", 8
            ),
        ]
    )
    func entries(entries: String, rule: String, line: Int) {
        let file = TransportPolicyFile(Array(Self.exception(entries).utf8))
        #expect(file.findings.contains { $0.rule.rawValue == rule && $0.line == line }, "\(file.findings)")
    }

    @Test(
        "Names that fit no host are named",
        arguments: ["*.a.example", "https://a.example", "a.example:443", "A.example", ".a.example", "10.0.0.0/33"]
    )
    func names(name: String) {
        let text = #"{"NSExceptionDomains": {"\#(name)": {"NSExceptionAllowsInsecureHTTPLoads": true}}}"#
        let file = TransportPolicyFile(Array(text.utf8))
        #expect(file.findings.map(\.rule) == [.domainName])
    }

    @Test(
        "Other mistakes are found",
        arguments: [
            (#"{"NSAllowsArbitraryLoads": true}"#, TransportFinding.Rule.tooWide),
            (#"{"NSAllowsArbitraryLoads": true, "NSAllowsLocalNetworking": true}"#, .noEffect),
            (#"{"NSPinnedDomains": {"a.example": {}}}"#, .noEffect),
            (#"{"NSPinnedDomains": {"a.example": {"NSPinnedCAIdentities": []}}}"#, .pin),
            (#"{"NSPinnedDomains": {"a.example": {"NSPinnedCAIdentities": [{"SPKI-SHA256-BASE64": "AAAA"}]}}}"#, .pin),
            (#"{"NSAppTransportSecurty": {}}"#, .misspelledKey),
            (#"{"NSAppTransportSecurity": {}, "NSAllowsArbitraryLoads": true}"#, .misplacedKey),
            (#"{"CFBundleName": "x"}"#, .missing),
            (#"{"NSAppTransportSecurity": [] }"#, .wrongType),
            (#"{"a": 1, "a": 2}"#, .malformed), (#"{"a": null}"#, .malformed), (#"{"a": 1} x"#, .malformed),
            (#"{"a": 01x}"#, .malformed), (#"{"a": 01}"#, .malformed), (#"{"a": 1.}"#, .malformed),
            (#"{"a": -}"#, .malformed), (#"{"a": 1e}"#, .malformed), (#"{"a": .5}"#, .malformed),
            (#"{"NSPinnedDomains": {"a.example.": {"NSPinnedCAIdentities": []}}}"#, .domainName),
            (#"{"NSPinnedDomains": {"a.example": {}, "A.example": {}}}"#, .domainName),
            ("[]", .malformed), ("", .malformed), ("bplist00", .malformed),
            ("<plist version=\"1.0\"><dict><key>a</key></dict></plist>", .malformed),
        ]
    )
    func mistakes(text: String, rule: TransportFinding.Rule) {
        #expect(TransportPolicyFile(Array(text.utf8)).findings.contains { $0.rule == rule })
    }

    @Test(
        "A name that matches no host has a hint that makes one",
        arguments: [
            ("https://example.com", "host alone"), ("https://example.com/", "host alone"),
            ("a.example:443", "host alone"),
            ("b\u{FC}cher.example", "IDNA"), ("*.a.example", "'a.example'"), ("", "example.com"),
            ("192.0.2.0", ""), ("a.example", ""), ("192.0.2.1/33", "198.51.100.0/24"),
        ]
    )
    func names(name: String, words: String) {
        let text = #"{"NSExceptionDomains": {"\#(name)": {"NSExceptionMinimumTLSVersion": "TLSv1.0"}}}"#
        let findings = TransportPolicyFile(Array(text.utf8)).findings
        #expect(findings.map(\.rule) == (words.isEmpty ? [] : [.domainName]))
        #expect(words.isEmpty || findings.first?.hint.contains(words) == true, "\(findings)")
    }

    @Test("A whole Info.plist, a part of one, and JSON say the same, without a finding")
    func forms() {
        let inner = """
            <dict><key>NSExceptionDomains</key><dict><key>a.example</key><dict>
            <key>NSExceptionMinimumTLSVersion</key><string>TLSv1.0</string>
            </dict></dict></dict>
            """
        let part = "<key>CFBundleName</key><string>App</string><key>NSAppTransportSecurity</key>\(inner)"
        let whole = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>\(part)</dict></plist>
            """
        let json = """
            {"NSExceptionDomains": {"a.\\u0065xample": {
                "NSExceptionMinimumTLSVersion": "TLSv1.0"}}}
            """
        for text in [inner, part, whole, json] {
            let file = TransportPolicyFile(Array(text.utf8))
            #expect(file.findings.isEmpty, "\(text)")
            #expect(file.security.demand(for: "a.example").minimumVersion == .tls10, "\(text)")
        }
    }

    @Test("Depth, size and number of values are limited")
    func limits() {
        let deep = String(repeating: "{\"a\":", count: 40) + "1" + String(repeating: "}", count: 40)
        let many = "{\"a\":[" + String(repeating: "1,", count: 30_000) + "1]}"
        let large = "{\"a\":\"" + String(repeating: "a", count: TransportPolicyFile.sizeLimit) + "\"}"
        for text in [deep, many, large] {
            #expect(!TransportPolicyFile(Array(text.utf8)).isReadable)
        }
    }
}
