import TokenKit

/// Any octets as a configuration file of p11-kit: each line is a setting, a comment or a problem.
@c(LLVMFuzzerTestOneInput)
public func fuzzModuleFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    let file = ConfigurationFile(parsing: octets, file: "/f")
    let lineCount = octets.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count
    precondition(Set(file.fields.map(\.name)).count == file.fields.count)
    precondition(file.fields.allSatisfy { !$0.name.isEmpty && (1...lineCount).contains($0.line) })
    precondition(file.problems.allSatisfy { (1...lineCount).contains($0.line ?? 0) })
    precondition(file.fields.count + file.problems.count <= lineCount)
    let configuration = ModuleConfiguration(name: "f", file: "/f", contents: file, global: file)
    precondition(configuration.problems.count >= file.problems.count)
    precondition(abs(configuration.priority) <= Int(Int32.max))
    _ = (configuration.isEnabled(in: "jeton"), configuration.problems.map(\.description))
    return 0
}
