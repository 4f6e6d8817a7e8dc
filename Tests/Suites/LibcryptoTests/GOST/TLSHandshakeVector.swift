import JetonLibcrypto
import Testing

/// A handshake of TLS 1.2 as RFC 9189, A.1.3 and A.2.2, print it.
///
/// The RFC prints coordinates and scalars as numbers; here they are in the order of octets of keys.
struct TLSHandshakeVector: Sendable, CustomTestStringConvertible {
    /// The cipher of a cipher suite, with its ways to export keys and to protect records.
    enum Suite: Sendable {
        case magma
        case kuznyechik
        case gost28147
    }

    let testDescription: String
    let suite: Suite
    let curve: GOSTCurve
    let serverKey: String
    let serverPoint: String
    let ephemeralKey: String
    let ephemeralPoint: String
    let premasterSecret: String
    let randomHash: String
    /// K_Exp_MAC and K_Exp_ENC, or R of KEG_28147, which the RFC calls K_EXP.
    let exportKeys: String
    let exported: String
    /// ClientHello to ClientKeyExchange.
    let messages: [String]
    /// CertificateVerify, if there is one.
    let certificateVerify: String
    let masterSecret: String
    let keyMaterial: String
    let clientHash: String
    let serverHash: String
    let clientFinished: String
    let serverFinished: String
    /// Application data of the client and of the server.
    let data: [String]
    /// Finished, application data and close_notify of the client.
    let clientRecords: [String]
    /// Finished, application data and close_notify of the server.
    let serverRecords: [String]

    func clientRandom() throws -> [UInt8] { Array(try Vector.octets(messages[0])[6..<38]) }

    func serverRandom() throws -> [UInt8] { Array(try Vector.octets(messages[1])[6..<38]) }

