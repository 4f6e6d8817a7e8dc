import EvidenceFetching
import JetonValidation
import Synchronization

/// Answers from memory, and keeps what was asked.
final class CannedFetcher: Fetcher {
    typealias Answer = @Sendable (FetchRequest) throws(FetchError) -> [UInt8]

    private let answer: Answer
    private let asked = Mutex<[FetchRequest]>([])

    init(_ answer: @escaping Answer) { self.answer = answer }

    var requests: [FetchRequest] { asked.withLock { $0 } }

    func fetch(
        _ request: FetchRequest,
        receive: (Span<UInt8>) throws(FetchError) -> Void
    ) throws(FetchError) {
        asked.withLock { $0.append(request) }
        let body = try answer(request)
        // In pieces, as a connection delivers them.
        var start = 0
        while start < body.count {
            let end = min(start + 1000, body.count)
            try receive(body.span.extracting(start..<end))
            start = end
        }
    }
}
