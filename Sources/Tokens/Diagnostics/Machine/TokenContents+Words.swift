internal import Cryptoki
internal import Octets

extension TokenContents.Object {
    /// Its label and id, as evidence.
    var evidence: Evidence {
        Evidence("object", "'\(private: label, .label)', id \(private: id.isEmpty ? "none" : Hex.encode(id), .other)")
    }
}
