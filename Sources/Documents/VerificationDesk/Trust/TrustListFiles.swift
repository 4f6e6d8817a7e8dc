internal import EvidenceFetching
public import JetonASN1
internal import JetonFiles
internal import JetonValidation
public import JetonX509
public import TrustLists

/// Trust lists in files and on servers.
public struct TrustListFiles {
    private let reader: TrustListReader?
    private let time: UniversalTime
    private let used: (TrustList) -> Void
    private let unused: (String, String) -> Void

    /// Makes what reads lists.
    ///
    /// - Parameters:
    ///   - reader: Reads those at URLs.
    ///   - time: When the lists in files must be valid.
    ///   - used: Is told of each list that counts.
    ///   - unused: Is told of the URL of each list that another one points to and that does not count, and why.
    public init(
        _ reader: TrustListReader?,
        time: UniversalTime = .now,
        used: @escaping (TrustList) -> Void = { _ in },
        unused: @escaping (String, String) -> Void = { _, _ in }
    ) {
        self.reader = reader
        self.time = time
        self.used = used
        self.unused = unused
    }

    /// Whether a list is named by its URL.
    public static func isURL(_ name: String) -> Bool {
        name.lowercased().hasPrefix("https://") || name.lowercased().hasPrefix("http://")
    }

    /// The anchors of trust lists.
    ///
    /// A list of lists that comes first vouches for the lists behind it. One at a URL, named alone, is followed.
    ///
    /// - Parameters:
    ///   - names: The lists: files, and URLs.
    ///   - pinned: The certificates that may have signed them.
    /// - Returns: The anchors, each with the times at which it is trusted.
    /// - Throws: ``VerificationError/Code/invalidTrustList``, ``VerificationError/Code/trustListUnavailable``; `FileError`.
    public func store(_ names: [String], signers pinned: [Certificate]) throws -> TrustStore {
        var pointers: [TrustListPointer] = []
        var store = TrustStore()
        for name in names {
            let list = try list(name, pinned + pointers.flatMap(\.signers))
            // The signer of one territory's list signs no other's.
            let isNamed = pointers.contains { $0.territory == list.territory && $0.signers.contains(list.signer) }
            guard pinned.contains(list.signer) || isNamed else {
                throw Self.notValid(name, "'\(list.signer)' may not sign the list of '\(list.territory)'")
            }
            // Only a list of lists vouches for others.
            if pinned.contains(list.signer), list.isListOfLists { pointers += list.pointers }
            store = store.adding(list.anchors())
            used(list)
            guard let reader, Self.isURL(name), names.count == 1 else { continue }
            for other in reader.lists(of: list, failed: unused) {
                store = store.adding(other.anchors())
                used(other)
            }
        }
        return store
    }

    private func list(_ name: String, _ signers: [Certificate]) throws -> TrustList {
        do {
            if let reader, Self.isURL(name) { return try reader.list(at: name, signers: signers) }
            let octets = try FileSource.contents(of: InputFile(name), limit: TrustList.sizeLimit)
            return try TrustList(octets, name: name, signers: signers, time: time)
        } catch let error as TrustListError {
            throw Self.notValid(name, error.context, error)
        } catch let error as FetchError {
            let context = "the trust list is unavailable: \(error)"
            throw VerificationError(.trustListUnavailable, "fetch", name, context, cause: error)
        }
    }

    private static func notValid(_ name: String, _ reason: String, _ cause: TrustListError? = nil) -> VerificationError
    {
        let context = "\(name) is not a valid trust list: \(reason)"
        return VerificationError(.invalidTrustList, "verify", name, context, cause: cause)
    }
}
