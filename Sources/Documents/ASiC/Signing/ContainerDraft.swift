import CAdES
import JetonASN1
public import JetonCMS
import JetonLibcrypto
public import JetonX509
public import SignatureLevels
import XAdES
public import XMLSignature

/// A container that is being signed: its files, and the signatures made so far.
///
/// Each file is read twice, once for its digest and once into the archive, in constant memory. A signature is made, and
/// raised to its level, before the archive is written:
///
/// ```swift
/// var draft = try ContainerDraft(.extended, [letter, bill], hash: algorithm.contentHash)
/// try draft.sign(as: signer, key: key, algorithm: algorithm)
/// try draft.write(to: &output)
/// ```
public struct ContainerDraft {

    /// The kind of container.
    public let kind: ContainerKind
    private let hash: HashAlgorithm
    /// The container that is signed once more; nil for a new one.
    private let former: Container?
    private let files: [SurveyedFile]
    /// What is written besides the files of a new container, in order; of a former one, what replaces or follows.
    private var parts: [(name: String, octets: [UInt8])] = []

    /// Reads the files of a new container.
    ///
    /// - Parameters:
    ///   - kind: The kind of container.
    ///   - contents: The files; one for ``ContainerKind/simple``.
    ///   - hash: The hash of the signatures that will be made.
    /// - Throws: ``ContainerError/Code/invalidArgument`` for files that the container can't hold; what the files throw.
    public init(_ kind: ContainerKind, _ contents: [any ContainerContent], hash: HashAlgorithm) throws {
        guard !contents.isEmpty, kind == .extended || contents.count == 1 else {
            throw ContainerError(.invalidArgument, "an \(kind.rawValue) container contains one file", function: "sign")
        }
        try ContainerDraft.check(contents.count + ContainerDraft.ownFileCount)
        for content in contents {
            try CentralHeader.check(content.name)
            let isTaken = content.name == ContainerNames.mediaType || ContainerNames.isInDirectory(content.name)
            guard !isTaken, content.name.utf8.last != UInt8(ascii: "/"),
                kind == .extended || !content.name.utf8.contains(UInt8(ascii: "/"))
            else {
                throw ContainerError(
                    .invalidArgument,
                    "a container can't contain a file named '\(content.name)'",
                    function: "sign"
                )
            }
        }
        guard Set(contents.map(\.name)).count == contents.count else {
            throw ContainerError(
                .invalidArgument,
                "a container can't contain two files with the same name",
                function: "sign"
            )
        }
        self.kind = kind
        self.hash = hash
        former = nil
        files = try contents.map { try SurveyedFile($0, hash) }
        // What is stored as it is has its size now.
        let size = files.reduce(UInt64(0)) { $0 + ($1.deflates ? 0 : $1.size) }
        guard size < ZIPWriter.sizeLimit else {
            throw ContainerError(.limitExceeded, "a container must be smaller than 4 GiB", function: "sign")
        }
    }

    /// Reads the files of a container that is signed once more.
    ///
    /// - Parameters:
    ///   - container: The container; its files and signatures stay as they are.
    ///   - hash: The hash of the signatures that will be made.
    /// - Throws: ``ContainerError/Code/refused`` for a container without signatures or files; what the source throws.
    public init(adding container: Container, hash: HashAlgorithm) throws {
        guard container.isSigned, !container.files.isEmpty else {
            throw ContainerError(.notSigned, "the container contains no signature", function: "sign")
        }
        try ContainerDraft.check(container.archive.entries.count + ContainerDraft.ownFileCount)
        kind = container.kind
        self.hash = hash
        former = container
        files = try container.files.map { try SurveyedFile(EntryContent(container: container, entry: $0), hash) }
    }

    /// How many files of its own a container has at most for one signature: its media type, the list of files, a manifest
    /// and the signature.
    private static let ownFileCount = 4

