package import ASiC
internal import JetonASN1
package import JetonFiles

/// A container in a file.
package enum ContainerInput {
    /// How the names of containers end.
    package static let endings = [".asice", ".asics", ".sce", ".scs", ".bdoc"]

    /// Whether a ZIP archive is a container: by its media type, by its name, or by signatures in an archive without a
    /// media type.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - start: Its first bytes.
    /// - Returns: Whether it is one, damaged or not.
    static func isContainer(_ file: InputFile, start: [UInt8]) -> Bool {
        if endings.contains(where: { file.path.lowercased().hasSuffix($0) }) { return true }
        // Where the type stands as the standards demand, the first bytes tell.
        let header = start.dropFirst(30)
        if header.starts(with: "mimetypeapplication/".utf8) {
            return header.dropFirst(8).starts(with: "application/vnd.etsi.asic-".utf8)
        }
        return (try? container(in: file).isContainer) ?? false
    }

    /// Opens a container.
    ///
    /// - Throws: `FileError`; ``VerificationError/Code/invalidContainer``; `ZlibError`.
    package static func container(in file: InputFile) throws -> Container {
        let descriptor = try file.open()
        do {
            return try Container(ZIPFile(takingOver: descriptor))
        } catch let error as ContainerError {
            let context = "\(file.path) is not a valid container: \(error.context)"
            throw VerificationError(.invalidContainer, "read", file.path, context, cause: error)
        }
    }
}

/// A file that goes into a container, under its own name.
package struct ContainedFile: ContainerContent {
    let file: InputFile

    /// Takes a file under its own name.
    package init(file: InputFile) { self.file = file }

    /// The name in the container.
    package var name: String { Self.name(file.path) }

    /// The name that a file gets in a container.
    package static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Hands all bytes to a closure, piece by piece.
    package func forEachPiece(_ body: (Span<UInt8>) throws -> Void) throws {
        var source = try FileSource(file)
        try source.forEachPiece(body)
    }
}

extension FileOutput {
    /// The container that was written so far.
    package func container() throws -> Container { try Container(ZIPFile(takingOver: duplicate())) }
}
