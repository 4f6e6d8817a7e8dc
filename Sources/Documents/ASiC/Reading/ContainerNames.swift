import JetonOctets

/// The names that containers give to what is not data.
///
/// - SeeAlso: ETSI EN 319 162-1 V1.1.1, A.7.
enum ContainerNames {
    /// The directory of signatures and manifests.
    static let directory = "META-INF/"
    /// The file that states the container's media type.
    static let mediaType = "mimetype"
    /// The manifest of the format OpenDocument.
    static let openDocumentManifest = "META-INF/manifest.xml"
    /// The namespace of signatures and manifests.
    static let namespace = "http://uri.etsi.org/02918/v1.2.1#"

    /// What a file in the directory is.
    enum Part: Hashable, Sendable {
        /// XAdES signatures.
        case xades
        /// A CAdES signature.
        case cades
        /// A timestamp.
        case timestamp
        /// The digests of files, which a CAdES signature or a timestamp is over.
        case manifest
        /// A list of the files, which nothing is over.
        case list
        /// An evidence record of RFC 4998 or RFC 6283, or its manifest, which are not read.
        case evidenceRecord
    }

    /// Whether a file is in the directory, by the bytes of its name.
    static func isInDirectory(_ name: String) -> Bool { name.utf8.starts(with: directory.utf8) }

    /// What a file is by its name; nil for data.
    static func part(_ name: String) -> Part? {
        guard isInDirectory(name) else { return nil }
        // Some writers have the standard's names in lower case.
        let rest = String(decoding: name.utf8.dropFirst(directory.utf8.count), as: UTF8.self).lowercased()
        guard !rest.utf8.contains(UInt8(ascii: "/")) else { return nil }
        if name == openDocumentManifest { return .list }
        if rest.hasPrefix("asicevidencerecordmanifest") && rest.hasSuffix(".xml") { return .evidenceRecord }
        if rest.contains("evidencerecord"), rest.hasSuffix(".xml") || rest.hasSuffix(".ers") { return .evidenceRecord }
        if rest.hasSuffix(".xml") {
            if rest.contains("signatures") { return .xades }
            return rest.contains("asicmanifest") || rest.contains("asicarchivemanifest") ? .manifest : nil
        }
        if rest.hasSuffix(".p7s") { return rest.contains("signature") ? .cades : nil }
        return rest.hasSuffix(".tst") && rest.contains("timestamp") ? .timestamp : nil
    }

    /// A name with a number that no file has yet: `META-INF/signatures0.xml`.
    static func free(_ prefix: String, _ suffix: String, from first: Int, besides taken: Set<String>) -> String {
        var number = first
        while taken.contains(directory + prefix + padded(number, first) + suffix) { number += 1 }
        return directory + prefix + padded(number, first) + suffix
    }

    private static func padded(_ number: Int, _ first: Int) -> String {
        let digits = String(number)
        return first == 0 ? digits : String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }
}
