/// A file's header in the central directory.
struct CentralHeader {
    private static let signature: UInt32 = 0x0201_4B50
    private static let localSignature: UInt32 = 0x0403_4B50
    private static let descriptorSignature: UInt32 = 0x0807_4B50
    /// The flags that may be set: the two of deflate's effort, sizes behind the data, names in UTF-8.
    private static let knownFlags: UInt16 = 0b1000_0000_1110
    private static let sizesFollow: UInt16 = 0b1000
    /// The bits of a Unix file's type in the external attributes, and those of a symbolic link.
    private static let (typeMask, link): (UInt32, UInt32) = (0xF000_0000, 0xA000_0000)

    let name: String
    let headerOffset: UInt64
    private let encodedName: [UInt8]
    private let flags: UInt16
    private let method: ZIPEntry.Method
    private let crc: UInt32
    private let compressedSize: UInt64
    private let size: UInt64

    /// Reads the header at a position, which is moved behind it.
    init(_ directory: [UInt8], _ position: inout Int) throws(ContainerError) {
        let start = position
        guard directory.count - start >= 46, LittleEndian.number32(directory, start) == CentralHeader.signature else {
            throw ContainerError(.malformed, "the container's directory is damaged")
        }
        func number16(_ offset: Int) -> UInt16 { LittleEndian.number16(directory, start + offset) }
        func number32(_ offset: Int) -> UInt32 { LittleEndian.number32(directory, start + offset) }
        let (nameLength, extraLength) = (Int(number16(28)), Int(number16(30)))
        let end = start + 46 + nameLength + extraLength + Int(number16(32))
        guard end <= directory.count else { throw ContainerError(.malformed, "the container's directory is truncated") }
        encodedName = Array(directory[(start + 46)..<(start + 46 + nameLength)])
        name = try CentralHeader.name(encodedName)
        flags = number16(8)
        guard flags & ~CentralHeader.knownFlags == 0 else {
            let reason = flags & 1 == 1 ? "is encrypted" : "has unknown flags"
            throw ContainerError(.unsupported, "'\(name)' \(reason)")
        }
        guard let method = ZIPEntry.Method(rawValue: number16(10)) else {
            throw ContainerError(.unsupported, "'\(name)' uses a compression method that is not supported")
        }
        self.method = method
        crc = number32(16)
        let extra = start + 46 + nameLength
        var large = try LargeFields(directory[extra..<(extra + extraLength)], of: name)
        size = try large.number(number32(24))
        compressedSize = try large.number(number32(20))
        headerOffset = try large.number(number32(42))
        try large.finish()
        guard method == .deflated || compressedSize == size else {
            throw ContainerError(.malformed, "'\(name)' is stored without compression, but states two different sizes")
        }
        guard number16(34) == 0, number32(38) & CentralHeader.typeMask != CentralHeader.link else {
            throw ContainerError(.malformed, "'\(name)' is a link, or is stored in another archive")
        }
        guard !name.hasSuffix("/") || size == 0 else {
            throw ContainerError(.malformed, "'\(name)' is a directory with content")
        }
        position = end
    }

    /// A name that leads to one place only, by any reader.
    private static func name(_ encoded: [UInt8]) throws(ContainerError) -> String {
        guard let name = String(validating: encoded, as: UTF8.self), !name.isEmpty else {
            throw ContainerError(.malformed, "a file of the container has a name that is not UTF-8")
        }
        try check(name)
        return name
    }

