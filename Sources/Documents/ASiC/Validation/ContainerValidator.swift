import CAdES
import JetonASN1
public import JetonCMS
public import JetonValidation
import JetonX509
import SignatureLevels
import XAdES
import XMLSignature

/// Judges the signatures of a container, and the files that they cover.
///
/// A container is valid only if each of its files is covered by a signature: a file that was added after signing makes it
/// invalid.
///
/// - SeeAlso: ETSI EN 319 162-1 V1.1.1; ETSI EN 319 102-1 V1.3.1.
public struct ContainerValidator: Sendable {
    /// How many files with signatures, and how many manifests, are read.
    private static let partCount = 256

    /// Whom to trust, further certificates, the purpose, and the time of the validation.
    public let policy: VerificationPolicy
    /// Fetches evidence; nil to use only what the container holds.
    public let collector: EvidenceCollector?

    /// Makes a validator.
    public init(policy: VerificationPolicy, collector: EvidenceCollector? = nil) {
        self.policy = policy
        self.collector = collector
    }

    /// A timestamp over a manifest, which names what it covers.
    private struct ArchiveTimestamp {
        let manifest: ContainerManifest
        let assessed: AssessedTimestamp

        func covers(_ name: String) -> Bool { manifest.files.contains { $0.name == name } }
    }

    /// Checks a container.
    ///
    /// - Parameter container: The container.
    /// - Returns: What the checks showed; not valid is an answer, not an error.
    /// - Throws: ``ContainerError/Code/notSigned`` without signatures; what the source throws.
    public func assess(_ container: Container) throws -> ContainerReport {
        let parts = container.parts(.xades) + container.parts(.cades)
        guard !parts.isEmpty else {
            guard container.parts(.timestamp).isEmpty else {
                let hint = "extract the file and the timestamp, and give both to `jeton verify`"
                throw ContainerError(.notSigned, "the container contains a timestamp, but no signature", hint: hint)
            }
            throw ContainerError(.notSigned, "the container contains no signature")
        }
        let manifestEntries = container.parts(.manifest)
        guard parts.count <= ContainerValidator.partCount, manifestEntries.count <= ContainerValidator.partCount else {
            throw ContainerError(.limitExceeded, "more than \(ContainerValidator.partCount) signatures")
        }
        var faults: [String] = []
        if container.kind == .simple, container.files.count != 1 {
            faults.append("an ASiC-S container must contain one file, not \(container.files.count)")
        }
        if container.kind == .simple, !container.parts(.timestamp).isEmpty {
            // EN 319 162-1, 4.3.3.2.
            faults.append("an ASiC-S container must not contain both signatures and a timestamp")
        }
        let manifests = manifests(of: manifestEntries, container, &faults)
        let archived = timestamps(over: manifests, container)
        var found = Found()
        for entry in parts {
            do {
                if ContainerNames.part(entry.name) == .xades {
                    try xades(entry, container, &found)
                } else {
                    found.signatures += try cades(entry, container, manifests, archived)
                }
            } catch let error as ContainerError {
                faults.append("\(entry.name): \(error.context)")
            } catch let error as DocumentError {
                faults.append("\(entry.name): \(error.context)")
            }
        }
        let covered = Set(found.signatures.flatMap(\.covered))
        let others = others(container, manifests, archived)
        return ContainerReport(
            kind: container.kind,
            files: container.files,
            signatures: found.signatures,
            unsigned: container.files.map(\.name).filter { !covered.contains($0) } + others.unsigned,
            unchecked: others.unchecked + found.foreign,
            faults: faults + found.faults
        )
    }

    /// What the files with signatures hold.
    private struct Found {
        var signatures: [ContainerSignature] = []
        var faults: [String] = []
        /// Elements that do not belong to a signature and are not signed, in words.
        var foreign: [String] = []
    }

