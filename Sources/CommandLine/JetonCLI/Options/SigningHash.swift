internal import ArgumentParser
internal import JetonX509

/// What may hash the content of a signature; those of the GOST family go with keys of theirs.
struct SigningHash: ExpressibleByArgument {
    let algorithm: HashAlgorithm

    private static let all: [HashAlgorithm] = [
        .sha224, .sha256, .sha384, .sha512, .streebog256, .streebog512, .gost341194,
    ]

    init?(argument: String) {
        guard let algorithm = Self.all.first(where: { $0.rawValue == argument.lowercased() }) else { return nil }
        self.algorithm = algorithm
    }

    static var allValueStrings: [String] { all.map(\.rawValue) }
}
