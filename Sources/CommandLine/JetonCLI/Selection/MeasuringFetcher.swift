internal import Validation

/// A fetcher that notes how large the answers of timestamping authorities are.
struct MeasuringFetcher: Fetcher {
    let fetcher: any Fetcher
    let sizes: TimestampSizes

    func fetch(
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