    static let all = [
        TLSHandshakeVector(
            testDescription: "RFC 9189, A.1.3.1",
            suite: .magma,
            curve: .cryptoProA,
            serverKey: "4c1427057f7567397df28eb729fb636d1f3b0a107b83e0aeaca8d6df5583305f",
            serverPoint: """
                6781bfe0608c1466739bc4d510bffa820207263b2994fb9dfc5b652ea7d43165b8a553b5773e36d46cc266c2ffb47082
                5027e726786fa6c47f915ddc71ccf837
                """,
            ephemeralKey: "1e6c5ea2e8c906b7b809072cff931447787fce3cf7a6e46ce13d3782747cc7a5",
            ephemeralPoint: """
                9307e098c17188f1f1477fefb87faef1bbcd95673b1b8f9703a262d2636df3a887f8141feac25a17ccb5960461ed16b0
                f8b1be93594395a10e6485446b5dca34
                """,
            premasterSecret: "a5576ce7924a24f58113808dbd9ef856f5bdc3b183ce5dadca36a53aa077651d",
            randomHash: "c3ef0428d4b7a1f4c5025f2e65dd2b2ea583aeefdb67c7f4214a6a298e99e325",
            exportKeys: """
                2d8ba8c84cb232ff41f10c3ad924134223254f71e5696d3d29c3e4c9daa6b293849eb6340bffae6928a3c3e4ff92eccb
                1e8f0cf7a188368e6b748e52ea378b0c
                """,
            exported: """
                d7f0f0422367867b25fa4233a954f58bde92e9c9bbfb8816c99f15e6398722a0b2b7bfe8493e9a5c
                """,
            messages: [
                """
                010000400303933ea21ec3802a561550ec78d6ed51ac2439d7e749c31bc3a3456165889684ca000004c100c101010000
                13000d0006000408400841ff0100010000170000
                """,
                """
                020000410303933ea21e49c31bc3a3456165889684caa5576ce7924a24f58113808dbd9ef85610c3802a561550ec78d6
                ed51ac2439d7e7c101000009ff0100010000170000
                """,
                """
                0b0001db0001d80001d5308201d13082017ea003020102020833fbb2c0e9575a46300a06082a85030701010302301f31
                1d301b06035504030c14746573745f73656c667369676e65645f63657274301e170d3139303632373135323430385a17
                0d3230313231383135333430385a301f311d301b06035504030c14746573745f73656c667369676e65645f6365727430
                66301f06082a85030701010101301306072a85030202230106082a8503070101020203430004406781bfe0608c146673
                9bc4d510bffa820207263b2994fb9dfc5b652ea7d43165b8a553b5773e36d46cc266c2ffb470825027e726786fa6c47f
                915ddc71ccf837a38196308193301d0603551d0e04160414e7d00bb84d8d2418293e05c17ce77798d48d3016300e0603
                551d0f0101ff0404030201c630120603551d130101ff040830060101ff020101304e0603551d23044730458014e7d00b
                b84d8d2418293e05c17ce77798d48d3016a123a421301f311d301b06035504030c14746573745f73656c667369676e65
                645f63657274820833fbb2c0e9575a46300a06082a85030701010302034100e28844f9f1c855e2db5b19797990e4b545
                2cf82fe1f19ee237b754cbcd5078d752a28013dffc8224ad114bbd7c1bb71e480ad6eef9857a8c99c5959053eedfe9
                """,
                "0e000000",
                """
                100000953081920428d7f0f0422367867b25fa4233a954f58bde92e9c9bbfb8816c99f15e6398722a0b2b7bfe8493e9a
                5c3066301f06082a85030701010101301306072a85030202230106082a8503070101020203430004409307e098c17188
                f1f1477fefb87faef1bbcd95673b1b8f9703a262d2636df3a887f8141feac25a17ccb5960461ed16b0f8b1be93594395
                a10e6485446b5dca34
                """,
            ],
            certificateVerify: "",
            masterSecret: """
                fdd27cb404ad4e4449684f7c5590e9e702ef4101933b5277a4a96df500b07cc3324fd8a6d907cbb03df3fb331f1c4d0c
                """,
            keyMaterial: """
                dd4e1017e3091ffd8675658a780090093bbe69eca693315ca85be0a6143dc9f81d64d023465f8bea17f812f8c2d8bfc0
                d9bbaba7b4dfd3a17ce0e13b2d6365f3fc8b3459cf54fe449a04076453730800751032559d07b6c4eac6754871bc978a
                b90e2aee987714bbd8f757aef784ff2447b3942eb43e2635731c4c2822d02d792b6a813f93eda6fa
                """,
            clientHash: "7e1f59d3649db60900ea4f8a585a657a9277b30450584cf54351198cdea30c49",
            serverHash: "dbd7d893824aedfdd5fb7b754b47e1e6afe077dae6d113634207c7ee0fc6f3b1",
            clientFinished: """
                14000020b461c5ad25ea1e62b370bd1f1bcb1691fcccba378bbc1343be54b38df553b7a5
                """,
            serverFinished: """
                140000204539ec8d0af7b1a62041ab434a437771d34c4719d86ebbfd0f28c3e953550cd0
                """,
            data: [
                "0000000000000000000000000000000000000000000000000000000000000000",
                "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            ],
            clientRecords: [
                """
                160303002c0c630271d4da39dd8d6bd040302d9b8f33d5f7b967eed155f7d65592892c03c7885c249b1225b184ab4d5d
                bf
                """,
                """
                170303002838807b6e5e0c3f4f7e0dbf7758031bf07f100c4b63adbc75f49bcbf428572d377caed097336db203
                """,
                "150303000a4f2a0807a0374e28c632",
            ],
            serverRecords: [
                """
                160303002ce6a94a4bf70886566a2316811e57b483bb1e47950a1ff820a80dca77a4df99542dab6953f3ed03d95cca47
                48
                """,
                """
                170303002805b869e5c979c3b9d4837b8e39d9bbee1bbd0052d3d48340d0cde082b33bc07f4e742d1113249ad8
                """,
                "150303000a999468b49ac5b0de512c",
            ]
        ),
        TLSHandshakeVector(
            testDescription: "RFC 9189, A.1.3.2",
            suite: .kuznyechik,
            curve: .tc26ParamSet512C,
            serverKey: """
                012e1945d4c61a8e52cf37e1bffb7dd28dc05f0d64aecca889892d5a36ed05304b640126408b6f80792dc73cfdabc7fb
                ad3455a2f9596cf6a0797406707afd12
                """,
            serverPoint: """
                3a83eb1df1b839fde4d25bb352272dc210337e7c0d9f234e9b3c7067b206977a24973e13c3f69fcd47f48b280aa3e692
                80f53f9b666365c672d99a47da8945f1eaf4117a58be6ab1eb67d5b3e3e178bde62b611da0a70141cb1c5e6ae6dff299
                f213043bb5dddfb1042c3a7f72957cfc0bb30ab29f05a1604e2d50365be905f3
                """,
            ephemeralKey: """
                31486e5af98ca42292689d8417ea267e4b2f87ebf7fcb020e192301dd0a03adcfab15b17e36e82bcaa3645a2dc297e6b
                63dca2a78f4118ad95d66db611cd0a15
                """,
            ephemeralPoint: """
                c65bd705b6860198bad4a70eb937b6b48084e260adf7b1074a89182862c5bffe6486283541330b150fe48a737cb3e5bb
                043e4a1134035a6d479b189351be41c9be9a7e2afc246276fe4e2356845293b03178e2ec003ca8a814324f16350bc0ab
                534187de86c76be29a940a8db2ad71646aa0c952fdf411206548813eb9f754a1
                """,
            premasterSecret: "a5576ce7924a24f58113808dbd9ef856f5bdc3b183ce5dadca36a53aa077651d",
            randomHash: "c3ef0428d4b7a1f4c5025f2e65dd2b2ea583aeefdb67c7f4214a6a298e99e325",
            exportKeys: """
                7dac56e48a4dc170faa8fcbae20db845450cccc4c6328bdc8d01157cefa2a5f11f1cbad8866166f01ffaab0152e24bf4
                609d5f46a5c899c787900d08b9fcad24
                """,
            exported: """
                250d1b67a270ab04d3f65418e1d380b4cb945f0a3dca51500cf3a1bef37f76c07341a9839ccf6cba7189da61eb67176c
                """,
            messages: [
                """
                010000400303933ea21ec3802a561550ec78d6ed51ac2439d7e749c31bc3a3456165889684ca000004c100c101010000
                13000d0006000408400841ff0100010000170000
                """,
                """
                020000410303933ea21e49c31bc3a3456165889684caa5576ce7924a24f58113808dbd9ef85610c3802a561550ec78d6
                ed51ac2439d7e7c100000009ff0100010000170000
                """,
                """
                0b00024c00024900024630820242308201aea003020102020101300a06082a850307010103033042312c302a06092a86
                4886f70d010901161d746c7331325f736572766572353132434063727970746f70726f2e727531123010060355040313
                09536572766572353132301e170d3137303532353039323531385a170d3330303530313039323531385a3042312c302a
                06092a864886f70d010901161d746c7331325f736572766572353132434063727970746f70726f2e7275311230100603
                55040313095365727665723531323081aa302106082a85030701010102301506092a850307010201020306082a850307
                01010203038184000481803a83eb1df1b839fde4d25bb352272dc210337e7c0d9f234e9b3c7067b206977a24973e13c3
                f69fcd47f48b280aa3e69280f53f9b666365c672d99a47da8945f1eaf4117a58be6ab1eb67d5b3e3e178bde62b611da0
                a70141cb1c5e6ae6dff299f213043bb5dddfb1042c3a7f72957cfc0bb30ab29f05a1604e2d50365be905f3a343304130
                1d0603551d0e04160414879cc65a0f4a89cb4a5849df0561569baadc1169300b0603551d0f0404030203283013060355
                1d25040c300a06082b06010505070301300a06082a850307010103030381810035be3851ecb6e92d324001810f8c8903
                5242f405469f4c4ecb05027c57e2715212afd7cdbb0ced7a8b4d3342cc501abd999975a58ade0e584fca35f52e4558b7
                311d49d0a0513279f739371af83c5bc58b366dfefa7345d50317867c177ac84ac07ee8612164629ab7bdc48aa0f64a74
                1fe7298e82c5bfce8672029f875391f7
                """,
                "0d00000b0243440004084008410000",
                "0e000000",
                """
                0b0001ea0001e70001e4308201e03082018da003020102020101300a06082a850307010103023053312e302c06092a86
                4886f70d010901161f746c7331325f636c69656e74323536415f454063727970746f70726f2e72753121301f06035504
                031e180043006c00690065006e00740032003500360041005f0045301e170d3137303532353039333131385a170d3330
                303530313039333131385a3053312e302c06092a864886f70d010901161f746c7331325f636c69656e74323536415f45
                4063727970746f70726f2e72753121301f06035504031e180043006c00690065006e00740032003500360041005f0045
                3068302106082a85030701010101301506092a850307010201010106082a85030701010202034300044075490b7bf879
                d81cc5a1baea666506dfb5d7bf25606778b724f3159e8ab15d0f86f3482cb2ab108d5ac2de4efb2bfae0393994c2de87
                f0d342f86183f1bbe59ea3433041301d0603551d0e0416041474491e7730d342a6280e72a1139dd9908bfaf103300b06
                03551d0f04040302078030130603551d25040c300a06082b06010505070302300a06082a850307010103020341001c2d
                3522b41102d6201f2350c1cab43ac01afb0f3451bdc2db188bbcb77884251cdf6037ba830f4b31d5e96fdc9bc1c95abe
                658266c48402e070de1f292724e8
                """,
                """
                100000e23081df0430250d1b67a270ab04d3f65418e1d380b4cb945f0a3dca51500cf3a1bef37f76c07341a9839ccf6c
                ba7189da61eb67176c3081aa302106082a85030701010102301506092a850307010201020306082a8503070101020303
                818400048180c65bd705b6860198bad4a70eb937b6b48084e260adf7b1074a89182862c5bffe6486283541330b150fe4
                8a737cb3e5bb043e4a1134035a6d479b189351be41c9be9a7e2afc246276fe4e2356845293b03178e2ec003ca8a81432
                4f16350bc0ab534187de86c76be29a940a8db2ad71646aa0c952fdf411206548813eb9f754a1
                """,
            ],
            certificateVerify: """
                0f00004408400040f71f4362455bc55ba89a8faf018288ec00b32717482e7624b257d9797c8ff602e315fdbd8de56d08
                5418040e1b61bbf6b301ac263d50038b303113db3617503a
                """,
            masterSecret: """
                e31817b0ec7f3bc94a8bc45f8912dec5712a7a34785631c04bae8143ee1790b4c9d3680f6c9de1707458c875624db6ed
                """,
            keyMaterial: """
                50525d334ef7006c1dedb8b808ea03cccf1fcb3d3365f972e17c7c314edd97906c7435220aa1b0c6de6a1b0fac29b617
                9eb323866225e07f304ca1d1277586297b97205d7a08c2cd7f603c094675e6c4cc15f2840d9aec63f02aff51dbd574d2
                766c772b832fce58cb4de5498877a67aa45140b2ed526e61650a281b325635bccb8ef94c5bdf5b9f4748b95bf1b0e0bf
                """,
            clientHash: "c9a480da296cdd123e9aeb26888b8619ea6778b723faa8b2dc706acba5abaf11",
            serverHash: "4a414cad20f846d8f5d1052610a59ded6d2b1bb2a89e135101fc9e49eda80fb4",
            clientFinished: """
                14000020987c13e6fa16f3d510ae8300235872273290094c8fc7b5f0c7d747c42735f8f1
                """,
            serverFinished: """
                140000201e937da477ee1f230a41d6e9d41446b7f21ca1b2e2324a552d52b3255eb43ddf
                """,
            data: [
                "0000000000000000000000000000000000000000000000000000000000000000",
                "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            ],
            clientRecords: [
                """
                16030300344dc53d655edfd1843af69adbde989c0b1f0c0a1a0fd1b3f458029d8f9989fbf96c5c42971063a9b70714f4
                12e4f6280f7c21601b
                """,
                """
                1703030030f14f06fb8557408846080690e7a5525d1c6e9c901d24025486ab79728bf63d065c09c27233006d65cff0b5
                ba87504969
                """,
                "1503030012e530c164642a078cef528cb465e9da7ead4d",
            ],
            serverRecords: [
                """
                1603030034f9887c3654b6ccc6ae7d7b18a46c663f3d1daf30c9a853a9871077fdd5ca063b2c81bcc9d59fa6e3f5fad9
                b2599bb586854a2d76
                """,
                """
                17030300301561e52a8b6db258746ffe18f3cdcb111d0173af2e5c13741c99bff13b47cd32b3ced856a9506e706a2340
                d5841ab114
                """,
                "1503030012eb62e5ab78bf2a4b678920a11027ec430c3f",
            ]
        ),
        TLSHandshakeVector(
            testDescription: "RFC 9189, A.2.2",
            suite: .gost28147,
            curve: .tc26ParamSet512A,
            serverKey: """
                8b6041ed3059bd0333383b666fceb9b3263da99d2db618dcfe63fb236d01eb34d442b414e90c0809073338c2e73e014b
                374ee88013c533562ccbc4a2af831e5f
                """,
            serverPoint: """
                9567949f6abfa3d9891c7021f289fd24141b84e3232924b858913855467954e07a9b2e9d85ac2e0b993e43d5136af397
                6d23244899434120c88a27c06605db16cfd40fa0c47720086da01516764404228232f7f7f226986280daffaa99bb6f7d
                5ae64a5a28cb02fdb84fe20dd57aaea53516bb2bf1856bbcc823bdc5de801ed0
                """,
            ephemeralKey: """
                565d8e3c6dfd0fcc3ea84faacaf58d07d21b4796ebba487660c1a32d9b876c0fca3c6c7ef67ece9110cf2ad427acc943
                37d54501adf562a1892373a3b18664c9
                """,
            ephemeralPoint: """
                fb4bf8ab9f71a7a662570c77c33961dd60fc3c159501b5d223b3b3a1b315a849dc7081a0ad59e5e5824822f6e86bef2a
                fe5bd97f2d3be493e437c7bc81b39c4bd0fb94012eaf7a0d64c422f7f5682dcf72683da527548aeb2a5df67349d0dd42
                6cabc51300dabf6120d2eb850d7db7770a96e4841cb5fceea546c89283f2ce95
                """,
            premasterSecret: "ce0dd6b6704212152be4695a7e89f64c8929a40dbf0a5a55c2ce002b06bab62f",
            randomHash: "fbf39d10e800af70e7aa22c110da94a99a5898d84527c7cbdec11e5339906a1a",
            exportKeys: "3fd999d1684a15cc9bdd5a35067af69817150022e09554ac791a60f161f55349",
            exported: """
                fbf39d10e800af70d622d167a5642e29525a295cb9f28f96f28b0efaa7d3a2bee149b01178c2dfd54c933657
                """,
            messages: [
                """
                0100003a03036a523d6880dcc2dc75ccc43cfd04b616f5c3757b8077b76a9b504949fd3bfdb8000002c1020100000f00
                0d0006000408410840ff01000100
                """,
                """
                0200004d0303fe92c9516d0e1a67a04c33cd7f2c90b15e76dcc30815c19f92a6d100915af2db2012aaa5e5779014711c
                cd6d265bdee5191026431c83768ee5eb5a157f940be9fbc102000005ff01000100
                """,
                """
                0b0002660002630002603082025c308201c8a00302010202147894dc9d920977809191642f1daedc26ba3b5104300a06
                082a850307010103033019311730150603550403130e4341204365727469666963617465301e170d3138303130323030
                303031315a170d3232303130323030303032315a3021311f301d06035504031316536572766572203531322043657274
                696669636174653081aa302106082a85030701010102301506092a850307010201020106082a85030701010203038184
                000481809567949f6abfa3d9891c7021f289fd24141b84e3232924b858913855467954e07a9b2e9d85ac2e0b993e43d5
                136af3976d23244899434120c88a27c06605db16cfd40fa0c47720086da01516764404228232f7f7f226986280daffaa
                99bb6f7d5ae64a5a28cb02fdb84fe20dd57aaea53516bb2bf1856bbcc823bdc5de801ed0a38193308190300c0603551d
                130101ff04023000301a0603551d110413301182096c6f63616c686f737487047f00000130130603551d25040c300a06
                082b06010505070301300f0603551d0f0101ff0405030307b000301d0603551d0e04160414ae46411bfdb308c3390347
                57572b0fbfa36f9a99301f0603551d230418301680147f7b7a1561a6f218a2e3483bc639d97f42db6daf300a06082a85
                030701010303038181009c4978f71bab548a256d2a187ca84d724fe1efa7e536672e791f8a0cb6741eb163e296378c5b
                8283eedab41ba4221ebce205f6f879cfebf0ade936070fb240e50d0437037f2aec99c7cd239f6f2025a86c12d51f99c9
                8a4a9904f0ea5486fed7ff66ab8eb2425e1aceae8a758bdf843be1a8f6febf673015fed7ab86533dbf20
                """,
                "0e000000",
                """
                100000f53081f23081ef30280420d622d167a5642e29525a295cb9f28f96f28b0efaa7d3a2bee149b01178c2dfd50404
                4c933657a081c206092a8503070102050101a081aa302106082a85030701010102301506092a85030701020102010608
                2a8503070101020303818400048180fb4bf8ab9f71a7a662570c77c33961dd60fc3c159501b5d223b3b3a1b315a849dc
                7081a0ad59e5e5824822f6e86bef2afe5bd97f2d3be493e437c7bc81b39c4bd0fb94012eaf7a0d64c422f7f5682dcf72
                683da527548aeb2a5df67349d0dd426cabc51300dabf6120d2eb850d7db7770a96e4841cb5fceea546c89283f2ce9504
                08fbf39d10e800af70
                """,
            ],
            certificateVerify: "",
            masterSecret: """
                be5746c8bbb7847e978fd4c94f523452442c8eb172fde6281c18c54463b1f94c2bd9814005416dbb0f90a57ea4e06b50
                """,
            keyMaterial: """
                f337f6a86ff31fca52ea647cdee3b78334ab77b57fe0db2fc0c871ecdcaca5a8fba04c2132823a2496ef936f0ebcf30e
                a0cb7eaf6ca794754f1f45b17722deb44e5bc32d4430af5893116acf81a3be0c90d2ea8e76e0840728baf5e2b2f940c0
                ae18267bb634c16a1d1ac1247350954b2fee9b77f30d18d554012b437860870ad921a84b07ff98af8c82386b91fbba64
                """,
            clientHash: "f8d6feeb17644d17b03836a651eb8769bdeaa2d3eb1847f69191427c30d0178e",
            serverHash: "9c9fc4e3325b5fb370b9942a71d26ef01071d8a5a18f69e8c20b70cc90e9a946",
            clientFinished: "1400000cd3ee1dea725cd7080c744311",
            serverFinished: "1400000cd6a2a697e9f23db0f9017a79",
            data: [
                "48454c4f0a",
                "48454c4f0a",
            ],
            clientRecords: [
                "16030300148854a0ed0ccbdae076fa7d22d763a8d1af701bbb",
                "1703030009a8951d9389d1aefe3b",
                "1503030006f91fcd98f309",
            ],
            serverRecords: [
                "16030300147bddbb3c0a6a4a9e302b468ccd5cf786665ffebc",
                "17030300090f368e5cec86b4f8d7",
                "1503030006117b57ad5fed",
            ]
        ),
    ]
}
