internal import ArgumentParser
internal import JetonFiles
internal import JetonPDF
internal import JetonPropertyLists

/// Reads the file of `--strokes`.
enum DrawnLines {
    private static let sizeLimit = 4 << 20

    /// Reads an SVG path or lines of points in JSON.
    ///
    /// - Throws: ``CommandError`` with exit code 3 or 7.
    static func read(_ path: String) throws -> DrawnSignature {
        let octets = try FileSource.contents(of: path, limit: sizeLimit)
        do {
            guard octets.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "[") else {
                return try DrawnSignature(svgPath: String(decoding: octets, as: UTF8.self))
            }
            return try DrawnSignature(lines: lines(PropertyListNode.read(json: octets), path))
        } catch let error as PDFError {
            throw CommandError(error, path)
        } catch let error as PropertyListFault {
            throw CommandError("\(path), line \(error.line): \(error.message)", exitCode: .inputOutput)
        }
    }

    private static func lines(_ node: PropertyListNode, _ path: String) throws -> [[DrawnSignature.Point]] {
        guard case .array(let lines) = node.value else { throw malformed(node, path) }
        return try lines.map { line in
            guard case .array(let points) = line.value else { throw malformed(line, path) }
            return try points.map { try point($0, path) }
        }
    }

    private static func point(_ node: PropertyListNode, _ path: String) throws -> DrawnSignature.Point {
        guard case .dictionary(let entries) = node.value else { throw malformed(node, path) }
        var numbers: [String: Double] = [:]
        for entry in entries {
            switch entry.value.value {
            case .integer(let integer): numbers[entry.key] = Double(integer)
            case .real(let real): numbers[entry.key] = real
            default: throw malformed(entry.value, path)
            }
        }
        guard Set(numbers.keys).isSubset(of: ["x", "y", "pressure", "time"]), let x = numbers["x"],
            let y = numbers["y"],
            let point = DrawnSignature.Point(x: x, y: y, pressure: numbers["pressure"], time: numbers["time"])
        else { throw malformed(node, path) }
        return point
    }

    private static func malformed(_ node: PropertyListNode, _ path: String) -> CommandError {
        CommandError(
            "\(path), line \(node.line): expected lines of points with x, y, pressure and time",
            exitCode: .inputOutput
        )
    }
}
