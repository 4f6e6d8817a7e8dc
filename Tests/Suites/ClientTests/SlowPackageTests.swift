import Foundation
import TestRig
import Testing

/// The Debian packages, made of the programs that are built for the tests: a release build takes longer than all tests.
@Suite("scripts/package")
struct SlowPackageTests {
    @Test(
        "Two runs make the same packages, lintian finds no error, and bare Debians 12 and 13 install, use and purge them",
        .enabled(if: geteuid() == 0, "debootstrap needs root")
    )
    func packages() async throws {
        let place = try await ClientPlace(cards: [])
        let names = try await make(in: place, "first")
        #expect(names.map { $0.split(separator: ".").last } == ["deb", "deb", "json", "deb"], "\(names)")
        // Another directory, without the repository, at another time.
        let copy = try place.directory.makeDirectory("copy")
        let tree = BuildProducts.packageDirectory.path
        let pages = "README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md"
        let files = "scripts packaging docs udev Examples \(pages) Package.swift Package.resolved"
        try await place.run(["sh", "-c", "cd '\(tree)' && cp -r --parents \(files) Sources/CommandLine '\(copy)'"])
        #expect(try await make(in: place, "second", tree: copy) == names)
        for name in names {
            try await place.run("cmp", place.directory.path("first/\(name)"), place.directory.path("second/\(name)"))
        }
        for (package, program) in [
            ("jeton_", "bin/jeton"), ("jeton-agent_", "bin/jeton-agent"),
            ("libjeton-pkcs11_", "lib/*/pkcs11/libjeton-pkcs11.so"),
        ] {
            let name = try #require(names.first { $0.hasPrefix(package) })
            let words = "dpkg-deb --extract first/\(name) extracted && readelf -lW extracted/usr/\(program)"
            #expect(try await place.run(["sh", "-c", words]).contains("GNU_RELRO"), "\(program)")
        }
        // A build for tests loads Swift's run-time from where it lies.
        let paths = names.filter { $0.hasSuffix(".deb") }.map { place.directory.path("first/\($0)") }
        let lint = ["lintian", "--fail-on", "error", "--allow-root", "--suppress-tags", "custom-library-search-path"]
        try await place.run(lint + paths, deadline: .seconds(300))
        try place.directory.write(Self.guest, to: "guest.sh")
        async let older: Void = installAndPurge(place, "bookworm")
        try await installAndPurge(place, "trixie")
        try await older
    }

    /// Makes the packages of a tree in a directory, and gives their names.
    private func make(in place: ClientPlace, _ name: String, tree: String? = nil) async throws -> [String] {
        let root = tree ?? BuildProducts.packageDirectory.path
        let output = place.directory.path(name)
        let programs = BuildProducts.directory.path
        try await place.run(
            ["\(root)/scripts/package", "--programs", programs, "--output", output],
            environment: ["SOURCE_DATE_EPOCH": "1700000000"],
            deadline: .seconds(300)
        )
        return try FileManager.default.contentsOfDirectory(atPath: output).sorted()
    }

    private func installAndPurge(_ place: ClientPlace, _ suite: String) async throws {
        let root = try place.directory.makeDirectory(suite)
        let program = "\(BuildProducts.directory.path)/jeton"
        let said = try await place.run(
            [
                "unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private", "sh", "-eu", "-c",
                Self.host, "sh", root, place.directory.path("first"), place.directory.path("guest.sh"), program, suite,
            ],
            deadline: .seconds(900)
        )
        #expect(said.contains("libjeton-pkcs11.so  /usr/share/p11-kit/modules/jeton.module"), "\(suite): \(said)")
        #expect(said.contains("Jeton virtual card alpha"), "\(suite): \(said)")
        #expect(said.contains("demo: done"), "\(suite): \(said)")
        #expect(said.contains("Label: alpha"), "\(suite): \(said)")
        #expect(said.contains("ecdsa-sha2-nistp256 "), "\(suite): \(said)")
        #expect(said.contains("left of the packages: 0\nalpha.card\nalpha.card.key\n"), "\(suite): \(said)")
    }

    /// Makes a bare Debian from the archive that this machine uses, in memory, and goes into it.
    private static let host = """
        mount -t tmpfs tmpfs "$1"
        site=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | head -n 1)
        debootstrap --variant=minbase "$5" "$1" "$site"
        rm -rf "$1/etc/apt"
        cp -r /etc/apt "$1/etc/apt"
        sed -i "s/$(. /etc/os-release; echo "$VERSION_CODENAME")/$5/g" $(find "$1/etc/apt" -name '*.list' -o -name '*.sources')
        cp /etc/resolv.conf "$1/etc/resolv.conf"
        cp -r "$2" "$1/packages"
        cp "$3" "$1/guest.sh"
        # A program that was built for debugging loads Swift's run-time from where it lies.
        runtime=$(readelf -d "$4" | sed -n 's/.*RPATH.*\\[\\([^:]*\\).*/\\1/p')
        mkdir -p "$1$runtime"
        mount --bind "$runtime" "$1$runtime"
        mount -t proc proc "$1/proc"
        mount --rbind /dev "$1/dev"
        exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 sh -eu /guest.sh
        """

    /// What is done in it.
    private static let guest = """
        export DEBIAN_FRONTEND=noninteractive
        cd /root
        apt-get -qq update
        apt-get -qq -y -o Dpkg::Options::=--force-unsafe-io install --no-install-recommends \\
            /packages/*.deb gnutls-bin openssh-client openssl >/dev/null
        jeton modules list
        jeton virtual create alpha
        jeton list
        jeton demo >demo.txt 2>&1 || { cat demo.txt; exit 1; }
        echo "demo: done"
        umask 077
        echo 246813 >pin
        echo 97531864 >so-pin
        jeton token init --reader "$(jeton list --json | sed -n 's/.*"name": "\\(.*\\)".*/\\1/p' | head -n 1)" \\
            --label alpha --so-pin-source file:so-pin --pin-source file:pin --yes
        jeton key generate --type ec:p256 --label work --pin-source file:pin
        p11tool --list-tokens
        mkdir foreign
        echo "not a library" >foreign/libcrypto.so.3
        LD_LIBRARY_PATH=/root/foreign jeton list | grep alpha
        LD_LIBRARY_PATH=/root/foreign jeton doctor | grep foreign/libcrypto.so.3
        ssh-keygen -D /usr/lib/*/pkcs11/libjeton-pkcs11.so
        test -f /usr/share/bash-completion/completions/jeton
        test -f /usr/share/zsh/vendor-completions/_jeton
        test -f /usr/share/fish/vendor_completions.d/jeton.fish
        test -f /usr/share/doc/jeton/udev/60-jeton-tokens.rules
        test ! -e /lib/udev/rules.d/60-jeton-tokens.rules
        test -f /usr/share/man/man1/jeton-sign.1.gz
        test -f /usr/share/man/man1/git-credential-jeton.1.gz
        zcat /usr/share/doc/jeton/changelog.gz | grep -q '^# Changelog'
        test -f /usr/share/doc/jeton/docs/verify.md
        apt-get -qq -y purge jeton jeton-agent libjeton-pkcs11 >/dev/null
        find / -xdev -name '*jeton*' -not -path '/root/*' -not -path '/packages*' -not -path '/var/cache/*' >left
        cat left
        echo "left of the packages: $(wc -l <left)"
        ls /root/.local/share/jeton/cards
        """
}
