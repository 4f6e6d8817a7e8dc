/// How files with signatures are named.
package enum SignatureName {
    /// How the names of signed PDFs end.
    package static let pdf = "-signed.pdf"
    /// How the names of signed XML, and of XML signatures next to their content, end.
    package static let xml = ["-signed.xml", "-signature.xml"]
    /// How the names of CMS messages end.
    package static let messages = [".p7s", ".p7m"]

    /// Whether a file has the name of a signature that can be renewed; all PDFs have.
    package static func isRenewable(_ path: String) -> Bool {
        (messages + [".pdf"] + xml + ContainerInput.endings).contains { path.hasSuffix($0) }
    }

    /// Whether a file has the name of one that can be verified; all PDFs and mail messages have.
    package static func isVerifiable(_ path: String) -> Bool {
        isRenewable(path) || [".tsr", ".eml"].contains { path.hasSuffix($0) }
    }

    /// Whether a file has the name of a signature, or of the state of one.
    package static func isSignature(_ path: String) -> Bool {
        (messages + [".sig", ".state", pdf] + xml + ContainerInput.endings).contains { path.hasSuffix($0) }
    }
}