    private func manifests(
        of entries: [ZIPEntry],
        _ container: Container,
        _ faults: inout [String]
    ) -> [ContainerManifest] {
        var manifests: [ContainerManifest] = []
        for entry in entries {
            do {
                let octets = try container.archive.contents(of: entry, limit: Container.manifestLimit)
                manifests.append(try ContainerManifest(name: entry.name, octets))
            } catch let error as ContainerError {
                // It names the file.
                faults.append(error.context)
            } catch let error as DocumentError {
                faults.append("\(entry.name): \(error.context)")
            } catch {
                faults.append("\(entry.name): \(error)")
            }
        }
        return manifests
    }

    /// The files of META-INF that are neither signatures nor what those use: what nothing covers, and what may be added
    /// later by the standard and is not checked here.
    private func others(
        _ container: Container,
        _ manifests: [ContainerManifest],
        _ archived: [ArchiveTimestamp]
    ) -> (unsigned: [String], unchecked: [String]) {
        var unsigned: [String] = []
        var unchecked: [String] = []
        for entry in container.archive.entries
        where ContainerNames.isInDirectory(entry.name) && entry.name != ContainerNames.directory {
            switch ContainerNames.part(entry.name) {
            case .list, .evidenceRecord: unchecked.append(entry.name)
            case .timestamp:
                if !archived.contains(where: { $0.manifest.signature == entry.name }) { unsigned.append(entry.name) }
            case .manifest:
                let known = manifests.first { $0.name == entry.name }
                if let known, container.archive[known.signature] == nil { unsigned.append(entry.name) }
            case .xades, .cades: continue
            case nil: if entry.isDirectory { unchecked.append(entry.name) }
            }
        }
        return (unsigned, unchecked)
    }

    // MARK: - XAdES

    private func xades(_ entry: ZIPEntry, _ container: Container, _ found: inout Found) throws {
        let octets = try container.archive.contents(of: entry, limit: Container.partLimit)
        let validator = XAdESValidator(policy: policy, collector: collector)
        let report = try validator.verifier.verify(files: container) { MemorySource(octets) }
        let assessments = try validator.assess(report, files: container) { MemorySource(octets) }
        let isList = ["XAdESSignatures", "document-signatures"].contains(report.rootName)
        if report.outerCount > (isList ? 1 : 0) {
            found.faults.append("'\(entry.name)' contains elements next to its signatures")
        }
        if report.furtherCount > 0 {
            let count = report.signatures.count
            found.faults.append("'\(entry.name)' contains \(report.furtherCount) signatures after the first \(count)")
        }
        for element in report.signatures.flatMap(\.foreign) {
            found.foreign.append("the element '\(element.name)' at byte \(element.offset) of '\(entry.name)'")
        }
        found.signatures += zip(report.signatures, assessments).map { result, assessment in
            var covered: [String] = []
            for (reference, parsed) in zip(result.references, result.parsed?.references ?? []) {
                guard reference.isIntact, case .success(let known) = parsed, case .external(let uri?) = known.target,
                    // What a transform leaves out of a file would not be covered.
                    known.output == .octets
                else { continue }
                covered.append(ContainerURI.decode(uri))
            }
            // A file whose digest fits is covered though another one's does not, but not if the value itself is wrong.
            let isMade = result.signer.findings.contains { $0.check == .signature && $0.outcome == .passed }
            return signature(entry, .xades, assessment, isMade ? covered : [], [], container)
        }
    }

    private func signature(
        _ entry: ZIPEntry,
        _ kind: SignatureKind,
        _ assessment: SignerAssessment,
        _ covered: [String],
        _ failures: [String],
        _ container: Container
    ) -> ContainerSignature {
        let names = container.files.map(\.name)
        let known = Set(covered)
        let isAimless = failures.isEmpty && !names.contains { known.contains($0) }
        return ContainerSignature(
            file: entry.name,
            kind: kind,
            assessment: assessment,
            covered: covered,
            uncovered: names.filter { !known.contains($0) },
            failures: isAimless ? ["the signature covers no file of the container"] : failures
        )
    }

    // MARK: - CAdES

