internal import ArgumentParser
internal import JetonX509

/// The hash of a timestamp's request.
enum TimestampHash: String, ExpressibleByArgument, CaseIterable {
    case sha256, sha384, sha512

    var algorithm: HashAlgorithm {
        switch self {
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        }
    }
}