    /// Checks that a name is a relative path.
    ///
    /// - Throws: `ContainerError` for one that could lead elsewhere.
    static func check(_ name: String) throws(ContainerError) {
        // By bytes: a slash with a combining mark is another character, but separates directories all the same.
        let path = name.utf8.last == UInt8(ascii: "/") ? Array(name.utf8.dropLast()) : Array(name.utf8)
        let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isSafe =
            parts.allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
            && !name.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0 == "\\" }
            && !CentralHeader.namesDrive(name)
        guard isSafe, name.utf8.count <= 1_024 else {
            let shown = String(name.unicodeScalars.map { $0.value < 0x20 ? "?" : Character($0) }.prefix(64))
            throw ContainerError(
                .malformed,
                "a file of the container has the name '\(shown)', which is not a safe path"
            )
        }
    }

    /// Whether a name begins as an absolute path of Windows does, such as `C:`.
    private static func namesDrive(_ name: String) -> Bool {
        let start = Array(name.utf8.prefix(2))
        return start.count == 2 && start[1] == UInt8(ascii: ":") && (0x61...0x7A).contains(start[0] | 0x20)
    }

    /// Reads the local header, which must agree.
    ///
    /// - Parameters:
    ///   - source: The archive.
    ///   - limit: Where the directory begins.
    /// - Returns: The file, and where the next one begins.
    /// - Throws: `ContainerError` if the headers contradict each other, or the file reaches into the directory.
    func entry(in source: any ZIPSource, before limit: UInt64) throws(ContainerError) -> (ZIPEntry, next: UInt64) {
        let fixed = try source.read(at: headerOffset, count: 30)
        guard fixed.count == 30, LittleEndian.number32(fixed, 0) == CentralHeader.localSignature else {
            throw ContainerError(.malformed, "'\(name)' is not at the offset that the container's directory states")
        }
        let (nameLength, extraLength) = (Int(LittleEndian.number16(fixed, 26)), Int(LittleEndian.number16(fixed, 28)))
        let rest =
            nameLength + extraLength == 0 ? [] : try source.read(at: headerOffset + 30, count: nameLength + extraLength)
        let sizesFollow = flags & CentralHeader.sizesFollow != 0
        guard rest.count == nameLength + extraLength, Array(rest[..<nameLength]) == encodedName,
            LittleEndian.number16(fixed, 6) == flags, LittleEndian.number16(fixed, 8) == method.rawValue
        else { throw contradiction }
        var large = try LargeFields(rest[nameLength...], of: name)
        let (localSize, localCompressed) = (LittleEndian.number32(fixed, 22), LittleEndian.number32(fixed, 18))
        // Of two that are large, neither stands in the header.
        guard !large.isPresent || localSize == localCompressed else { throw contradiction }
        let stated = [
            (UInt64(LittleEndian.number32(fixed, 14)), UInt64(crc)), (try large.number(localSize), size),
            (try large.number(localCompressed), compressedSize),
        ]
        try large.finish()
        // What follows the data may be left out in front of it.
        guard stated.allSatisfy({ $0 == $1 || (sizesFollow && $0 == 0) }) else { throw contradiction }
        let dataOffset = headerOffset + 30 + UInt64(rest.count)
        guard dataOffset <= limit, compressedSize <= limit - dataOffset else {
            throw ContainerError(.malformed, "'\(name)' extends into the container's directory")
        }
        var next = dataOffset + compressedSize
        if sizesFollow { next += try descriptorSize(source, next, isLarge: large.isPresent) }
        guard next <= limit else {
            throw ContainerError(.malformed, "'\(name)' extends into the container's directory")
        }
        let entry = ZIPEntry(
            name: name,
            size: size,
            compressedSize: compressedSize,
            method: method,
            crc: crc,
            headerOffset: headerOffset,
            dataOffset: dataOffset
        )
        return (entry, next)
    }

    private var contradiction: ContainerError {
        ContainerError(.malformed, "the two headers of '\(name)' contradict each other")
    }

    /// How many bytes the sizes behind the data have: with a signature in front, or without.
    private func descriptorSize(
        _ source: any ZIPSource,
        _ offset: UInt64,
        isLarge: Bool
    ) throws(ContainerError) -> UInt64 {
        // APPNOTE 4.3.9.2: eight bytes a size with ZIP64.
        let isLarge = isLarge || max(size, compressedSize) >= UInt64(LargeFields.mark)
        let numbers = [UInt64(crc)] + [compressedSize, size].flatMap { isLarge ? [$0 & 0xFFFF_FFFF, $0 >> 32] : [$0] }
        let expected = numbers.flatMap { LittleEndian.bytes(UInt32(truncatingIfNeeded: $0)) }
        let marked = LittleEndian.bytes(CentralHeader.descriptorSignature) + expected
        let bytes = try source.read(at: offset, count: marked.count)
        if bytes == marked { return UInt64(marked.count) }
        if bytes.starts(with: expected) { return UInt64(expected.count) }
        throw ContainerError(.malformed, "the sizes after '\(name)' contradict the container's directory")
    }
}
