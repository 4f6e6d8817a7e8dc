import JetonNetwork

/// What a server has, by its answers to hellos.
package struct ServerCapabilities: Sendable {
    /// One version, and what came of offering it as the newest.
    package struct VersionAnswer: Sendable {
        /// The version by its number on the wire.
        package let version: UInt16
        /// What the server answered; nil if there was no answer.
        package let answer: ServerAnswer?
        /// The suites that were offered.
        let offered: [UInt16]

        /// Whether the server took the version; one that answers with a suite which was not offered has understood nothing.
        package var isAccepted: Bool {
            answer?.version == version && answer?.suite.map { offered.contains($0) } ?? false
        }

        /// The version's name.
        package var name: String {
            switch version {
            case 0x0300: "SSL 3.0"
            default: TLSVersion(number: Int32(version))?.description ?? "0x\(String(version, radix: 16))"
            }
        }
    }

    /// The versions, oldest first.
    package let versions: [VersionAnswer]
    /// The classes of suites that the server took in TLS 1.2 or older, with its answers.
    package let suites: [CipherSuiteClass: ServerAnswer]

    /// The versions that the server took, oldest first.
    package var acceptedVersions: [VersionAnswer] { versions.filter(\.isAccepted) }
    /// The newest of them; nil if the server speaks no TLS.
    package var newestVersion: UInt16? { acceptedVersions.last?.version }
    /// The certificates as the server sent them in clear; none if it has TLS 1.3 alone.
    package var certificates: [[UInt8]] {
        acceptedVersions.compactMap(\.answer?.certificates).last { !$0.isEmpty } ?? []
    }
    /// Whether a server that asks for a client certificate in clear would have done so by now.
    package var hasWholeFlight: Bool { acceptedVersions.contains { $0.answer?.isWhole == true } }
    /// What the server asked of a client certificate in clear; nil if it did not ask.
    package var certificateRequest: ServerAnswer.CertificateRequest? {
        acceptedVersions.compactMap(\.answer?.certificateRequest).last
    }
}