    private func cades(
        _ entry: ZIPEntry,
        _ container: Container,
        _ manifests: [ContainerManifest],
        _ archived: [ArchiveTimestamp]
    ) throws -> [ContainerSignature] {
        let message = try container.archive.contents(of: entry, limit: Container.partLimit)
        var validator = CAdESValidator(policy: policy, collector: collector)
        let covering = archived.filter { $0.covers(entry.name) }
        validator.surroundings.timestamps = covering.map(\.assessed)
        validator.surroundings.isArchived = covering.contains { $0.assessed.isValid }
        let content = try ContainerValidator.content(of: entry, container, manifests)
        let report = try content.report(MemorySource(message), validator.verifier, container)
        var covered: [String] = []
        var failures: [String] = []
        switch content {
        case .file(let file): covered = [file.name]
        case .manifest(let manifest):
            for file in manifest.files {
                if let failure = manifest.failure(of: file, in: container) {
                    failures.append(failure)
                } else {
                    covered.append(file.name)
                }
            }
        }
        return validator.assess(report).map { assessment in
            let intact = assessment.signer.isIntact ? covered : []
            return signature(entry, .cades, assessment, intact, failures, container)
        }
    }

    /// What a CAdES signature is over.
    enum Content {
        /// The only file of the container.
        case file(ZIPEntry)
        /// A manifest.
        case manifest(ContainerManifest)

        func report(
            _ message: MemorySource,
            _ verifier: CMSVerifier,
            _ container: Container
        ) throws -> CMSReport {
            switch self {
            case .file(let entry):
                var source = try DigestingSource(entry, of: container, hash: .sha256)
                let report = try verifier.verifyDetached(message, content: &source)
                container.note(try source.digest(entry.name), by: .sha256)
                return report
            case .manifest(let manifest):
                var source = MemorySource(manifest.octets)
                return try verifier.verifyDetached(message, content: &source)
            }
        }
    }

    /// Finds what a CAdES signature is over.
    static func content(
        of entry: ZIPEntry,
        _ container: Container,
        _ manifests: [ContainerManifest]
    ) throws(ContainerError) -> Content {
        let named = manifests.filter { $0.signature == entry.name }
        guard named.count <= 1 else {
            throw ContainerError(
                .malformed,
                "\(named.count) manifests name this signature, so which of them was signed is unknown"
            )
        }
        if let manifest = named.first { return .manifest(manifest) }
        guard container.kind == .simple, let file = container.files.first, container.files.count == 1 else {
            throw ContainerError(.malformed, "no manifest names this signature")
        }
        return .file(file)
    }

    // MARK: - Archive timestamps

    /// The timestamps over manifests, newest first, each judged at the time that a newer one over it proves.
    private func timestamps(over manifests: [ContainerManifest], _ container: Container) -> [ArchiveTimestamp] {
        var found: [(manifest: ContainerManifest, token: [UInt8], time: UniversalTime)] = []
        for manifest in manifests {
            guard let entry = container.archive[manifest.signature], ContainerNames.part(entry.name) == .timestamp,
                let token = try? container.archive.contents(of: entry, limit: TimestampResponse.sizeLimit),
                let time = (try? TimestampVerifier().verify(token: token))?.info.time
            else { continue }
            found.append((manifest, token, time))
        }
        let validator = CAdESValidator(policy: policy)
        var judged: [ArchiveTimestamp] = []
        for (manifest, token, _) in found.sorted(by: { $0.time > $1.time }) {
            let covering = judged.filter { $0.assessed.isValid && $0.covers(manifest.signature) }
            let time = covering.compactMap(\.assessed.report?.info.time).min() ?? policy.time
            var assessed = validator.assess(token: token, at: min(time, policy.time)) { hash in
                try hash.hash(manifest.octets)
            }
            if let failure = manifest.files.lazy.compactMap({ manifest.failure(of: $0, in: container) }).first {
                assessed = assessed.refused(for: failure)
            }
            judged.append(ArchiveTimestamp(manifest: manifest, assessed: assessed))
        }
        return judged
    }
}