    /// Refuses a container of too many files before the key is used.
    private static func check(_ count: Int) throws(ContainerError) {
        guard count > ZIPArchive.entryLimit else { return }
        throw ContainerError(
            .limitExceeded,
            "a container has at most \(ZIPArchive.entryLimit) files, and this one would have \(count)",
            function: "sign",
            hint: "use several containers, or sign one archive that contains the files"
        )
    }

    /// A file of a container that is signed once more.
    private struct EntryContent: ContainerContent {
        let container: Container
        let entry: ZIPEntry
        var name: String { entry.name }

        func forEachPiece(_ body: (Span<UInt8>) throws -> Void) throws {
            var source = try container.archive.open(entry)
            try source.forEachPiece(body)
        }
    }

    /// The names that are taken.
    private var names: Set<String> { Set((former?.archive.entries.map(\.name) ?? []) + parts.map(\.name)) }

    // MARK: - XAdES

    /// Adds an XAdES signature over all files.
    ///
    /// - Parameters:
    ///   - signer: Who signs.
    ///   - key: The private key of the signer's certificate.
    ///   - algorithm: One of the key's, with the draft's hash.
    ///   - extender: Raises the signature to a level; nil for level B.
    /// - Throws: ``ContainerError``; `DocumentError`; what key and files throw.
    public mutating func sign(
        as signer: XMLSigner,
        key: borrowing (some SigningKey & ~Copyable),
        algorithm: SignatureAlgorithm,
        raising extender: SignatureExtender? = nil
    ) throws {
        let simpleName = ContainerNames.directory + "signatures.xml"
        let name =
            kind == .simple
            ? simpleName : ContainerNames.free("signatures", ".xml", from: 0, besides: names)
        var opening = Array(
            ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + "<asic:XAdESSignatures xmlns:asic=\"\(ContainerNames.namespace)\">").utf8
        )
        var closing = Array("</asic:XAdESSignatures>\n".utf8)
        if kind == .simple, let entry = former?.archive[simpleName] {
            // EN 319 162-1, 4.3.3.2: one file holds all XAdES signatures.
            guard let octets = try former?.archive.contents(of: entry, limit: Container.partLimit) else { return }
            let root = try XMLTree.read(MemorySource(octets))
            guard root.isElement("XAdESSignatures", ContainerNames.namespace), !root.isEmptyElement,
                !octets.starts(with: [0xEF, 0xBB, 0xBF])
            else { throw ContainerError(.refused, "'\(simpleName)' has no space for another signature") }
            opening = Array(octets[..<Int(root.contentEnd)])
            closing = Array(octets[Int(root.contentEnd)...])
        }
        let format = XMLSignatureFormat(signer: signer)
        let prepared = try format.prepare(
            files.map { file in
                XMLSignatureFormat.DetachedFile(
                    uri: ContainerURI.encode(file.name),
                    digest: file.digest,
                    mediaType: MediaType.named(file.name)
                )
            },
            algorithm: algorithm,
            contentDigest: signer.digestsContents ? contentDigest() : nil,
            opening: opening,
            closing: closing
        )
        var sink = MemorySink()
        try format.sign(prepared, key: key, to: &sink) { MemorySource($0.octets) }
        var octets = sink.octets
        if let extender, extender.level > .b {
            var raised = MemorySink()
            let draft = DraftFiles(files: files)
            try XAdESExtender(extender).extend(files: draft, rereading: { MemorySource(octets) }, to: &raised)
            octets = raised.octets
        }
        parts.append((name, octets))
    }

    /// The digest of all files, one behind the other.
    private func contentDigest() throws -> [UInt8] {
        let running = try hash.begin()
        for file in files { try file.content.forEachPiece { try running.update($0) } }
        return try running.finish()
    }

    /// The files of a draft, as references name them.
    private struct DraftFiles: ReferencedFiles {
        let files: [SurveyedFile]

        func read(_ uri: String?, _ body: (Span<UInt8>) throws -> Void) throws -> String? {
            let name = uri.map { ContainerURI.decode($0) }
            guard let file = files.first(where: { $0.name == name }) else { return nil }
            try file.content.forEachPiece(body)
            return file.name
        }
    }

    // MARK: - CAdES

    /// Adds a CAdES signature over all files.
    ///
    /// - Parameters:
    ///   - signer: Who signs, and to which level.
    ///   - key: The private key of the signer's certificate.
    ///   - algorithm: One of the key's, with the draft's hash.
    /// - Throws: ``ContainerError``; `DocumentError`; what key and files throw.
    public mutating func sign(
        as signer: CMSSigner,
        key: borrowing (some SigningKey & ~Copyable),
        algorithm: SignatureAlgorithm
    ) throws {
        let format = DetachedCMS(signer: signer)
        var sink = MemorySink()
        if kind == .simple {
            let name = ContainerNames.directory + "signature.p7s"
            guard former == nil else {
                throw ContainerError(
                    .refused,
                    "an ASiC-S container with CAdES allows only one signature; use ASiC-E",
                    function: "sign"
                )
            }
            guard let file = files.first else { return }
            let prepared = try format.prepare(contentDigest: file.digest, size: file.size, algorithm: algorithm)
            try format.sign(prepared, key: key, to: &sink) { MemorySource($0.octets) }
            parts.append((name, sink.octets))
            return
        }
        let name = ContainerNames.free("signature", ".p7s", from: 1, besides: names)
        let manifest = try ContainerManifest.text(of: files, hash, signature: name)
        var content = MemorySource(manifest)
        let prepared = try format.prepare(&content, size: UInt64(manifest.count), algorithm: algorithm, to: &sink)
        try format.sign(prepared, key: key, to: &sink) { MemorySource($0.octets) }
        parts.append((ContainerNames.free("ASiCManifest", ".xml", from: 1, besides: names), manifest))
        parts.append((name, sink.octets))
    }

    // MARK: - Writing

    /// Writes the archive.
    ///
    /// - Parameter sink: Gets the archive; worth nothing if this call throws.
    /// - Throws: ``ContainerError`` if a file has changed meanwhile, or the archive has more than 4 GiB; what files and
    ///   sink throw.
    public func write(to sink: inout (some ByteSink & ~Copyable)) throws {
        if let former {
            return try former.write(replacing: Dictionary(parts) { $1 }, order: parts.map(\.name), to: &sink)
        }
        var writer = ZIPWriter()
        try writer.add(ContainerNames.mediaType, Array(kind.mediaType.utf8), isStored: true, to: &sink)
        for file in files { try writer.add(file, to: &sink) }
        if kind == .extended, parts.contains(where: { ContainerNames.part($0.name) == .xades }) {
            try writer.add(ContainerNames.openDocumentManifest, openDocumentManifest, to: &sink)
        }
        for part in parts { try writer.add(part.name, part.octets, to: &sink) }
        try writer.finish(to: &sink)
    }

    /// EN 319 162-1, 4.4.3.1: a container with XAdES has the manifest of OpenDocument.
    private var openDocumentManifest: [UInt8] {
        let entries = files.map { file in
            "<manifest:file-entry manifest:full-path=\"\(XMLText.escaped(file.name))\" "
                + "manifest:media-type=\"\(MediaType.named(file.name))\"/>"
        }
        let text =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\" "
            + "manifest:version=\"1.2\"><manifest:file-entry manifest:full-path=\"/\" "
            + "manifest:media-type=\"\(kind.mediaType)\"/>\(entries.joined())</manifest:manifest>"
        return Array(text.utf8)
    }
}

extension Container {
    /// Writes the container with other or further signatures and manifests; all else is copied as it is stored.
    func write(
        replacing octets: [String: [UInt8]],
        order: [String],
        to sink: inout (some ByteSink & ~Copyable)
    ) throws {
        var writer = ZIPWriter()
        for entry in archive.entries {
            if let replacement = octets[entry.name] {
                try writer.add(entry.name, replacement, to: &sink)
            } else {
                try writer.copy(entry, from: archive.source, to: &sink)
            }
        }
        for name in order where archive[name] == nil {
            if let added = octets[name] { try writer.add(name, added, to: &sink) }
        }
        try writer.finish(to: &sink)
    }
}
