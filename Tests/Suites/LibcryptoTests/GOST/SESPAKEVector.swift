import JetonLibcrypto
import Testing

/// An example of RFC 8133: the point of appendix A.1 and the run of appendix A.2 on one curve.
///
/// The RFC prints coordinates and scalars as numbers; here all are in the order of octets of keys and shares.
struct SESPAKEVector: Sendable, CustomTestStringConvertible {
    let curve: GOSTCurve
    let p: String
    let seed: UInt8
    let maskPoint: String
    let stretched: String
    let passwordPoint: String
    let alpha: String
    let alphaP: String
    let clientShare: String
    let beta: String
    let source: String
    let serverKey: String
    let betaP: String
    let serverShare: String
    let clientKey: String
    let clientCode: String
    let serverCode: String

    var testDescription: String { "\(curve)" }

    static let all = [
        SESPAKEVector(
            curve: .cryptoProA,
            p: "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffd97",
            seed: 1,
            maskPoint: """
                bbd76a394de8bffc3cf25603084e274c17b0597718669b9efa09a3f1ca519da6
                ac6d7859a6266461b9540f1762639894fe55fa8679cf4d40c09a2ecc9ef2265d
                """,
            stretched: "bd04673f7149b18e98155bd1e2724e71d0099aa25174f792d3326c6f18127067",
            passwordPoint: """
                5eb4a9c9c94c73abe80141272d12f321f1cc75f58524624c42c7e7d155564959
                623cb57877487be699391ef33a4e047aa0a4628561033b1f709b3cd311c3d148
                """,
            alpha: "b3a6db3c870c3e99245e0d1c06b747deb3124dc843bb8ba61f035a7d0938251f",
            alphaP: """
                76969f57314dfab44cdf5d564fea4fd1a44a9b37357922062de6c12df47cc7bb
                bfda098598ec13154c41a1bbab80cbf681472796494d684682f2fd4a4a60168e
                """,
            clientShare: """
                8d9e227470e3b9b5308722edc2e26b805e79a8fcf307b98160a7b28343564f20
                419d1f52e7e3ed2093fa1d07fa8361c511cae7377f1a607be3dd612c449e4fe8
                """,
            beta: "5dd4cbfc96f5453b130d890a1cdbae32209a50ee407836fd124932f69e7d49dc",
            source: """
                2e01a3d84fdb7e947bb8929be9363df5f725d6401aa559d41a6724f8d5f18e2c
                a0dba93105cddaf4bfaea3906fdd719dbeb297b6a17f4fbd96dcc723ea3472a9
                """,
            serverKey: "1a626554921dc2e92b4dd8d67dbe5a5662e56299373f06799535ad26094ecaa3",
            betaP: """
                29bc42f7499e40b22e7b5b2e94fd71226eb8fa47dfa27c3ee888e31b1c349760
                d0b7ba51d1fef9172294b381a67a8530fe25ae88978bf10efaa64cdb8ba41ac8
                """,
            serverShare: """
                2de210197d7d204fdd862a75dcbf8084ef6d48d3f6cb0ebcae354a1d2f7a13dc
                72d54e62dbaf0afb0779724a30ae078f137ce5da6178d7a472c7dc99cef03275
                """,
            clientKey: "1a626554921dc2e92b4dd8d67dbe5a5662e56299373f06799535ad26094ecaa3",
            clientCode: "237a03c35f4917ce86b3589445f11e1a6f108b2fdd0aa9e810664b255960b579",
            serverCode: "9ee0e8733b069850804d9798731dcd1cffe87a3b151f0ae83ea96afb4ffc31e4"
        ),
        SESPAKEVector(
            curve: .cryptoProB,
            p: "8000000000000000000000000000000000000000000000000000000000000c99",
            seed: 0,
            maskPoint: """
                99e3497f7ec24cee013f69fc2f9dc8362b4a79a99378513bcb174b4a875a713d
                fee74f5f365339b5848315ad2fceea9630dbf338ea8cdf7ce8e77ccf1f645a1c
                """,
            stretched: "bd04673f7149b18e98155bd1e2724e71d0099aa25174f792d3326c6f18127067",
            passwordPoint: """
                85b9ab62268d4c915b95924d40a54be3150d7952c4d9735aca1f69bc26aec26d
                77b05d6edf3e4547673088b0669f05acbb54312fd1ce35c330ae65dda9aa023b
                """,
            alpha: "ad4f14f2444066d06bc430b7323ba122f622919de18b1fdab0ca9902b9729d49",
            alphaP: """
                ddf830dfa1348e043c521f8c4dd2d47cefebf779f17748d7227271db16f9d661
                009020fbe7a5698cb1f1e205e1a473493f50782e08042966fefc9c046388c43e
                """,
            clientShare: """
                b13ac650bc8e15fece1effeb0ecd65372de84a6b2270a071112a3df37a43f521
                cc7eeb72018ceacccbd389e0a54fad00c1b48c9f9aad38e7ecaa1ad1b553955c
                """,
            beta: "9d66f4f87dbf529cccc523db53b2f776be14d67e2ddc8e6683ef574961ff690f",
            source: """
                50140a5ded3343efc8257b79e646d9f0df43828c04919bd460c97ad14ba3a86b
                00c406b5744d8eb149dc8e7fc84064d85320253e57a9b6b13d0d38fea8ee5e0a
                """,
            serverKey: "a626de01b1680ff7513009122bcee1896883394f96030172455c9ae060cce44a",
            betaP: """
                6c4dab78240f899fbac8f897ea0855297171326c54722bfb0ca10b9c7e6fbc33
                a6a4d1ee8efc26f42e454e46ad2a7a4386c6cc22927e052f496f396c397bd575
                """,
            serverShare: """
                ac99efdc2c4122e34e366088f5cb5fc231d7ff2ce2377f4a228aee18e7de9d08
                5ca5cd203ea4917f42fdf8b063d4d532a525f4be7118574c35a695e3d403ce0e
                """,
            clientKey: "a626de01b1680ff7513009122bcee1896883394f96030172455c9ae060cce44a",
            clientCode: "b91f43902afa90d3e5c691cbdc438a1ebf547f4c2cb41443cc38797be247a7d0",
            serverCode: "79d55483fd99b12bcca5edc6bbe1d7b915ce0451b0891e775d4a61cb16e33fcc"
        ),
        SESPAKEVector(
            curve: .cryptoProC,
            p: "9b9f605f5a858107ab1ec85e6b41c8aacf846e86789051d37998f7b9022d759b",
            seed: 6,
            maskPoint: """
                9d55c2bedf67ae8242c6d7432b466d3dddb5b7717d161729fa6cbb433e38361e
                99638b0c6514c663e542a5293fa678eb372ef75cb406ea3239c721f7a9787413
                """,
            stretched: "bd04673f7149b18e98155bd1e2724e71d0099aa25174f792d3326c6f18127067",
            passwordPoint: """
                596bb4b30e65056ce84170d246e1f31fb2a35506633999838b151ef9da215894
                48dc0bd7384428f6376919ff4c73ebc3c9f0175f6079e8a01f4297ac16280c3a
                """,
            alpha: "a8c139863762e781fdea3fd133ac1d1f580ea7cecd8aac1e0b9dad193fac543a",
            alphaP: """
                6a443b93a31c11ae04a6cb21d2489ee576004c3648daa757c297d2949cf0b796
                a6342c760d022a20ca9295f791e0f70023821e93008557ebcc7eb7863d95e454
                """,
            clientShare: """
                8753b77332d599ac2d8cb6ae899a737e774ace86d7664a40e2d264a4fcd6bb81
                11d4ad2e61302ad89163f62b6bc82ead07efb60a238b8f9960e0a72e92bd6d6b
                """,
            beta: "d49fd4a4597e35cf3222f4cccfd3902d48d38f75e6d91d2ae5c0f72b78818744",
            source: """
                16a12d88547e1c9006baa008e8cbecc9d16891edc836cfb75f8eb956fa761194
                d28e25dad3818d163c494b059a8c70a5a1b88a7f80a2ee3549301846542c470b
                """,
            serverKey: "be7e7e47b41116f2c77e3b8fce403072ca82450d65defc71a95649e4deeaecee",
            betaP: """
                b73e6a786746ddc1b095b468007e6eb16e39c42c8af482f22181935ab50a9c4b
                969b50d9779ab671a12801b3e538474866270f5a4c84f99d3e38098eaa603422
                """,
            serverShare: """
                3e32cefce6e06e720afcb54b12ad263750319ebcbe9ee872a603402503b9d92e
                22d0fc95c239981942b2780bfb60ec269e5ee22fb68dec910312902104e1f54c
                """,
            clientKey: "be7e7e47b41116f2c77e3b8fce403072ca82450d65defc71a95649e4deeaecee",
            clientCode: "d3b41ae2c9431136063e6d08a61be963bd5ed6a1fff937fa8b090a98e162bfed",
            serverCode: "d6b39a4499bed3e04facf955502d16b2cb674a205fac3cd83d54ec2fd5fce258"
        ),
        SESPAKEVector(
            curve: .tc26ParamSet512A,
            p: """
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
                fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffdc7
                """,
            seed: 1,
            maskPoint: """
                1cd66c779080cb3285159e24cb860524cd9744c720b228438700f433f19881d1
                25945562ea9b2827834b4bc62611b9ef8ae8c5b5718847275379323a83f8172a
                c523f767431ff587cfc07de82b62dc1e244cc69596e985cdf4eaed0737bd7646
                3aecc4dd3cf85925e8ba62934e096e7ab426ad8f3528e91ca48db4734a0c8f72
                """,
            stretched: """
                bd04673f7149b18e98155bd1e2724e71d0099aa25174f792d3326c6f18127067
                1c6213e3930efdda26451792c6208122ee60d200520d695dfd9f5f0fd5aba702
                """,
            passwordPoint: """
                40d7e2c8429aaf404ca20768f411d72c9dd45f783706076be4d922d30c033e28
                605938c30ef3dd8fa5e9457bc85ddca7a01589558f75ad7c609c0a0e3db50a0c
                8b8be252aa8a2bd79e4e4871c269ca086a21a3d9417c40b4e51947405b7dcf37
                632c07f8aa32c0c8e8b0b3201bb39e73fc15da87d4a4f8d4a3d3862b01a893df
                """,
            alpha: """
                0e5f5000d4618dbe7b0515073b33821f187092da6454ceb1853e6915f8466a04
                96730ed9162f6768d4f74a4ad0576876fa16bb11adae248879fe52db2543e53c
                """,
            alphaP: """
                96e370ed1a4c65ca5cee85dd7eede8b304b29d36be9fdec50c40fae2cf514e2b
                8e07a3a0765d653145ea0455639bfcfc92e5096e27dfb7393246cc0feb9330b9
                82c80f5290f5a8658e626bd99c4a8c13096125ee60f887c5ad1f5bdd64dc97f4
                6694f6e971c3ed7e072811b3d9d21518c31de93697a82fbd30ea10d9b8709780
                """,
            clientShare: """
                139f174f4aa9a8b0ecd3f92f1a6ac2da071b9c28f2a8e9ba475aad730b07d040
                4d76c23c3cf300622d781d9fe7df3f56e115252e05816c5669b837dd9e0a51e7
                de823f8543f0a854ef899ff3237c85919a31c2f354b18ff41b759953b2806063
                f52d902e373745fe075777a2eb0e465279727fbc37536a627b777025913b33ba
                """,
            beta: """
                f445d3d828ce0bf5c560593d97278a59762dd0c2c9cd68d4496a792508614014
                b13b6aa51128c18cd6a90b87978c2ff1151d9a95c19be1c07ee9a89aa786c2b5
                """,
            source: """
                8459c20cb5c532416db928eb50c0520fb21b9cd39a4e7606b221be15ca1d02da
                0815dec44979c08c7d2307af247dda1f89ec812069f5d9cde306aff0bc3fd26e
                d201b95352a25606b643e888302efc8d3e951e3eb4684adb5c057b8f8c89b6cc
                0deed100065b518a1c717f7682ff612bbc798ec7b2490fb7003f943387371c1d
                """,
            serverKey: "5324def848b663cc26422f5e45eec34c51d24361b16560ca58a3d3284586cb7a",
            betaP: """
                afc7208c3d11950948a6164779c0537307b4215a85ae67b82fea49c8edda88e5
                91dbf9b03e5cdfe5cfe3c1d3323cb80cdad79f3db9a69fa95204444e64388b23
                14ed30c56131a98e710852d34e7e16e57510dd196fa89aa578f056c99fcf56c4
                d22fd0ebb73e24953d4277e8a74cc7c83829868b00a7158d7f89c134573d27b2
                """,
            serverShare: """
                1134954d8887eed2cbafce33c4a0f889e5f1145535ce0c62f3e32840aec58c67
                9ac7e08bc12e47c465b87bcf23927f54c7e91f7ce70120371be81662124438c3
                0df3b603cf9f5a8ca9201aae2fe02e2e3d22ed38f5367eda1474472d47f9baf6
                568ef3f69ebbfc04ff828c862d2cedfef4baadcb90ec548a7e25af3a080d528b
                """,
            clientKey: "5324def848b663cc26422f5e45eec34c51d24361b16560ca58a3d3284586cb7a",
            clientCode: "e8ef9ea8f1e6b12668e58cd22dd8eec64a16710039faa6b603992220fafe5614",
            serverCode: "61143460836b235cecd0b49b587ea45d513c3a38783f1c9d3b05970a956a55ba"
        ),
        SESPAKEVector(
            curve: .tc26ParamSet512B,
            p: """
                8000000000000000000000000000000000000000000000000000000000000000
                000000000000000000000000000000000000000000000000000000000000006f
                """,
            seed: 0,
            maskPoint: """
                491117e012af5a287990e466eb20c7db7bd8007ec0b4a4f07129e95d30d485df
                338c4c1df29c9cea1d23550ef53c6336f4ebe5d0f2be44c2be35e08582ae1f7e
                08c4db474970f2d77946da8bf602ce6fef28253ac877bb89aedeaf21e67a9653
                09d22557a8f74e2fff581516ab20db9265198a850dba053846d475b89899c82c
                """,
            stretched: """
                bd04673f7149b18e98155bd1e2724e71d0099aa25174f792d3326c6f18127067
                1c6213e3930efdda26451792c6208122ee60d200520d695dfd9f5f0fd5aba702
                """,
            passwordPoint: """
                611162fa0aa6879f54ad04964018a1c4eded4d6b860955069adacda28662699c
                5fba27462e82dda4c847cd21508f720e3b27b9171a60bb2ce1d150805be6037d
                77739562aea3167a79a261a31332ca613af916e744809522be220fd37e3b742c
                7cf8fe803537c327db852f3a1dbc4853b8c36adc0bd5000bc51e4245ad7d0316
                """,
            alpha: """
                97994bb085b79c8f814e0cc1c70508db63410d572047dcc4593d40bdf8ae12fe
                63382a4689a982797a7678c263b126dfda296d3e62e0961234bf39a63f895e71
                """,
            alphaP: """
                b9027676b52e1efad686219ef45d5edbc4f3c1e7fc9f61079d66d78e7393fb02
                7dd8306091667f77361419c133f06f22962dc4a976052bc0c2d3041cea79c410
                3654f38467794d0815d0079c23efcd7a48d7ebf5e82caad1cedd04bf43d9fb52
                3dcad0398fdf1d0d60f0c5e143ce1c836a1379d9596df207e704141944609f03
                """,
            clientShare: """
                e0f15cdac65bebbc152376603af5207811123ceccbd82a33e7b44420e73f16ff
                21e9c79804d111ef727f4f14eb1c91b2626d30b419b770242f769082ce5cc045
                2ed084a9eaaa5c9ab0b0dedebb398be319b48b209998a13b3739de9ebc66605c
                dda221e193205b4aec5495cc5a5b75629ed945506a4f8c74f0f5d082e383e45b
                """,
            beta: """
                6d0ee36c28a11e201dcbc2033f4107840f1405651b2861c9c5e72c8e463608dc
                f3a88dfebef2eb71ffa0d03b75068c7e8778734dd0be82bedbc246412b8cfa30
                """,
            source: """
                3f0402e40a9d5963205bcdf4fd8977919bbaf480f8e4fbd1255aece6ed57264b
                d0a287984f59d10204b5f45e4d77f3cf8a63b31beb2df59f8af73c209cca8b50
                b418d801e490ae133f04f4f3f4d8fe8e19646a1baf44d236fcc21b7f4d8fc6a1
                e29d6b69acceed4e62abb20dad78acf4feb0ed838ed91e9212aba389714e560c
                """,
            serverKey: "d590e05ef5aece8b7cfbfc71be455f29a5cc666f85cdb17e7cc716c59ff170e9",
            betaP: """
                678e78b173f65d5d896fc7ad02c28524d80c26e3177da6cc6443efc08c5868a8
                a341328e6884f370e89c8feb6db1b7bff78ac4fc7325b077e31ab97b9e14c034
                c5afdd234fe389f72e1b5c190145b632238538a7d42450f0fa3bb617d35b92d9
                3df175e70081bee12f2bf8eaa13333f1531487db8951ed693564bd2949948e60
                """,
            serverShare: """
                ad40b844336f6a91c3b6693571b2a4ac24102050925d9240b08242e02690f881
                a5d176303ade97bcbeb460509270c6910476354be1a2b594454c446354f93505
                00e93fd6a754c8584504f00275b69ca53be5f8a794520e3404f0f46567076e70
                88793ccc721f1420caf4ed039840b5dfc67f854202eab6bce731ec5ae5c2e640
                """,
            clientKey: "d590e05ef5aece8b7cfbfc71be455f29a5cc666f85cdb17e7cc716c59ff170e9",
            clientCode: "de46bb4c8ce08a6ef3b8dfaccc1a39b08d8c27b6cb0fcf592386a648f4e5bd8c",
            serverCode: "ecb11de2061c55f1d11459cb51ce31409999992fcaa1222fb14fceab96ee7aac"
        ),
        SESPAKEVector(
            curve: .tc26ParamSetA,
            p: "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffd97",
            seed: 1,
            maskPoint: """
                0e356303322928e3fa5eefa4b29e36665bf95233ad4f169257b10aa493df1ab5
                18be22d850660491e4bbd28b6dbbb0e8b7af969c245d95f512365908cc58a374
                """,
            stretched: "bd04673f7149b18e98155bd1e2724e71d0099aa25174f792d3326c6f18127067",
            passwordPoint: """
                2976235468bf756da9354d2d8ad1f1de89f55d696e8ca42f815689072798f9db
                8975d618fc02cb5e8fc49388381b474d284f8882f2cfa01dee7bc5fb8bd4dd9f
                """,
            alpha: "7f70f0a754863295aa5b68130be6fcf5cabe7d9f898a411bfdb84f68f6727b14",
            alphaP: """
                8828bce60ed65bf57e42026f2b62fad91b439c821794765a2738e5ea14acfb33
                46ae6e402dea52d973223c3825a9fbb211a5dd3d2d04b4cde6820a96cfebf222
                """,
            clientShare: """
                432c3a58e21f62a533b608d8dd613fa1b7a159d697de7710c4133a4e54ab69e5
                c0b2408a544cc37ebf0248f35b9208a85365f8d6ec97126615d7f4083a741aa2
                """,
            beta: "cbb4673545e60e323b9a5ca24b2ff0f05d4cec034c73e605b4310eaaadcfd530",
            source: """
                a339a0b89cef1a6ffd4ca128049e0684df4a9775b689a337841bf7d791207f35
                118628f7288eaa0f7ec81da20a24ff1e6993c63d9dd26a90b74dd1a266280663
                """,
            serverKey: "7df71ac327ed517d0de403e817c6204bc19165b9d1002b9f1088a6cda6eacf27",
            betaP: """
                b22c025541f438a53463bc02b90c647db5a1cf282f4f5670394335b7fa892d2b
                6fa949286f0e87742896127544b9ddc0dee54c6b1da82a940fe7f1ee826aef10
                """,
            serverShare: """
                a46cc863df9b5629cb62127993bfce29f4bd7f7d2253db6510867e3f282f0d19
                6d8fac20c82ba0152f118a81f7db86833a849b6c04decc971822e9215771f1b3
                """,
            clientKey: "7df71ac327ed517d0de403e817c6204bc19165b9d1002b9f1088a6cda6eacf27",
            clientCode: "f929b61a3c833985b829f268557fa811009f820ab1a730b5aa334c3e6ba3177f",
            serverCode: "a2928a5cf620bbc4900de403f7fc59a5e980b68be046d0b5d9b4ae6abfa80bd6"
        ),
        SESPAKEVector(
            curve: .tc26ParamSet512C,
            p: """
                ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
                fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffdc7
                """,
            seed: 19,
            maskPoint: """
                1d5851ebde1a56e6e0b57e369d0c279ad0b397834a6ff98734710e9e0f47a75b
                8f298b8d4effe21c256589a1e58976f3179931caab03a8198fe9024e78919c48
                186fe1948c4a703c79609a6da69d93f4a43fa4a22cd7bf42652771cc0d4a142c
                dbb56e8d0287ff03e218efb01180bde33b2a85c036ee3f1baf4ea6ac85a84e68
                """,
            stretched: """
                bd04673f7149b18e98155bd1e2724e71d0099aa25174f792d3326c6f18127067
                1c6213e3930efdda26451792c6208122ee60d200520d695dfd9f5f0fd5aba702
                """,
            passwordPoint: """
                e810d2d7e6c91555dbf33c2a8f102cac8ff2f57fb9e5c27dcde88cd8b613ab67
                64a8b6e65aa1836cd987023c814938b66fa2caf755a936f2b71ba87162ae8501
                b8094fb60ae78d31f7fdac58bcda9c78d2161d4b5c27612653872b10e2c95382
                c02e764a075ece323fe8b32a3e7bd3037cdb8679c7ec641ca771f72ef92002ed
                """,
            alpha: """
                f0df1e49bf9a88cb2ce585f3ac48e66674ecf87d2410510e873f3fe611d6349a
                99e73db160deb180ad0841e96741a5d59fe4189f15420026fe4cd12104932f33
                """,
            alphaP: """
                ad693469723de137443e38d6dd123e41f2a6e1927fb5e72f246b6b4dd8e2bfff
                5b83097f8342cbdea9cb002b9398d4a2d31e1f28f47455802e95526d96551656
                820ef8cb2d374c4aa5d631d6aefee3f82037790ff3deba91664cc60618f56036
                d00a4736ad6401089fbbd8f762bfc05b13363a27158617f4d75b71b22883b1f6
                """,
            clientShare: """
                d7cb51512d43b5b9e515a7019ab61110af0cc7bf40435bab9747d85d3c7f3c53
                c58664a1e4d5334a59b7c91a4cda6aae8bf936a38688f9de748d909a4b5b6440
                07842b1919aa83093a44dc48508ffebcb17929f59c155e5bda4ad3e82bd5805e
                8304559148f4d1fcf4f76c16edd8ec497b5fa1f2095987d15995b7d018bb7f26
                """,
            beta: """
                a24f63f8534d4deaa3ce6b28ecf7a7052e6e1ed62a4cd460a1135f4110ee33a0
                3234092c4d018f1756c6db9dc8a6d80b888138616b681262f954d0e771174838
                """,
            source: """
                4f4d64b5d07008e9e685874f882c3e1e60a6675eed421fc234163fdeb44c6918
                b7bcceab88a0f3fb788da8db101851ff1a416822ba37c353cec4c5a52395b772
                ac93c054e3f4055ced6ff0bee4a6a24ed68b86fefa70de4a2b16085142a4dff0
                5d32ec7ddfe304f5c704fdfa060f64e9e832140025f392e50350770e3fb62cac
                """,
            serverKey: "a08384a62f4be1ae4898fca36daa3faa451b3ec5b59ce375f89e929f4b13258c",
            betaP: """
                c3711db59232ca5543ac10d28fd06e6163c2b0664f524f5fe4c28172fe6f3e3f
                87e63c17621e65b823f1c1e0252023389ea75ccb61ff1abc333408878681c5b7
                55fadcf1a27309a47adf48d3a08bb11e59dfa45a676ddedffb23ace808db66c7
                e0446a010f07685ebe8601317707d39a42b1d30e5250afdd9bc8bd5d20147f49
                """,
            serverShare: """
                45f4d81d4c373fc76c2881e366ca489afc0acc62db87c636e68e9a68656c5ac4
                05414b10c86e6aec5aae1e03118385f9ade5b359c01b77a01decfdd697fd72b7
                8c01b197745343169a6c58284b5c25063f853352209f065f3fcba16bda783557
                ac43d8bdbcd39bf0f769846eee28ec86a6c3ed085ae8305199b2fe5f42694fc6
                """,
            clientKey: "a08384a62f4be1ae4898fca36daa3faa451b3ec5b59ce375f89e929f4b13258c",
            clientCode: "1263f2890e90ee426b9ba08ab9ea7f1fff26e1605cc65de296969115e5317687",
            serverCode: "6dfd06045d6d97a0e419b00e0035b9d2e3ab098b7ca4ad525460fab62185aa57"
        ),
    ]
}
