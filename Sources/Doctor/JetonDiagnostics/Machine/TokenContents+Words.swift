internal import Cryptoki
internal import JetonOctets

extension TokenContents.Object {
    /// Its label and id, as evidence.
    var evidence: Evidence {
        Evidence("object", "'\(private: label, .label)', id \(private: id.isEmpty ? "none" : Hex.encode(id), .other)")
    }

    /// What commands call it: its label, or its id; nil if it has neither.
    var commandName: String? {
        if !label.isEmpty { return label }
        return id.isEmpty ? nil : Hex.encode(id)
    }
}
