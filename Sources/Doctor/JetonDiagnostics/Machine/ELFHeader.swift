/// What the first octets of a library tell: for which machine it is.
///
/// - SeeAlso: System V ABI, "Object Files", ELF header.
package struct ELFHeader: Hashable, Sendable {
    /// `EI_CLASS`: 1 for 32 bits, 2 for 64.
    package let elfClass: UInt8
    /// `e_machine`.
    package let machine: UInt16

    /// Reads the header; nil if this is not an ELF file.
    package init?(_ octets: some Collection<UInt8>) {
        let head = Array(octets.prefix(20))
        guard head.count == 20, head.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else { return nil }
        elfClass = head[4]
        // EI_DATA: 2 is most significant first.
        machine = head[5] == 2 ? UInt16(head[18]) << 8 | UInt16(head[19]) : UInt16(head[19]) << 8 | UInt16(head[18])
    }

    /// The machine that this program runs on.
    package static var own: ELFHeader {
        #if arch(x86_64)
            ELFHeader(elfClass: 2, machine: 62)
        #elseif arch(arm64)
            ELFHeader(elfClass: 2, machine: 183)
        #elseif arch(riscv64)
            ELFHeader(elfClass: 2, machine: 243)
        #endif
    }

    private init(elfClass: UInt8, machine: UInt16) {
        self.elfClass = elfClass
        self.machine = machine
    }
}

extension ELFHeader: CustomStringConvertible {
    /// Words and machine: "64-bit x86-64".
    package var description: String {
        let names: [UInt16: String] = [
            3: "Intel 80386", 40: "ARM", 62: "x86-64", 183: "AArch64", 243: "RISC-V", 21: "PowerPC64", 22: "S/390",
        ]
        return "\(elfClass == 1 ? "32" : "64")-bit \(names[machine] ?? "machine \(machine)")"
    }
}
