/// The kinds of containers.
///
/// - SeeAlso: ETSI EN 319 162-1 V1.1.1, 4.3 and 4.4.
public enum ContainerKind: String, Hashable, Sendable {
    /// One file, and the signatures over it.
    case simple = "ASiC-S"
    /// Any number of files, and the signatures over them.
    case extended = "ASiC-E"

    /// The media type, which the file `mimetype` holds.
    var mediaType: String {
        switch self {
        case .simple: "application/vnd.etsi.asic-s+zip"
        case .extended: "application/vnd.etsi.asic-e+zip"
        }
    }
}
