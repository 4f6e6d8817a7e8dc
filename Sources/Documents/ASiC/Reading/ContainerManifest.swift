import JetonASN1
import JetonCMS
import JetonLibcrypto
import JetonOctets
import JetonX509
import XMLSignature

/// The digests of files, which a CAdES signature or a timestamp is over.
///
/// - SeeAlso: ETSI EN 319 162-1 V1.1.1, A.4.
struct ContainerManifest {
    /// A file, and the digest that it must have.
    struct File {
        let name: String
        let hash: HashAlgorithm?
        let digest: [UInt8]
    }

    let name: String
    /// The signature or timestamp over this manifest.
    let signature: String
    let files: [File]
    /// The manifest as it is, which is what is signed.
    let octets: [UInt8]

    /// Reads a manifest.
    ///
    /// - Throws: `ContainerError` for one that is malformed.
    init(name: String, _ octets: [UInt8]) throws {
        self.name = name
        self.octets = octets
        let root = try XMLTree.read(MemorySource(octets))
        let references = root.all("DataObjectReference", ContainerNames.namespace)
        guard root.isElement("ASiCManifest", ContainerNames.namespace),
            let signature = root.only("SigReference", ContainerNames.namespace)?.attribute("URI"),
            !references.isEmpty, references.count <= ZIPArchive.entryLimit
        else { throw ContainerError(.malformed, "'\(name)' is not a signature manifest") }
        self.signature = ContainerURI.decode(signature)
        var files: [File] = []
        for reference in references {
            guard let uri = reference.attribute("URI"),
                let method = reference.only("DigestMethod")?.attribute("Algorithm"),
                let digest = reference.only("DigestValue")?.base64
            else { throw ContainerError(.malformed, "'\(name)' names a file without a digest") }
            files.append(File(name: ContainerURI.decode(uri), hash: HashAlgorithm(uri: method), digest: digest))
        }
        guard Set(files.map(\.name)).count == files.count else {
            throw ContainerError(.malformed, "'\(name)' names a file twice")
        }
        self.files = files
    }

    /// The text of a manifest.
    ///
    /// - Throws: `ContainerError` for a hash without a name in XML.
    static func text(
        of files: [SurveyedFile],
        _ hash: HashAlgorithm,
        signature: String
    ) throws(ContainerError) -> [UInt8] {
        guard let method = hash.uri else {
            throw ContainerError(.unsupported, "\(hash) has no name in XML signatures")
        }
        var text =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<asic:ASiCManifest xmlns:asic=\"\(ContainerNames.namespace)\" "
            + "xmlns:ds=\"\(XMLNames.signature)\"><asic:SigReference URI=\"\(ContainerURI.encode(signature))\" "
            + "MimeType=\"application/pkcs7-signature\"/>"
        for file in files {
            text +=
                "<asic:DataObjectReference URI=\"\(ContainerURI.encode(file.name))\" "
                + "MimeType=\"\(MediaType.named(file.name))\"><ds:DigestMethod Algorithm=\"\(method)\"/>"
                + "<ds:DigestValue>\(Base64.encode(file.digest))</ds:DigestValue></asic:DataObjectReference>"
        }
        return Array((text + "</asic:ASiCManifest>").utf8)
    }

    /// Why a file of the container is not what the manifest says; nil if it is.
    func failure(of file: File, in container: Container) -> String? {
        guard let hash = file.hash, (try? hash.begin()) != nil else {
            return "the hash algorithm of the file '\(file.name)' is not supported"
        }
        guard !hash.isWeak else { return "\(hash), the hash of the file '\(file.name)', is too weak for a signature" }
        do {
            guard let known = try container.digest(ofFile: file.name, by: hash) else {
                return "the signed file '\(file.name)' is missing"
            }
            guard ConstantTime.equals(known.digest, file.digest) else {
                return "the file '\(file.name)' does not match the signed digest"
            }
            return nil
        } catch let error as ContainerError {
            return error.context
        } catch let error as DocumentError {
            return error.context
        } catch {
            return "the file '\(file.name)': \(error)"
        }
    }
}
