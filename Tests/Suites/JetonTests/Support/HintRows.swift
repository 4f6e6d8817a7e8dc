/// Commands that fail, and whose hints are followed; see ``FollowedHintTests`` for the marks.
enum HintRows {
    static let softHSM = """
        sign missing.txt --key k P
        sign letter --key nokey P
        sign letter P --force
        sign letter --key k --token nope P
        sign letter --key k --reader nope P
        sign letter --key k --pin-source 123456
        sign letter --key k --pin-source file:nofile
        sign letter --key k --force
        sign dir --key k P
        sign letter --key k P
        sign letter --key k2 P --force
        sign letter --key k --level T P --force
        sign --hash zz --key k P
        sign letter --key k --out x/ P
        sign letter --key k --out no/such P
        sign -r empty --key k P
        sign letter --key k --format pdf P
        sign letter --key k --format pades P
        sign letter --key k --pin-source file:wrong --force
        sign letter --key k --pin-source file:wrong --force
        sign letter --key k --require-channel --force P
        verify letter
        verify letter.p7s
        verify missing
        verify dir
        verify letter.p7s --trust letter
        verify letter.p7s --trust nofile
        timestamp letter
        extend letter.p7s
        renew letter.p7s
        renew dir
        cert import k.pem P
        cert import letter P
        cert delete nope P --yes
        cert delete k P
        cert export nope
        cert create --key nope --subject CN=x P
        cert create --key k --subject x P
        cert create --key k --subject CN=x P
        cert verify letter
        key delete P
        key delete --key nope P --yes
        key generate --type foo --label z P
        key generate --label k P
        key generate --type rsa:512 --label z P
        key generate --label z --id zz P
        key generate --label z --touch-policy always P
        key generate --label z --management-key-source file:pin P
        key import letter --label z P
        key import missing --label z P
        key import k.pem --label z P
        key attest letter
        object show nope P
        object show k P
        object delete nope P
        object set k --label q P
        csr create --key nope --subject CN=x P
        csr create --key k P
        token show --token nope
        token show
        token init --label x
        token init --label x --token alpha --so-pin-source file:wrong --yes
        token rename --label x P
        pin change --pin-source file:wrong --new-pin-source file:pin
        pin change
        pin unblock
        pin set
        pin unblock --keep --so-pin-source file:so-pin
        pin status --token nope
        pair
        pair nope
        unpair nope
        pairings show nope
        pairings allow nope /bin/ls
        pairings policy nope --allow-legacy
        pairings new-password nope
        pairings new-keys nope
        list --module missing.so
        list --module /usr/lib/nothing.so
        list --reader nope
        list --token nope
        modules show nope
        enroll collect nope
        enroll cancel nope
        enroll import letter P
        enroll request --key k P
        enroll request --key nope --subject CN=x P
        enroll renew nope P
        job run letter
        job run missing
        job show letter
        job trust letter
        job log
        config set nope x
        config get nope
        config unset nope
        config set token
        doctor --only nope
        ats diagnose localhost:1
        ats diagnose https://127.0.0.1:1
        ats lint letter
        tls explain 127.0.0.1:1
        relay run
        relay run letter --target http://127.0.0.1:1 --key k P
        relay listen
        xml c14n missing
        xml c14n letter
        pdf show letter
        pdf from-image letter
        bench --key nope P
        bench --key k --seconds 0
        setup
        entitlements verify missing
        entitlements verify /bin/ls
        entitlements whoami missing
        entitlements lint letter
        entitlements sign letter
        git-credential nope
        sign --nope
        virtual show nope
        virtual delete nope
        sign prepare letter
        sign prepare letter --certificate k.pem
        sign complete letter
        object list --token nope
        """

