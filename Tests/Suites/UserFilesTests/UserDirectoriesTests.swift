import Testing
import UserFiles

@Suite("Directories of a user")
struct UserDirectoriesTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let variables: [String: String]
        let data: String?
        let cards: String?
        let witness: String?
        var isElevated = false

        var testDescription: String {
            variables.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ")
        }
    }

    private static let home = ["HOME": "/home/a"]

    @Test(
        "The variables place the directories",
        arguments: [
            Row(variables: [:], data: nil, cards: nil, witness: nil),
            Row(
                variables: home,
                data: "/home/a/.local/share/jeton",
                cards: "/home/a/.local/share/jeton/cards",
                witness: "/home/a/.local/state/jeton/witness"
            ),
            Row(
                variables: ["HOME": "/home/a", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s"],
                data: "/d/jeton",
                cards: "/d/jeton/cards",
                witness: "/s/jeton/witness"
            ),
            Row(
                variables: ["HOME": "/home/a", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s", "JETON_DATA": "/j"],
                data: "/j",
                cards: "/j/cards",
                witness: "/j/witness"
            ),
            Row(
                variables: ["JETON_DATA": "/j", "JETON_PROVIDER_CARDS": "/c"],
                data: "/j",
                cards: "/c",
                witness: "/j/witness"
            ),
            // Relative paths: those of the standards are ignored, our own are the caller's to refuse.
            Row(
                variables: ["HOME": "/home/a", "XDG_DATA_HOME": "d", "XDG_STATE_HOME": "./s"],
                data: "/home/a/.local/share/jeton",
                cards: "/home/a/.local/share/jeton/cards",
                witness: "/home/a/.local/state/jeton/witness"
            ),
            Row(variables: ["HOME": "home"], data: nil, cards: nil, witness: nil),
            Row(variables: ["JETON_DATA": "j"], data: "j", cards: "j/cards", witness: "j/witness"),
            // An empty variable is not set.
            Row(
                variables: ["HOME": "/home/a", "XDG_DATA_HOME": "", "JETON_DATA": "", "JETON_PROVIDER_CARDS": ""],
                data: "/home/a/.local/share/jeton",
                cards: "/home/a/.local/share/jeton/cards",
                witness: "/home/a/.local/state/jeton/witness"
            ),
            // A program with rights beyond its user's believes none of them.
            Row(
                variables: ["HOME": "/home/a", "JETON_DATA": "/j", "JETON_PROVIDER_CARDS": "/c"],
                data: nil,
                cards: nil,
                witness: nil,
                isElevated: true
            ),
        ]
    )
    func places(row: Row) {
        let directories = UserDirectories(isElevated: row.isElevated) { row.variables[$0] }
        #expect(directories.data == row.data)
        #expect(directories.cards == row.cards)
        #expect(directories.witness == row.witness)
    }

    @Test(
        "The settings are below XDG_CONFIG_HOME, or .config of the home directory; a relative path counts for nothing",
        arguments: [
            (["HOME": "/home/a"], "/home/a/.config/jeton"), (["XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/c/jeton"),
            (["XDG_CONFIG_HOME": "c", "HOME": "/h"], "/h/.config/jeton"), (["JETON_DATA": "/j"], nil),
            (["HOME": "h"], nil), (["XDG_CONFIG_HOME": ""], nil),
        ] as [([String: String], String?)]
    )
    func configuration(variables: [String: String], expected: String?) {
        #expect(UserDirectories(isElevated: false) { variables[$0] }.configuration == expected)
    }
}
