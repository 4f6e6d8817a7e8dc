/// The built-in table of PKCS #11 libraries, by vendor.
///
/// Rows hold file names and paths that vendors' packages install on Linux. The first file of a row that exists is
/// taken; the others of the row are copies or older versions of it.
package enum WellKnownModules {
    /// The rows, in the order in which they are looked for.
    package static let all: [WellKnownModule] = [
        WellKnownModule(
            vendor: "OpenSC",
            product: "OpenSC (PIV, OpenPGP, Nitrokey HSM, Rutoken basic, many eID cards)",
            fileNames: ["opensc-pkcs11.so"]
        ),
        WellKnownModule(
            vendor: "Aktiv",
            product: "Rutoken ECP, Lite, PINPad",
            fileNames: ["librtpkcs11ecp.so", "librtPKCS11ECP.so", "librtpkcs11ecp_2.0.so"],
            paths: [
                "/opt/aktivco/rutokenecp/x86_64/librtpkcs11ecp.so", "/opt/aktivco/rutokenecp/amd64/librtpkcs11ecp.so",
                "/usr/lib/3rdparty/ru.rutoken.librtpkcs11ecp/librtpkcs11ecp.so", "/usr/local/lib/librtpkcs11ecp.so",
                "/opt/kontur.plugin/pkcs11/librtpkcs11ecp.so",
            ]
        ),
        WellKnownModule(
            vendor: "Aladdin R.D.",
            product: "JaCarta PKI, GOST-2, LT, SF",
            fileNames: ["libjcPKCS11-2.so", "libjcPKCS11.so"]
        ),
        WellKnownModule(vendor: "Aladdin R.D.", product: "JaCarta Unified Client", fileNames: ["libjckt2.so"]),
        WellKnownModule(
            vendor: "CryptoPro",
            product: "CryptoPro CSP containers",
            paths: [
                "/opt/cprocsp/lib/amd64/libcppkcs11.so", "/opt/cprocsp/lib/amd64/libcppkcs11.so.4.0.4",
                "/opt/cprocsp/lib/aarch64/libcppkcs11.so",
            ]
        ),
        WellKnownModule(vendor: "ISBC", product: "ESMART Token GOST", fileNames: ["libisbc_pkcs11_main.so"]),
        WellKnownModule(
            vendor: "Thales",
            product: "SafeNet eToken 5110, 5300, 7300, PRO",
            fileNames: ["libeToken.so", "libeToken.so.10", "libeToken.so.8", "libeTPkcs11.so"]
        ),
        WellKnownModule(
            vendor: "Thales",
            product: "IDPrime MD 830, 840, 930, 940",
            fileNames: ["libIDPrimePKCS11.so", "libIDPrimePKCS11.so.10"]
        ),
        WellKnownModule(
            vendor: "Gemalto",
            product: "Classic Client",
            fileNames: ["libgclib.so"],
            paths: ["/usr/lib/ClassicClient/libgclib.so"]
        ),
        WellKnownModule(
            vendor: "Yubico",
            product: "YubiKey PIV",
            fileNames: ["libykcs11.so", "libykcs11.so.2", "libykcs11.so.1"],
            paths: ["/usr/local/lib/libykcs11.so"]
        ),
        WellKnownModule(
            vendor: "Feitian",
            product: "ePass2003 (Castle)",
            fileNames: ["libcastle_v3.so", "libcastle_v2.so", "libcastle.so", "libcastle.so.1.0.0"]
        ),
        WellKnownModule(vendor: "Feitian", product: "ePass2003 (ES)", fileNames: ["libes2003.so"]),
        WellKnownModule(vendor: "Feitian", product: "ePass3000", fileNames: ["libepsng_p11.so"]),
        WellKnownModule(vendor: "Nitrokey", product: "NetHSM", fileNames: ["libnethsm_pkcs11.so"]),
        WellKnownModule(
            vendor: "Bit4id",
            product: "Digital-DNA, tokenME, miniLector, CNS",
            fileNames: ["libbit4xpki.so", "libbit4ipki.so"],
            paths: ["/usr/lib/bit4id/libbit4xpki.so"]
        ),
        WellKnownModule(
            vendor: "Athena",
            product: "IDProtect",
            fileNames: ["libASEP11.so"],
            paths: ["/usr/lib/x64-athena/libASEP11.so"]
        ),
        WellKnownModule(
            vendor: "A.E.T.",
            product: "SafeSign, StarSign",
            fileNames: ["libaetpkss.so", "libaetpkss.so.3"]
        ),
        WellKnownModule(vendor: "IDEMIA", product: "Cosmo, AWP", paths: ["/usr/local/AWP/lib/libOcsCryptoki.so"]),
        WellKnownModule(
            vendor: "Watchdata",
            product: "ProxKey",
            fileNames: ["libwdpkcs.so", "libwdpkcs_SignatureP11.so"]
        ),
        WellKnownModule(vendor: "Longmai", product: "mToken GM3000", fileNames: ["libgm3000_pkcs11.so"]),
        WellKnownModule(vendor: "Longmai", product: "mToken CryptoID", fileNames: ["libmtoken_pkcs11.so"]),
        WellKnownModule(
            vendor: "Belgium",
            product: "Belgian eID",
            fileNames: ["libbeidpkcs11.so.0", "libbeidpkcs11.so"]
        ),
        WellKnownModule(
            vendor: "Portugal",
            product: "Cartão de Cidadão",
            fileNames: ["libpteidpkcs11.so"],
            paths: ["/usr/local/lib/libpteidpkcs11.so"]
        ),
        WellKnownModule(
            vendor: "Spain",
            product: "DNIe",
            fileNames: ["libpkcs11-dnie.so"],
            paths: ["/opt/FNMTpkcs11dnie/lib/libpkcs11-dnie.so"]
        ),
        WellKnownModule(vendor: "Lithuania", product: "Lithuanian eID", paths: ["/usr/lib/mcard-pkcs11.so"]),
        WellKnownModule(
            vendor: "Croatia",
            product: "Croatian eID",
            paths: [
                "/usr/lib/akd/certiliamiddleware/pkcs11/libEidPkcs11.so",
                "/usr/lib/akd/eidmiddleware/pkcs11/libEidPkcs11.so",
            ]
        ),
        WellKnownModule(
            vendor: "Czechia",
            product: "Czech eID",
            fileNames: ["libeopproxyp11.so", "libeop2v1czep11.so"]
        ),
        WellKnownModule(
            vendor: "Slovakia",
            product: "Slovak eID",
            paths: ["/usr/lib/eID_klient/libpkcs11_x64.so"]
        ),
        WellKnownModule(
            vendor: "OpenDNSSEC",
            product: "SoftHSM",
            fileNames: ["softhsm/libsofthsm2.so", "libsofthsm2.so"]
        ),
        WellKnownModule(
            vendor: "tpm2-software",
            product: "TPM 2.0",
            fileNames: ["libtpm2_pkcs11.so", "libtpm2_pkcs11.so.1", "libtpm2_pkcs11.so.0"]
        ),
        WellKnownModule(vendor: "Kryoptic Project", product: "Kryoptic", fileNames: ["libkryoptic_pkcs11.so"]),
        WellKnownModule(
            vendor: "Thales",
            product: "Luna HSM",
            paths: ["/usr/safenet/lunaclient/lib/libCryptoki2_64.so"]
        ),
        WellKnownModule(
            vendor: "Amazon",
            product: "CloudHSM",
            paths: ["/opt/cloudhsm/lib/libcloudhsm_pkcs11.so"]
        ),
        WellKnownModule(
            vendor: "OpenSC",
            product: "OpenSC with one PIN per slot",
            fileNames: ["onepin-opensc-pkcs11.so"],
            leftOutBecause: "it shows the tokens of opensc-pkcs11.so a second time"
        ),
        WellKnownModule(
            vendor: "OpenSC",
            product: "PKCS #11 Spy",
            fileNames: ["pkcs11-spy.so"],
            leftOutBecause: "it only writes a log of calls into another module"
        ),
        WellKnownModule(
            vendor: "p11-kit",
            product: "Proxy Module",
            fileNames: ["p11-kit-proxy.so"],
            leftOutBecause: "it shows the tokens of the registered modules a second time"
        ),
        WellKnownModule(
            vendor: "p11-kit",
            product: "Trust Module",
            fileNames: ["p11-kit-trust.so"],
            leftOutBecause: "it holds certificate anchors, not tokens"
        ),
    ]

    /// The row to which a path belongs by its file name, or nil.
    package static func row(ofPath path: String) -> WellKnownModule? {
        all.first { $0.hasFileName(of: path) }
    }
}