    static let keystore = """
        keystore get x
        keystore list
        keystore add x --secret-source file:pin
        keystore status
        keystore unlock
        keystore verify
        keystore lock
        keystore groups
        keystore file list dir
        keystore file get x
        keystore sync status
        keystore slot list
        keystore export out.age
        keystore watch
        keystore repair
        keystore edit x
        keystore generate x
        keystore import letter
        keystore copy x
        !keystore init --new-passphrase-source file:pass
        keystore init --new-passphrase-source file:pass
        keystore get x
        keystore add x --secret-source file:pin
        keystore set x --secret-source file:pin
        keystore delete x
        keystore file add letter --in letter
        keystore unlock --passphrase-source file:badpass
        keystore unlock
        keystore slot add
        keystore slot remove 9
        keystore slot remove 1
        !keystore unlock --passphrase-source file:pass
        !keystore add mail/me --secret-source file:pin
        keystore add mail/me --secret-source file:pin
        keystore get nope
        keystore get mail
        keystore set nope --secret-source file:pin
        keystore edit nope
        keystore delete nope
        keystore delete
        keystore get
        keystore add
        keystore add x --in letter --secret-source file:pin
        keystore add x --secret-source 12345
        keystore get mail/me --group other.group
        keystore add y --group bad group
        keystore file add letter --in letter
        keystore file add ./letter --in letter
        keystore file get nope
        keystore file get ./letter
        keystore file set nope --in letter
        keystore file delete nope
        keystore file open nope
        keystore file rotate nope
        keystore file add e --in /dev/null
        keystore add e --in /dev/null
        keystore export out.age
        keystore export out.age --recipient nope
        keystore import letter
        keystore import letter --from pass
        keystore import nofile --from age
        keystore sync init dir
        keystore sync join dir
        keystore sync run
        keystore sync leave
        keystore sync status
        keystore sync conflicts
        keystore sync add
        keystore sync remove x
        keystore sync card
        keystore sync schedule
        keystore share g
        keystore copy mail/me
        keystore copy nope
        keystore generate mail/me
        keystore get mail/me --out letter
        keystore slot add --token-key nope
        keystore repair --accept-rollback
        keystore unlock --token-key
        keystore unlock --key-file letter
        keystore list --group nope
        keystore get mail/me --reference zz
        """

    static let card = """
        key list --public
        key list P
        sign letter --key k P
        key generate --label k P
        pin change P --new-pin-source file:wrong
        pin set SO P
        pin unblock SO P
        pin status
        token show
        setup
        virtual create alpha
        pair
        token rename --label x P
        token init --label x --so-pin-source file:wrong --yes
        """

    static let inUse = """
        sign letter P
        sign letter --key k P --force
        key generate --label k P
        key generate --label z --type p521 P
        key generate --label z --type rsa:1024 P
        key generate --label z --touch-policy always P
        key generate --label z --management-key-source file:pin P
        key delete --key 9c P
        csr create --key 9d P
        cert import letter P
        token init --label x --so-pin-source file:wrong --yes --pin-tries 50
        """

    /// Cards, by what is done to them before the rows.
    static let cards: [(name: String, steps: String, rows: String)] = [
        ("factory", "", card), ("no PIN", "!token init --label anna SO --yes", card),
        ("in use", "!token init --label anna SO P --yes\n!key generate --label k P\n!key generate --label l P", inUse),
        (
            "locked",
            "!token init --label anna SO P --yes\n!key generate --label k P\nkey list --pin-source file:wrong\n"
                + "key list --pin-source file:wrong2 --last-try\nkey list --pin-source file:wrong3 --last-try", card
        ),
    ]

    /// Answers of modules to one call, which is the last part of the command.
    static let faults: [(function: String, code: String, command: String)] = [
        ("C_OpenSession", "0x5", "key list --public"), ("C_OpenSession", "0x6", "key list --public"),
        ("C_OpenSession", "0x30", "key list --public"), ("C_OpenSession", "0x32", "key list --public"),
        ("C_Sign", "0x5", "sign letter --key k --format raw P"),
        ("C_Sign", "0x6", "sign letter --key k --format raw P"),
        ("C_Sign", "0x30", "sign letter --key k --format raw P"),
        ("C_Sign", "0x31", "sign letter --key k --format raw P"),
        ("C_SignInit", "0x68", "sign letter --key k --format raw P"),
        ("C_SignInit", "0x101", "sign letter --key k --format raw P"), ("C_Login", "0xA0", "key list P"),
        ("C_Login", "0xA2", "key list P"), ("C_GenerateKeyPair", "0xE2", "key generate --label z P"),
        ("C_GenerateKeyPair", "0x31", "key generate --label z P"),
        ("C_GenerateKeyPair", "0x70", "key generate --label z P"),
        ("C_GenerateKeyPair", "0x54", "key generate --label z P"),
        ("C_DestroyObject", "0xE2", "key delete --key k --yes P"), ("C_Initialize", "0x5", "list"),
        ("C_GetSlotList", "0x30", "list"), ("C_GetTokenInfo", "0xE0", "token show"),
    ]
}
