import JetonKeystoreBase
import JetonOctets

/// A program that calls the provider.
struct Caller {
    private static let room = 1024

    private let table: FunctionTable
    /// Memory of this call, freed after it; each piece is exactly as long as the caller says, so that a step beyond it
    /// is seen.
    private var memory: [UnsafeMutableRawPointer] = []
    private let session: UInt
    private var objects: [UInt] = [0, 1, 2, 3]
    /// Sessions that the calls opened, which must not pile up from one input to the next.
    private var opened: [UInt] = []

    init(_ table: FunctionTable, _ session: UInt) {
        self.table = table
        self.session = session
    }

    /// Closes the session and what the calls opened.
    func end() { for session in opened + [session] { _ = table[13](session, 0, 0, 0, 0, 0, 0, 0, 0, 0) } }

    mutating func call(_ number: Int, _ input: inout ByteCursor) {
        let index = number % FunctionTable.arguments.count
        let letters = Array(FunctionTable.arguments[index])
        guard letters != ["-"] else { return }
        var values: [UInt] = []
        var length = 0
        for letter in letters { values.append(argument(letter, &length, &input)) }
        // Making RSA keys takes seconds, which would be all that is tested.
        if index == 59, isRSA(values[1]) { values[1] = 0 }
        values += [UInt](repeating: 0, count: 10 - values.count)
        let result = table[index](
            values[0],
            values[1],
            values[2],
            values[3],
            values[4],
            values[5],
            values[6],
            values[7],
            values[8],
            values[9]
        )
        if result == 0 { remember(letters, values, opens: index == 12) }
        for piece in memory { piece.deallocate() }
        memory = []
    }

    /// New handles are those that later calls use.
    private mutating func remember(_ letters: [Character], _ values: [UInt], opens: Bool) {
        for (letter, value) in zip(letters, values) where letter == "p" {
            guard let pointer = UnsafePointer<UInt>(bitPattern: value) else { continue }
            if opens { opened.append(pointer.pointee) }
            objects[Int(pointer.pointee % 4)] = pointer.pointee
        }
    }

    private func isRSA(_ mechanism: UInt) -> Bool {
        UnsafePointer<UInt>(bitPattern: mechanism).map { $0.pointee == 0 } ?? false
    }

