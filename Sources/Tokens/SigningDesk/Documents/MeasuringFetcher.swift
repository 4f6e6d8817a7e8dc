public import EvidenceFetching
internal import JetonValidation

/// A fetcher that notes how large the answers of timestamping authorities are.
public struct MeasuringFetcher: Fetcher {
    private let fetcher: any Fetcher
    private let sizes: TimestampSizes

    /// Wraps a fetcher.
    public init(fetcher: any Fetcher, sizes: TimestampSizes) {
        self.fetcher = fetcher
        self.sizes = sizes
    }

    /// Fetches, and counts the bytes of a timestamp.
    public func fetch(
        _ request: FetchRequest,
        receive: (Span<UInt8>) throws(FetchError) -> Void
    ) throws(FetchError) {
        var size = 0
        try fetcher.fetch(request) { piece throws(FetchError) in
            size += piece.count
            try receive(piece)
        }
        if request.kind == .timestamp { sizes.note(size, of: request.url) }
    }
}
