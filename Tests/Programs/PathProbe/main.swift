import Foundation
import JetonASN1
import JetonOctets
import JetonValidation
import JetonX509

// path-probe OPTION VALUE... FILE: judges the path of a certificate by files, for the corpora of others.
// With --crls each certificate's revocation must be known too. --read-list FILE SERIAL reads a revocation list alone.
// Prints "trusted", or the reasons against it; exit code 0 or 1, and 2 for a file that cannot be read.

var anchors: [Certificate] = []
var intermediates: [Certificate] = []
var settings = PolicySettings()
var purpose = CertificatePurpose.any
var time = UniversalTime.now
var file: String?

func certificates(_ path: String) throws -> [Certificate] {
    try Certificate.parse(Array(Data(contentsOf: URL(filePath: path))))
}

/// A file, read piece by piece.
struct Descriptor: ByteSource {
    let handle: FileHandle

    mutating func read(into buffer: inout MutableSpan<UInt8>) throws -> Int {
        let data = try handle.read(upToCount: buffer.count) ?? Data()
        for (index, octet) in data.enumerated() { buffer[index] = octet }
        return data.count
    }
}

/// The lists of a file in PEM.
func lists(_ path: String, serials: [[UInt8]]) throws -> [RevocationList] {
    let octets = Array(try Data(contentsOf: URL(filePath: path)))
    return try PEM.parse(octets).filter { $0.label == "X509 CRL" }.compactMap { block in
        var reader = try RevocationListReader(serials: serials)
        do {
            try reader.update(block.octets.span)
            return try reader.finish()
        } catch {
            return nil
        }
    }
}

var listFiles: [String] = []
var words = CommandLine.arguments.dropFirst()
do {
    while let word = words.popFirst() {
        switch word {
        case "--anchor": anchors += try certificates(words.removeFirst())
        case "--intermediate": intermediates += try certificates(words.removeFirst())
        case "--policy":
            guard let policy = OID(words.removeFirst()) else { exit(2) }
            settings.acceptable = (settings.acceptable ?? []).union([policy])
        case "--explicit": settings.requiresPolicy = true
        case "--inhibit-map": settings.inhibitsMapping = true
        case "--inhibit-any": settings.inhibitsAnyPolicy = true
        case "--crls": listFiles.append(words.removeFirst())
        case "--read-list":
            guard let handle = FileHandle(forReadingAtPath: words.removeFirst()) else { exit(2) }
            guard let serial = Hex.decode(words.removeFirst()) else { exit(2) }
            let list = try RevocationList.read(Descriptor(handle: handle), serials: [serial])
            let checks = anchors.map { list.checkSignature(by: $0.publicKey) }
            print(list.entryCount, list.entries.map(\.date), checks)
            exit(0)
        case "--purpose": purpose = CertificatePurpose(rawValue: words.removeFirst()) ?? .any
        case "--time": time = UniversalTime(secondsSince1970: Int64(words.removeFirst()) ?? 0)
        default: file = word
        }
    }
    let certificate = try certificates(file ?? "")[0]
    let path = CertificatePathBuilder(
        trust: TrustStore(anchors),
        intermediates: intermediates,
        purpose: purpose,
        time: time,
        policies: settings
    ).path(for: certificate)
    if path.isTrusted, !listFiles.isEmpty {
        let serials = (intermediates + [certificate]).map(\.serialNumber)
        let evidence = RevocationEvidence(lists: try listFiles.flatMap { try lists($0, serials: serials) })
        let statuses = RevocationCheck(
            trust: TrustStore(anchors),
            certificates: intermediates,
            evidence: evidence,
            time: time
        ).statuses(of: path)
        let isGood = statuses.allSatisfy { $0 == .good }
        print(isGood ? "trusted" : statuses.map { "\($0)" }.joined(separator: "; "))
        exit(isGood ? 0 : 1)
    }
    print(path.isTrusted ? "trusted" : path.failures.map { "\($0.reason.rawValue): \($0)" }.joined(separator: "; "))
    exit(path.isTrusted ? 0 : 1)
} catch {
    print("unreadable: \(error)")
    exit(2)
}
