internal import Cryptoki
internal import JetonOctets
internal import JetonX509
internal import TokenKit

/// OpenSC shows a certificate from its cache that the card no longer has.
enum ObjOpenscCacheStale: Check {
    static let page = CheckPage(
        id: "obj-opensc-cache-stale",
        layer: .objects,
        title: "OpenSC shows an old certificate from its cache",
        symptom:
            """
            After a renewal, programs still use the old certificate; the old certificate has expired, or does \
            not match the key.
            """,
        cause: """
            `use_file_caching` in opensc.conf: OpenSC caches data from cards in files, and a PIV card has no \
            modification date.
            """,
        detection: """
            OpenSC's module shows a certificate that another module does not show in the same reader, and \
            OpenSC's cache is not empty.
            """,
        needs: [.token],
        remedies: [Remedy("empty the cache", commands: ["pkcs15-tool --clear-cache"])]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let directory = machine.openSCCache
        let files = machine.names(in: directory)
        guard !files.isEmpty else { return .irrelevant }
        var sightings: [Sighting] = []
        for cached in machine.tokens where machine.isOpenSC(cached.module) && cached.contents != nil {
            guard
                let other = machine.tokens.first(where: { token in
                    token.reader == cached.reader && !machine.isOpenSC(token.module) && token.contents != nil
                })
            else { continue }
            let present = Set(other.objects(.certificate).map(\.certificate))
            for (object, certificate) in cached.certificates where !present.contains(object.certificate) {
                sightings.append(
                    Sighting(
                        "OpenSC shows the certificate '\(private: "\(certificate.subject)", .subject)' in '\(cached.reader)', which the card no longer has",
                        [
                            cached.place, Evidence("not shown by", "slot \(other.slot.id) of \(other.module)"),
                            Evidence("\(directory)", files.count == 1 ? "1 file" : "\(files.count) files"),
                        ],
                        severity: .warning,
                        about: [cached.subject]
                    )
                )
            }
        }
        return .foundOrPassed(sightings)
    }
}

extension Machine {
    /// The directory in which OpenSC keeps what it has read from cards.
    fileprivate var openSCCache: String {
        if let named = openSCSettings?.last("file_cache_dir")?.values.first, named.hasPrefix("/") { return named }
        let base = probe.variables["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return "\(base ?? "\(home ?? "")/.cache")/opensc"
    }
}
