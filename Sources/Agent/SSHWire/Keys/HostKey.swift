/// The key that a host proved itself by: plain, or in a certificate.
package struct HostKey: Hashable, Sendable {
    /// The blob that the host sent.
    package let blob: [UInt8]
    /// The key that verifies the host's signatures; nil for a type that is not known here.
    package let key: SSHPublicKey?
    /// The blob of the authority that signed the certificate; nil for a plain key.
    package let authority: [UInt8]?

    /// Reads a blob; any is taken.
    package init(_ blob: [UInt8]) {
        self.blob = blob
        if let certificate = try? SSHCertificate(blob) {
            (key, authority) = (certificate.key, certificate.kind == .host ? certificate.authority : nil)
        } else {
            (key, authority) = (try? SSHPublicKey(blob), nil)
        }
    }
}
