internal import ASN1
internal import ASiC
internal import ArgumentParser
internal import X509
internal import Zlib

/// A container in a file.
enum ContainerInput {
    /// How the names of containers end.
    static let endings = [".asice", ".asics", ".sce", ".scs", ".bdoc"]

    /// Whether a ZIP archive is a container: by its media type, by its name, or by signatures in an archive without a
    /// media type.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - start: Its first bytes.
    /// - Returns: Whether it is one, damaged or not.
    static func isContainer(_ file: InputFile, start: [UInt8]) -> Bool {
        if endings.contains(where: { file.path.lowercased().hasSuffix($0) }) { return true }
        let header = start.dropFirst(30)
        if header.starts(with: "mimetype".utf8) {
            return header.dropFirst(8).starts(with: "application/vnd.etsi.asic-".utf8)
        }
        return (try? container(in: file).isSigned) ?? false
    }

    /// Opens a container.
    ///
    /// - Throws: ``CommandError`` with exit code 3 or 7 for a file that can't be read, and 1 for one that is not a
    ///   container.
    static func container(in file: InputFile) throws(CommandError) -> Container {
        let descriptor = try file.open()
        do {
            return try Container(ZIPFile(takingOver: descriptor))
        } catch let error as SigningError {
            throw CommandError("\(file.path) is not a valid container: \(error.context)", exitCode: .finding)
        } catch let error as ZlibError {
            throw ErrorReport.describe(error)
        } catch {
            throw CommandError("\(file.path) can't be read: \(error)", exitCode: .inputOutput)
        }
    }
}

/// A file that goes into a container, under its own name.
struct ContainedFile: ContainerContent {
    let file: InputFile

    var name: String { Self.name(file.path) }

    /// The name that a file gets in a container.
    static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    func forEachPiece(_ body: (Span<UInt8>) throws -> Void) throws {
        var source = try FileSource(file)
        try source.forEachPiece(body)
    }
}

extension FileOutput {
    /// The container that was written so far.
    func container() throws -> Container { try Container(ZIPFile(takingOver: duplicate())) }
}
