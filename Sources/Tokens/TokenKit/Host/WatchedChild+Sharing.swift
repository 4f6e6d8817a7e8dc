internal import CHost
internal import Cryptoki

extension WatchedChild {
    /// Lets `body` be the rest of this program, in a child that shares its memory.
    ///
    /// Does not come back if such a child can be made: this process ends with the exit code that `body` gives. If the
    /// module ends the child or does not come back, the program is executed again, and ``earlierEnd(_:path:)`` tells.
    static func become(limit milliseconds: Int, _ body: @escaping () -> Int32) {
        guard canFork else { return }
        var descriptor: Int32 = -1
        guard let block = unsafe host_shared_file(CallMarker.size, &descriptor) else { return }
        let marker = unsafe CallMarker(sharedBlock: block)
        var progress = unsafe host_progress(
            function: unsafe CallMarker.function(in: block),
            calls: unsafe CallMarker.callCount(in: block),
            descriptor: descriptor
        )
        let rest = RestOfProgram {
            marker.use()
            return body()
        }
        _ = unsafe host_become(
            { context in
                guard let context = unsafe context else { return 70 }
                return unsafe Unmanaged<RestOfProgram>.fromOpaque(context).takeUnretainedValue().body()
            },
            Unmanaged.passRetained(rest).toOpaque(),
            &progress,
            Int32(clamping: milliseconds)
        )
    }

    /// How this program ended before it was executed again; nil if a text does not tell.
    ///
    /// - Parameters:
    ///   - text: The value of ``endVariable``.
    ///   - path: The only module that it ran.
    /// - Returns: The end.
    static func earlierEnd(_ text: String, path: String) -> ChildEnd? {
        var earlier = host_earlier()
        guard unsafe host_earlier_end(text, &earlier) == 0 else { return nil }
        guard let block = unsafe host_map_shared(earlier.descriptor, CallMarker.size) else { return nil }
        let marker = unsafe CallMarker(sharedBlock: block)
        return earlier.status < 0
            ? end(after: Int(earlier.limit_milliseconds), marker: marker, path: path)
            : end(earlier.status, known: true, marker: marker, path: path)
    }
}

/// What ``WatchedChild/become(limit:_:)`` hands through C.
private final class RestOfProgram {
    let body: () -> Int32

    init(_ body: @escaping () -> Int32) { self.body = body }
}
