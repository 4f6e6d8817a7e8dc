/// Whether a program is signed.
public enum ManifestStatus: Hashable, Sendable {
    /// There is no manifest.
    case absent
    /// There is a manifest, and it counts.
    case valid(EntitlementManifest)
    /// There is a manifest, and it does not count; the program is treated as not signed.
    case rejected(ManifestRejection)

    /// The manifest that counts, or nil.
    public var manifest: EntitlementManifest? {
        if case .valid(let manifest) = self { manifest } else { nil }
    }

    /// Why the manifest does not count, or nil.
    public var rejection: ManifestRejection? {
        if case .rejected(let rejection) = self { rejection } else { nil }
    }
}
