import Cryptoki
import Testing

@Suite("PKCS #11 URI: matching")
struct PKCS11URIMatchingTests {
    private static let candidate =
        "pkcs11:token=alpha;serial=0a1b;object=sign;id=%01%02;type=private;model=m;manufacturer=;slot-id=3;"
        + "library-version=2.6"

    @Test(
        "A pattern matches if each of its path attributes does",
        arguments: [
            ("pkcs11:", true), ("pkcs11:token=alpha", true), ("pkcs11:token=alph%61", true),
            ("pkcs11:token=Alpha", false), ("pkcs11:token=alpha%20%20", true), ("pkcs11:token=%20alpha", false),
            ("pkcs11:token=", false), ("pkcs11:manufacturer=", true), ("pkcs11:slot-description=", false),
            ("pkcs11:object=sign%20", false), ("pkcs11:id=%01", false), ("pkcs11:id=%01%02;type=PRIVATE", true),
            ("pkcs11:type=public", false), ("pkcs11:slot-id=03", true), ("pkcs11:slot-id=30", false),
            ("pkcs11:library-version=2.06", true), ("pkcs11:library-version=2", false),
            ("pkcs11:token=alpha;x-vendor=1", false), ("pkcs11:token=alpha?module-name=other&x-v=1", true),
            (candidate, true),
        ]
    )
    func matching(pattern: String, isMatch: Bool) throws {
        let candidate = try PKCS11URI(parsing: Self.candidate)
        #expect(try PKCS11URI(parsing: pattern).matches(candidate) == isMatch)
    }

    @Test("A candidate that knows less than the pattern asks is not matched")
    func lesserCandidate() throws {
        let pattern = try PKCS11URI(parsing: "pkcs11:token=alpha;object=sign")
        #expect(!pattern.matches(try PKCS11URI(parsing: "pkcs11:token=alpha")))
    }

    @Test(
        "The shortest unique URI has the fewest and most readable attributes",
        arguments: [
            // A token by its label, or by its serial number where labels repeat.
            (["pkcs11:token=a;serial=1", "pkcs11:token=b;serial=2"], ["pkcs11:token=a", "pkcs11:token=b"]),
            (["pkcs11:token=a;serial=1", "pkcs11:token=a;serial=2"], ["pkcs11:serial=1", "pkcs11:serial=2"]),
            // The two halves of a key, and a certificate, share label and identifier.
            (
                [
                    "pkcs11:token=a;object=k;id=%01;type=private", "pkcs11:token=a;object=k;id=%01;type=public",
                    "pkcs11:token=a;object=k;id=%01;type=cert",
                ],
                ["pkcs11:object=k;type=private", "pkcs11:object=k;type=public", "pkcs11:object=k;type=cert"]
            ),
            // The token would do, but an object is named by its own attributes.
            (
                ["pkcs11:token=a;object=k;type=private", "pkcs11:token=b;object=m;type=cert"],
                ["pkcs11:object=k", "pkcs11:object=m"]
            ),
            (
                ["pkcs11:token=a;object=k", "pkcs11:token=b;object=k"],
                ["pkcs11:token=a;object=k", "pkcs11:token=b;object=k"]
            ),
            (
                ["pkcs11:token=a;object=k;id=%01", "pkcs11:token=b;object=k;id=%02"],
                ["pkcs11:id=%01", "pkcs11:id=%02"]
            ),
            // Text that can't be read, and empty values, come last.
            (
                ["pkcs11:token=a;object=%FF;id=%01", "pkcs11:token=a;object=%FE;id=%02"],
                ["pkcs11:id=%01", "pkcs11:id=%02"]
            ),
            (
                ["pkcs11:token=;slot-id=1;serial=5", "pkcs11:token=a;slot-id=2;serial=6"],
                ["pkcs11:serial=5", "pkcs11:token=a"]
            ),
            (
                ["pkcs11:token=a;object=;id=%01", "pkcs11:token=a;object=k;id=%02"],
                ["pkcs11:id=%01", "pkcs11:object=k"]
            ),
            // Three attributes are needed for the first, two for the others.
            (
                [
                    "pkcs11:token=a;serial=1;model=x", "pkcs11:token=b;serial=1;model=x",
                    "pkcs11:token=a;serial=2;model=x", "pkcs11:token=a;serial=1;model=y",
                ],
                ["pkcs11:token=a;serial=1;model=x", "pkcs11:token=b", "pkcs11:serial=2", "pkcs11:model=y"]
            ),
            (["pkcs11:token=a;slot-id=1"], ["pkcs11:token=a"]),
            (["pkcs11:"], ["pkcs11:"]),
            (["pkcs11:x-b=1;x-a=1", "pkcs11:x-b=1;x-a=2"], ["pkcs11:x-a=1", "pkcs11:x-a=2"]),
        ] as [([String], [String])]
    )
    func shortest(texts: [String], expected: [String]) throws {
        let candidates = try texts.map { try PKCS11URI(parsing: $0) }
        for list in [candidates, candidates.reversed()] {
            for (candidate, text) in zip(candidates, expected) {
                let shortest = try #require(PKCS11URI.shortestUnique(for: candidate, among: list))
                #expect(shortest.description == text)
                #expect(list.filter(shortest.matches) == [candidate])
            }
        }
    }

    @Test("There is none for a twin, nor for one that another includes")
    func none() throws {
        let twin = try PKCS11URI(parsing: "pkcs11:token=a;serial=1")
        #expect(PKCS11URI.shortestUnique(for: twin, among: [twin, twin]) == nil)
        #expect(PKCS11URI.shortestUnique(for: twin, among: [twin])?.description == "pkcs11:token=a")
        let larger = try PKCS11URI(parsing: "pkcs11:token=a;serial=1;model=m")
        #expect(PKCS11URI.shortestUnique(for: twin, among: [twin, larger]) == nil)
        #expect(PKCS11URI.shortestUnique(for: larger, among: [twin, larger])?.description == "pkcs11:model=m")
        #expect(PKCS11URI.shortestUnique(for: PKCS11URI(), among: [PKCS11URI(), twin]) == nil)
    }

    @Test("Many candidates and attributes are searched without trouble, and each result is unique")
    func many() throws {
        var generator = SystemRandomNumberGenerator()
        var candidates: [PKCS11URI] = []
        for number in 0..<400 {
            var uri = PKCS11URI()
            for attribute in PKCS11URI.PathAttribute.standard
            where ![.type, .slotID, .libraryVersion].contains(attribute) {
                try uri.set([UInt8.random(in: 0x61...0x63, using: &generator)], for: attribute)
            }
            uri.slotID = UInt(number)
            candidates.append(uri)
        }
        for candidate in candidates {
            let shortest = try #require(PKCS11URI.shortestUnique(for: candidate, among: candidates))
            #expect(candidates.filter(shortest.matches) == [candidate])
        }
    }
}
