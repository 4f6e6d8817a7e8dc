/// How the PIN was given once more, for one operation of a key that wants it each time.
enum PINConfirmation: Sendable {
    /// Here, and kept no longer than the operation.
    case pin(SharedPIN)
    /// At the reader.
    case onReader
}
