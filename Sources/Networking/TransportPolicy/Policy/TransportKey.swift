/// The keys of App Transport Security, by the dictionary in which they stand.
enum TransportKey {
    static let dictionary = "NSAppTransportSecurity"
    static let exceptionDomains = "NSExceptionDomains"
    static let pinnedDomains = "NSPinnedDomains"
    static let arbitraryLoads = "NSAllowsArbitraryLoads"
    static let arbitraryLoadsForMedia = "NSAllowsArbitraryLoadsForMedia"
    static let arbitraryLoadsInWebContent = "NSAllowsArbitraryLoadsInWebContent"
    static let localNetworking = "NSAllowsLocalNetworking"
    static let includesSubdomains = "NSIncludesSubdomains"
    static let insecureHTTPLoads = "NSExceptionAllowsInsecureHTTPLoads"
    static let minimumTLSVersion = "NSExceptionMinimumTLSVersion"
    static let forwardSecrecy = "NSExceptionRequiresForwardSecrecy"
    static let pinnedLeafIdentities = "NSPinnedLeafIdentities"
    static let pinnedCAIdentities = "NSPinnedCAIdentities"
    static let publicKeyDigest = "SPKI-SHA256-BASE64"

    /// The keys of the whole dictionary.
    static let global = [
        arbitraryLoads, arbitraryLoadsForMedia, arbitraryLoadsInWebContent, localNetworking, exceptionDomains,
        pinnedDomains,
    ]
    /// The keys of an exception.
    static let exception = [includesSubdomains, insecureHTTPLoads, minimumTLSVersion, forwardSecrecy]
    /// The keys of a domain with pins.
    static let pins = [includesSubdomains, pinnedLeafIdentities, pinnedCAIdentities]

    /// Keys that are no longer read, and what replaces them; nil for nothing.
    static let obsolete: [String: String?] = [
        "NSTemporaryExceptionAllowsInsecureHTTPLoads": insecureHTTPLoads,
        "NSTemporaryExceptionMinimumTLSVersion": minimumTLSVersion,
        "NSTemporaryExceptionRequiresForwardSecrecy": forwardSecrecy,
        "NSThirdPartyExceptionAllowsInsecureHTTPLoads": insecureHTTPLoads,
        "NSThirdPartyExceptionMinimumTLSVersion": minimumTLSVersion,
        "NSThirdPartyExceptionRequiresForwardSecrecy": forwardSecrecy,
        "NSRequiresCertificateTransparency": nil,
    ]

    /// The key that was most likely meant.
    static func nearest(to key: String, among keys: [String]) -> String? {
        let written = Array(key.lowercased().utf8)
        let limit = max(2, written.count / 5)
        let ranked = keys.map { ($0, distance(written, Array($0.lowercased().utf8))) }
        return ranked.filter { $0.1 <= limit }.min { $0.1 < $1.1 }?.0
    }

    /// How many letters must be inserted, left out, replaced or exchanged with their neighbor.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        // No key is longer; a text from outside may be.
        guard left.count <= 80, right.count <= 80 else { return Int.max }
        var older: [Int] = []
        var old = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var new = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(new[column] + 1, old[column + 1] + 1, old[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, older[column - 1] + 1)
                }
                new.append(cost)
            }
            older = old
            old = new
        }
        return old[right.count]
    }
}
