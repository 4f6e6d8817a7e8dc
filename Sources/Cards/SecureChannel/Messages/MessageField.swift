import JetonOctets

/// Lengths of the fields that messages are made of, in octets.
enum MessageField {
    static let label = 32
    static let salt = 16
    static let challenge = 16
    static let digest = 32
    static let pakeTag = 16
}

extension [UInt8] {
    /// Reads a message whose fields make up all of it.
    func parsed<Result>(
        _ body: (inout ByteCursor) throws(EncodingError) -> Result
    ) throws(ChannelError) -> Result {
        do throws(EncodingError) {
            var cursor = ByteCursor(self)
            let result = try body(&cursor)
            try cursor.finish()
            return result
        } catch {
            throw ChannelError(.malformed)
        }
    }
}
