import JetonPropertyLists

/// A policy as a file has it, and what is wrong with it.
///
/// The file is an Info.plist in XML, a part of one that begins with `<key>` or `<dict>`, or JSON of the same values; the
/// dictionary is that of the key `NSAppTransportSecurity`, or the whole file. A file that is malformed has the policy of
/// an empty dictionary and a finding.
public struct TransportPolicyFile: Sendable {
    /// The largest file that is read, in bytes.
    public static let sizeLimit = PropertyListReader.octetLimit

    /// The policy.
    public let security: TransportSecurity
    /// What is wrong, by lines.
    public let findings: [TransportFinding]
    /// Whether the file could be read.
    public var isReadable: Bool { !findings.contains { $0.rule == .malformed } }

    /// Reads a file.
    ///
    /// - Parameter octets: The whole file.
    public init(_ octets: [UInt8]) {
        var reader = TransportPolicyReader()
        do throws(PropertyListFault) {
            reader.read(try TransportPolicyFile.root(octets))
        } catch {
            let isBinary = error.kind == .binary
            reader.report(
                .malformed,
                .error,
                line: error.line,
                error.message,
                hint: isBinary
                    ? "run `plistutil -i FILE -o FILE.xml` to convert it to XML"
                    : "the file must be an XML Info.plist, a part of one, or JSON"
            )
        }
        security = reader.security
        findings = reader.findings.sorted { $0.line < $1.line }
    }

    private static func root(_ octets: [UInt8]) throws(PropertyListFault) -> PropertyListNode {
        let start = octets.prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }.count
        let rest = octets[start...]
        if rest.first == UInt8(ascii: "{") { return try PropertyListNode.read(json: octets) }
        // Parts of a file: what is put around them has no line of its own.
        if rest.starts(with: "<key>".utf8) {
            return try PropertyListReader.read(Array("<plist><dict>".utf8) + octets + Array("</dict></plist>".utf8))
        }
        if rest.starts(with: "<dict".utf8) {
            return try PropertyListReader.read(Array("<plist>".utf8) + octets + Array("</plist>".utf8))
        }
        return try PropertyListReader.read(octets)
    }
}