    private mutating func allocate(_ count: Int) -> UnsafeMutableRawPointer {
        let piece = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: 8)
        memory.append(piece)
        return piece
    }

    private mutating func copy(_ octets: some Collection<UInt8>) -> UInt {
        let piece = allocate(octets.count)
        for (offset, octet) in octets.enumerated() { piece.storeBytes(of: octet, toByteOffset: offset, as: UInt8.self) }
        return UInt(bitPattern: piece)
    }

    private mutating func copy(_ numbers: [UInt]) -> UInt {
        let piece = allocate(numbers.count * 8)
        for (index, number) in numbers.enumerated() {
            piece.storeBytes(of: number, toByteOffset: index * 8, as: UInt.self)
        }
        return UInt(bitPattern: piece)
    }

    private mutating func argument(_ letter: Character, _ length: inout Int, _ input: inout ByteCursor) -> UInt {
        let choice = (try? input.readByte()) ?? 0
        switch letter {
        case "l": return choice < 250 ? 0 : UInt.max - UInt(choice)
        case "h": return choice < 250 ? session : UInt(choice)
        case "o": return objects[Int(choice % 4)]
        case "n": return UInt(choice)
        case "f": return UInt((try? input.readBigEndian(UInt32.self)) ?? 0)
        case "z": return choice < 250 ? 0 : copy([choice])
        case "1": return 1
        case "8": return 8
        case "m": return choice < 8 ? 0 : mechanism(&input)
        case "d":
            let octets = (try? input.read(min(Int(choice), input.remaining))) ?? []
            length = octets.count
            return choice == 0 ? 0 : copy(octets)
        case "D": return copy((0..<32).map { _ in (try? input.readByte()) ?? 0 })
        case "t":
            length = Int(choice % 8)
            return length == 0 ? 0 : template(length, &input)
        case "T":
            length = Int(choice % 8)
            return length == 0 ? 0 : emptyTemplate(length, &input)
        case "c": return UInt(length)
        case "b", "L", "i":
            length = Int(choice) * (letter == "L" ? 1 : 4)
            if letter == "i" { return choice == 0 ? 0 : UInt(bitPattern: allocate(Self.room)) }
            if letter == "L" { length = 64 }
            return choice == 0 ? 0 : UInt(bitPattern: allocate(letter == "L" ? Self.room : length))
        case "r": return choice == 0 ? 0 : copy([UInt(min(length, Int(choice) * 8))])
        case "e":
            // As much memory as the structure says that it has.
            let size = 8 * Int(choice % 40)
            let piece = allocate(max(size, 8))
            piece.storeBytes(of: UInt(size), as: UInt.self)
            return choice == 255 ? 0 : UInt(bitPattern: piece)
        case "k": return choice == 0 ? 0 : parameters(&input)
        case "s":
            let octets = (try? input.read(min(Int(choice), input.remaining))) ?? []
            return choice == 0 ? 0 : copy(octets + [0])
        case "M":
            let modes: [UInt] = [1, 4, 5, 6, 7, 0x8000_0001, 0x8000_0002]
            return choice < 200 ? modes[Int(choice) % modes.count] : UInt(choice)
        case "v":
            let known: [UInt] = [0, 1, 2, 3, 31, 32, 0x8000_0001, 0x8000_0002]
            return choice == 0 ? 0 : copy([known[Int(choice) % known.count], 0, 0, 0, 0, 0])
        case "p": return choice == 0 ? 0 : copy([UInt(0)])
        default: preconditionFailure("no such argument: \(letter)")
        }
    }

    /// A mechanism: one of the token's, or any number; with a parameter of any of the layouts.
    private mutating func mechanism(_ input: inout ByteCursor) -> UInt {
        let known: [UInt] = [
            0, 1, 3, 9, 0xD, 0x40, 0x43, 0x60, 0x63, 0x220, 0x250, 0x2B0, 0x1040, 0x1041, 0x1044, 0x1050, 0x1055,
            0x1056, 0x1057,
        ]
        let choice = Int((try? input.readByte()) ?? 0)
        let type = choice < 200 ? known[choice % known.count] : UInt((try? input.readBigEndian(UInt16.self)) ?? 0)
        // A parameter of another layout has another length, or no pointer in it: no module can tell a wrong pointer.
        let layout = ((try? input.readByte()) ?? 0) % 6
        switch layout {
        case 0 where type != 0x1057:
            return copy([type, copy([numbers(&input), numbers(&input), numbers(&input)]), 24])
        case 1 where type != 0x1050 && type != 0x1051:
            let (data, count) = data(&input)
            return copy([type, copy([numbers(&input), numbers(&input), 1, data, count]), 40])
        case 2 where type != 9:
            let (shared, sharedCount) = data(&input)
            let (data, count) = data(&input)
            return copy([type, copy([numbers(&input), sharedCount, shared, count, data]), 40])
        case 3:
            let (data, count) = data(&input)
            return copy([type, data, count == 24 || count == 40 ? count - 1 : count])
        case 4 where type == 0x1057:
            let (data, count) = data(&input)
            return copy([type, copy([UInt(layout) & 1, count, data]), 24])
        default: return copy([type, 0, 0])
        }
    }

    /// What C_EX_InitToken chooses; the structure may say that it is shorter or longer, and is as long as it says.
    private mutating func parameters(_ input: inout ByteCursor) -> UInt {
        let size = ((try? input.readByte()) ?? 0) < 250 ? UInt(112) : 104
        let (officer, officerCount) = data(&input)
        let (user, userCount) = data(&input)
        let (label, labelCount) = data(&input)
        func small() -> UInt { UInt((try? input.readByte()) ?? 0) % 12 }
        let members: [UInt] = [
            size, small() % 2, officer, officerCount, user, userCount, small(), small(), small(), small(), small(),
            label,
            labelCount, small(),
        ]
        return copy(Array(members.prefix(Int(size / 8))))
    }

    private mutating func numbers(_ input: inout ByteCursor) -> UInt {
        let known: [UInt] = [0x220, 0x250, 0x255, 0x260, 0x270, 0x2B0, 1, 2, 6, 20, 32]
        let choice = Int((try? input.readByte()) ?? 0)
        return choice < 200 ? known[choice % known.count] : UInt.max - UInt(choice)
    }

    private mutating func data(_ input: inout ByteCursor) -> (UInt, UInt) {
        let count = Int((try? input.readByte()) ?? 0)
        let octets = (try? input.read(min(count, input.remaining))) ?? []
        return octets.isEmpty ? (0, 0) : (copy(octets), UInt(octets.count))
    }

    private static let types: [UInt] = [
        0, 1, 2, 3, 4, 0x10, 0x11, 0x12, 0x80, 0x81, 0x82, 0x100, 0x101, 0x102, 0x103, 0x105, 0x108, 0x10C, 0x110,
        0x120,
        0x121, 0x122, 0x123, 0x124, 0x125, 0x126, 0x127, 0x128, 0x161, 0x162, 0x180, 0x181, 0x202, 0x40000211,
    ]

    private mutating func template(_ count: Int, _ input: inout ByteCursor) -> UInt {
        var members: [UInt] = []
        for _ in 0..<count {
            let type = Self.types[Int((try? input.readByte()) ?? 0) % Self.types.count]
            switch ((try? input.readByte()) ?? 0) % 4 {
            case 0: members += [type, copy([(try? input.readByte()) ?? 0]), 1]
            case 1: members += [type, copy([UInt((try? input.readByte()) ?? 0)]), 8]
            case 2:
                let curve: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
                members += [type, copy(curve), UInt(curve.count)]
            default:
                let (data, count) = data(&input)
                members += [type, data, count]
            }
        }
        return copy(members)
    }

    private mutating func emptyTemplate(_ count: Int, _ input: inout ByteCursor) -> UInt {
        var members: [UInt] = []
        for _ in 0..<count {
            let type = Self.types[Int((try? input.readByte()) ?? 0) % Self.types.count]
            let room = Int((try? input.readByte()) ?? 0)
            members += [type, room == 0 ? 0 : UInt(bitPattern: allocate(room)), UInt(room)]
        }
        return copy(members)
    }
}
