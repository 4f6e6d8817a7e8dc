internal import ASN1
internal import ArgumentParser
internal import TrustLists
internal import X509

/// The trust lists that options name.
enum TrustListFiles {
    /// The anchors of trust lists.
    ///
    /// A list of lists that comes first vouches for the lists behind it.
    ///
    /// - Parameters:
    ///   - paths: The lists.
    ///   - signers: The files of the certificates that may have signed them.
    /// - Returns: The anchors, each with the times at which it is trusted.
    /// - Throws: ``CommandError`` with exit code 1 for a list that is not valid.
    static func store(_ paths: [String], signers: [String]) throws -> TrustStore {
        guard !signers.isEmpty else {
            throw CommandError.usage(
                "--trust-list needs the certificates that may have signed the list",
                hints: [
                    "--trust-list-signer names a file of them; the Official Journal of the EU publishes those of its list"
                ]
            )
        }
        let pinned = try signers.flatMap { try CertificateFile.certificates(at: $0) }
        var pointers: [TrustListPointer] = []
        var store = TrustStore()
        for path in paths {
            let octets = try FileSource.contents(of: path, limit: TrustList.sizeLimit)
            do {
                let list = try TrustList(octets, name: path, signers: pinned + pointers.flatMap(\.signers))
                // The signer of one territory's list signs no other's.
                let isNamed = pointers.contains { $0.territory == list.territory && $0.signers.contains(list.signer) }
                guard pinned.contains(list.signer) || isNamed else {
                    throw SigningError(.refused, "'\(list.signer)' may not sign the list of '\(list.territory)'")
                }
                // Only a list of lists vouches for others.
                if pinned.contains(list.signer) { pointers += list.pointers }
                store = store.adding(list.anchors())
                Console.detail(
                    "\(path): trust list \(list.sequenceNumber) of \(list.territory), until \(list.nextUpdate)"
                )
            } catch let error as SigningError {
                throw CommandError("\(path) is not a valid trust list: \(error.context)", exitCode: .finding)
            }
        }
        return store
    }
}
