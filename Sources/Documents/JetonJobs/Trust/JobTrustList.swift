import Glibc
import JetonFiles
import JetonLibcrypto
import JetonOctets

/// The issuers whose jobs are taken: a file each; and the identifier of this installation.
package struct JobTrustList: Sendable {
    private static let suffix = ".issuer"

    /// The directory of jobs.
    package let directory: String

    /// Names the directory; it is made when something is kept.
    package init(directory: String) { self.directory = directory }

    private var trust: String { directory + "/trust" }

    /// All issuers, by their origins.
    ///
    /// - Throws: ``JobStorageError``, also if one of the files is damaged.
    package func issuers() throws(JobStorageError) -> [JobIssuer] {
        var issuers: [JobIssuer] = []
        for name in try JobFiles.names(in: trust) where name.hasSuffix(JobTrustList.suffix) {
            try JobFiles.refuseChanged("\(trust)/\(name)")
            guard let octets = try JobFiles.read("\(trust)/\(name)", limit: 2 << 20) else { continue }
            guard let issuer = try? JobIssuer(file: octets), JobTrustList.name(issuer.origin) == name else {
                throw JobStorageError("'\(trust)/\(name)' is damaged")
            }
            issuers.append(issuer)
        }
        return issuers.sorted { $0.origin.description < $1.origin.description }
    }

    /// Trusts an issuer from now on, instead of what was known of it.
    ///
    /// - Throws: ``JobStorageError``.
    package func keep(_ issuer: JobIssuer) throws(JobStorageError) {
        try JobFiles.write(issuer.encoded, in: trust, name: JobTrustList.name(issuer.origin))
    }

    /// Trusts an issuer no longer.
    ///
    /// - Returns: Whether it was trusted.
    /// - Throws: ``JobStorageError``.
    package func remove(_ origin: JobOrigin) throws(JobStorageError) -> Bool {
        let path = "\(trust)/\(JobTrustList.name(origin))"
        guard unsafe unlink(path) == 0 else {
            guard errno == ENOENT else { throw JobStorageError(FileError(.writeFailed, "unlink", path, errno).context) }
            return false
        }
        try JobFiles.synchronize(trust)
        return true
    }

    /// The identifier of this installation, a UUID; made when it is asked for first.
    ///
    /// - Throws: ``JobStorageError``.
    package func installation() throws(JobStorageError) -> String {
        try JobFiles.refuseChanged("\(directory)/installation")
        if let octets = try JobFiles.read("\(directory)/installation", limit: 64) {
            let text = String(decoding: octets.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            guard Job.isUUID(text) else { throw JobStorageError("'\(directory)/installation' is damaged") }
            return text
        }
        var octets: [UInt8]
        do { octets = try Random.octets(16) } catch { throw JobStorageError("\(error)") }
        // RFC 9562, 5.4: version 4, variant 10.
        octets[6] = octets[6] & 0x0F | 0x40
        octets[8] = octets[8] & 0x3F | 0x80
        let hex = Array(Hex.encode(octets))
        let parts = [hex[0..<8], hex[8..<12], hex[12..<16], hex[16..<20], hex[20..<32]]
        let text = parts.map { String($0) }.joined(separator: "-")
        try JobFiles.write(Array("\(text)\n".utf8), in: directory, name: "installation")
        return text
    }

    /// Hosts have letters, digits, points and hyphens only.
    private static func name(_ origin: JobOrigin) -> String { "\(origin.host)_\(origin.port)\(suffix)" }
}
