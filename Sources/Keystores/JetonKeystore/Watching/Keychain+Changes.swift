import Glibc
public import JetonKeystoreBase

extension Keychain {
    /// The changes of items in the caller's groups from now on, by any program.
    ///
    /// The files are watched by a thread that ends when the stream is no longer listened to. Who listens slowly gets
    /// several changes as one and misses none. On network file systems, changes of other machines are not seen.
    ///
    /// - Throws: ``KeystoreError/Code/unimplemented`` if the kernel offers no watching here.
    public func changes() throws(KeystoreError) -> AsyncStream<KeychainChange> {
        try caller.requireAnyGroup()
        let watch = try DirectoryWatch()
        let (stream, continuation) = AsyncStream<KeychainChange>.makeStream(
            bufferingPolicy: .bufferingOldest(ChangeWatcher.room)
        )
        continuation.onTermination = { _ in watch.stop() }
        let watcher = try ChangeWatcher(self, watch, continuation)
        var thread = pthread_t()
        let handle = unsafe Unmanaged.passRetained(watcher)
        let failure = unsafe pthread_create(
            &thread,
            nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<ChangeWatcher>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            },
            handle.toOpaque()
        )
        guard failure == 0 else {
            unsafe handle.release()
            throw KeystoreError(.allocation, "the system cannot start another thread")
        }
        pthread_detach(thread)
        return stream
    }
}
