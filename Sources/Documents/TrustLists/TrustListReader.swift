public import EvidenceFetching
public import JetonASN1
import JetonCMS
public import JetonValidation
public import JetonX509

/// Reads trust lists from servers, and keeps them.
///
/// A list that was read is kept until its next update and used without asking for a day; after that the server is asked,
/// and if it gives no answer, the list that is kept counts as long as it is valid. A list that is older than the one
/// that is kept is refused. What is kept is checked each time as if it had just been fetched.
public struct TrustListReader: Sendable {
    /// For how long no server is asked.
    private static let freshness = 1
    /// How many lists of a list of lists are read.
    private static let pointerLimit = 64

    private let fetcher: (any Fetcher)?
    private let store: EvidenceStore?
    private let time: UniversalTime

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - fetcher: Makes the requests; nil to use only what is kept.
    ///   - store: Keeps the lists; nil for nowhere.
    ///   - time: The present.
    public init(fetcher: (any Fetcher)?, store: EvidenceStore?, time: UniversalTime = .now) {
        self.fetcher = fetcher
        self.store = store
        self.time = time
    }

    /// Reads the list at a URL.
    ///
    /// - Parameters:
    ///   - url: Where it is.
    ///   - signers: The certificates that may have signed it.
    ///   - isPointedTo: Whether the URL comes from another list, so that it must not lead to private addresses.
    /// - Returns: The list.
    /// - Throws: ``TrustListError`` for a list that is not valid, as `TrustList.init`, or is older than the one that is
    ///   kept; `FetchError` if no valid list is kept and the server gives none.
    public func list(at url: String, signers: [Certificate], isPointedTo: Bool = false) throws -> TrustList {
        let kept = store?.evidence(.trustList, for: Array(url.utf8), at: time).flatMap { octets in
            try? TrustList(octets, name: url, signers: signers, time: time)
        }
        let mark = Array("asked \(url)".utf8)
        if let kept, fetcher == nil || store?.evidence(.trustList, for: mark, at: time) != nil { return kept }
        guard let fetcher else {
            throw FetchError(.notAllowed, "\(url) may not be contacted, and no list from it is stored")
        }
        let octets: [UInt8]
        do throws(FetchError) {
            octets = try fetcher.fetch(
                FetchRequest(url: url, kind: .trustList, isFromCertificate: isPointedTo),
                limit: TrustList.sizeLimit
            )
        } catch {
            guard let kept else { throw error }
            return kept
        }
        let list = try TrustList(octets, name: url, signers: signers, time: time)
        if let kept, list.issued < kept.issued {
            throw TrustListError(
                .refused,
                "the list of \(list.issued) is older than the stored list of \(kept.issued)",
                function: "fetch"
            )
        }
        // A list that can't be kept is fetched each time.
        let key = Array(url.utf8)
        if let store, (try? store.keep(octets, .trustList, for: key, until: list.nextUpdate, at: time)) != nil {
            let end = min(list.nextUpdate, time.adding(days: TrustListReader.freshness))
            try? store.keep([1], .trustList, for: mark, until: end, at: time)
        }
        return list
    }

    /// Reads the lists that a list of lists points to; each must be signed by a certificate that it names for the list.
    ///
    /// - Parameters:
    ///   - list: The list of lists; another list names no others that count.
    ///   - failed: Called for each list that can't be read or is not valid, with its URL and the reason.
    /// - Returns: The lists, in the order of the pointers.
    public func lists(of list: TrustList, failed: (_ url: String, _ reason: String) -> Void) -> [TrustList] {
        guard list.isListOfLists else { return [] }
        var lists: [TrustList] = []
        var urls: Set<String> = []
        for pointer in list.pointers where pointer.isXML && pointer.territory != list.territory {
            guard !pointer.signers.isEmpty, urls.count < TrustListReader.pointerLimit,
                urls.insert(pointer.location).inserted
            else { continue }
            do {
                let found = try self.list(at: pointer.location, signers: pointer.signers, isPointedTo: true)
                guard found.territory == pointer.territory else {
                    throw TrustListError(.refused, "it is the list of '\(found.territory)'")
                }
                lists.append(found)
            } catch let error as TrustListError {
                failed(pointer.location, error.context)
            } catch {
                failed(pointer.location, "\(error)")
            }
        }
        return lists
    }
}
