import CCryptoki
import Foundation
import TestRig
import Testing

/// CCryptoki's headers against those of p11-kit, which others wrote (package libp11-kit-dev).
@Suite("Headers", .timeLimit(.minutes(5)))
struct HeaderTests {
    private static let include = #"""
        #include <stddef.h>
        #include <stdio.h>
        #include <p11-kit/pkcs11.h>

        """#
    private static let options = ["-I/usr/include/p11-kit-1"]

    /// Values that p11-kit had before the standard fixed others; those of the standard are ours.
    private static let mistakenByP11Kit: [String: UInt] = [
        "CKR_EXCEEDED_MAX_ITERATIONS": 0x1C0, "CKR_FIPS_SELF_TEST_FAILED": 0x1C1, "CKR_LIBRARY_LOAD_FAILED": 0x1C2,
        "CKR_PIN_TOO_WEAK": 0x1C3, "CKR_PUBLIC_KEY_INVALID": 0x1C4,
    ]

    private static func text(_ header: String) throws -> String {
        try String(contentsOfFile: Compiler.headers + "/" + header, encoding: .utf8)
    }

    private static func foreignWords() throws -> Set<String> {
        let text = try String(contentsOfFile: "/usr/include/p11-kit-1/p11-kit/pkcs11.h", encoding: .utf8)
        return Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    }

    @Test("Every constant that p11-kit knows too has the same value there")
    func constants() async throws {
        var ours: [String: UInt] = [:]
        for header in ["cryptoki_constants.h", "cryptoki_attributes.h", "cryptoki_mechanisms.h"] {
            for line in try Self.text(header).split(separator: "\n") where line.hasPrefix("#define CK") {
                let words = line.split(separator: " ")
                let hexadecimal = try #require(words.count == 3 ? words[2] : nil).dropFirst(2).dropLast(2)
                let value: UInt = try #require(UInt(hexadecimal, radix: 16), "\(line)")
                ours[String(words[1])] = value
            }
        }
        #expect(ours.count > 1000)
        let lines = ours.keys.sorted().map { name in
            "#ifdef \(name)\nprintf(\"\(name) %lu\\n\", (unsigned long)(\(name)));\n#endif\n"
        }
        let theirs = try await Compiler().numbers(
            Self.include + "int main(void) {\n" + lines.joined() + "}",
            Self.options
        )
        #expect(theirs.count > 680)
        for (name, value) in ours {
            if let other = theirs[name] {
                #expect(value == other || other == Self.mistakenByP11Kit[name], "\(name)")
            } else {
                #expect(namesThatP11KitLacks.contains(name), "\(name) is neither compared nor listed")
            }
        }
    }

    @Test("Every structure that p11-kit knows too has the same size and the same members in the same places")
    func structures() async throws {
        let known = try Self.foreignWords()
        var expressions: [(name: String, text: String)] = []
        var structures = 0
        for header in ["cryptoki_types.h", "cryptoki_parameters.h"] {
            var name: String?
            for line in try Self.text(header).split(separator: "\n") {
                let words = line.split { " ;".contains($0) }
                if line.hasPrefix("typedef struct"), line.hasSuffix("{") {
                    name = known.contains(String(words[2])) ? String(words[2]) : nil
                    structures += name == nil ? 0 : 1
                    if let name { expressions.append(("sizeof:\(name)", "sizeof(\(name))")) }
                } else if line.hasPrefix("}") {
                    name = nil
                } else if let name, line.hasPrefix("    ") {
                    let declared = try #require(line.split(separator: ";").first).split { " *".contains($0) }
                    let member = try #require(declared.last).prefix { $0 != "[" }
                    expressions.append(("\(name).\(member)", "offsetof(\(name), \(member))"))
                }
            }
        }
        #expect(structures >= 19)
        // p11-kit 0.24.1 has the table of 2.x only.
        for function in try Self.functions().prefix(68) {
            expressions.append((function, "offsetof(CK_FUNCTION_LIST, \(function))"))
        }
        expressions.append(("sizeof:CK_FUNCTION_LIST", "sizeof(CK_FUNCTION_LIST)"))
        let body = expressions.map { "printf(\"\($0.name) %zu\\n\", \($0.text));\n" }.joined()
        let main = "int main(void) {\n" + body + "}"
        let theirs = try await Compiler().numbers(Self.include + main, Self.options)
        let ours = try await Compiler().numbers("#include <stdio.h>\n#include \"cryptoki.h\"\n" + main)
        #expect(ours.count == expressions.count)
        #expect(ours == theirs)
    }

    /// The standard functions in the order of the tables.
    private static func functions() throws -> [String] {
        try text("cryptoki_functions.h").split(separator: "X(").compactMap { part in
            part.hasPrefix("C_") ? String(part.prefix { $0 != ")" }) : nil
        }
    }

    @Test("Every function of 2.x takes the parameters that p11-kit's declaration takes")
    func signatures() async throws {
        let text = try Self.text("cryptoki_functions.h")
        let names = try Self.functions()
        #expect(names.count == 104)
        let declarations = text.split(separator: "\n// MARK: Tables")[0].split(separator: "typedef CK_RV ").dropFirst()
        var source = Self.include
        for (name, declaration) in zip(names, declarations).prefix(68) {
            #expect(declaration.hasPrefix("(*CK_\(name))("), "the types are in the order of the tables")
            let type = declaration.prefix { $0 != ";" }.replacing("(*CK_\(name))", with: "(*our_\(name))")
            source += "typedef CK_RV \(type);\n_Static_assert("
            source += "__builtin_types_compatible_p(our_\(name), CK_\(name)), \"\(name)\");\n"
        }
        _ = try await Compiler().compile(source + "int main(void) {}", to: "signatures", Self.options)
    }

    @Test(
        "Each header can be included alone, by a strict compiler",
        arguments: [
            "cryptoki.h", "cryptoki_attributes.h", "cryptoki_constants.h", "cryptoki_functions.h",
            "cryptoki_mechanisms.h",
            "cryptoki_parameters.h", "cryptoki_rutoken.h", "cryptoki_types.h", "loader.h", "marker.h",
        ]
    )
    func alone(header: String) async throws {
        _ = try await Compiler().compile(
            "#include \"\(header)\"\nint main(void) {}",
            to: "alone",
            ["-Wall", "-Wextra", "-Werror", "-pedantic"]
        )
    }

    @Test("Each function has a name, in the order of the tables, and numbers out of range have none")
    func names() throws {
        for (index, name) in try Self.functions().enumerated() {
            let found = unsafe try #require(unsafe cck_function_name(UInt32(index + 1)))
            #expect(unsafe String(cString: found) == name)
        }
        let extended = unsafe try #require(unsafe cck_function_name(CCK_FUNCTION_C_EX_GetJournal.rawValue))
        #expect(unsafe String(cString: extended) == "C_EX_GetJournal")
        #expect(unsafe cck_function_name(0) == nil)
        #expect(unsafe cck_function_name(CCK_FUNCTION_COUNT.rawValue) == nil)
        #expect(unsafe cck_function_name(.max) == nil)
    }
}
