// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .strictMemorySafety(),
]

// Scripts/loops builds it with the command's release of the library. Other packages do not see it.
let loops: [Product] =
    Context.environment["LIBXML_LOOPS"] == nil ? [] : [.executable(name: "loops", targets: ["loops"])]

let package = Package(
    name: "swift-libxml",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "LibXML", targets: ["LibXML"]),
        .library(name: "LibXMLQueries", targets: ["LibXMLQueries"]),
        .library(name: "LibXMLValidation", targets: ["LibXMLValidation"]),
        .library(name: "LibXMLDifferences", targets: ["LibXMLDifferences"]),
        .library(name: "LibXMLCoder", targets: ["LibXMLCoder"]),
        // The headers of the system's libxml2, for programs that use more of it.
        .library(name: "CLibXML2", targets: ["CLibXML2"]),
    ] + loops,
    traits: [
        .default(enabledTraits: ["Foundation"]),
        .trait(
            name: "Foundation",
            description: "Conversions from and to plain values with NSNull, which need more than FoundationEssentials."),
    ],
    targets: [
        .systemLibrary(
            name: "CLibXML2",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]
        ),
        .target(name: "CLibXML2Shims", dependencies: ["CLibXML2"]),
        .target(name: "LibXML", dependencies: ["CLibXML2", "CLibXML2Shims"], swiftSettings: settings),
        .target(
            name: "LibXMLQueries", dependencies: ["CLibXML2", "CLibXML2Shims", "LibXML"], swiftSettings: settings),
        .target(
            name: "LibXMLValidation", dependencies: ["CLibXML2", "CLibXML2Shims", "LibXML"], swiftSettings: settings),
        .target(name: "LibXMLDifferences", dependencies: ["LibXML"], swiftSettings: settings),
        .target(name: "LibXMLCoder", dependencies: ["LibXML"], swiftSettings: settings),
        .testTarget(
            name: "LibXMLTests",
            dependencies: ["CheckCases", "CLibXML2", "CLibXML2Shims", "LibXML", "LibXMLQueries", "LibXMLValidation"],
            swiftSettings: settings),
        .testTarget(
            name: "QueryTests", dependencies: ["CheckCases", "CLibXML2", "LibXML", "LibXMLQueries"],
            swiftSettings: settings),
        .testTarget(
            name: "ValidationTests", dependencies: ["CheckCases", "CLibXML2", "LibXML", "LibXMLValidation"],
            swiftSettings: settings),
        .testTarget(
            name: "DifferenceTests", dependencies: ["CheckCases", "LibXML", "LibXMLDifferences"],
            swiftSettings: settings),
        .testTarget(name: "LibXMLCoderTests", dependencies: ["LibXMLCoder"], swiftSettings: settings),
        .testTarget(
            name: "PublicInterfaceTests",
            dependencies: [
                "CLibXML2", "LibXML", "LibXMLCoder", "LibXMLDifferences", "LibXMLQueries", "LibXMLValidation",
            ], swiftSettings: settings
        ),
        // They run the command as it was built. What they compile uses the library that is built beside them.
        .testTarget(
            name: "CommandTests", dependencies: ["LibXML"], path: "CommandLine/Tests/CommandTests",
            swiftSettings: settings),
        .testTarget(
            name: "ConformanceTests", dependencies: ["CLibXML2", "LibXML", "LibXMLValidation"], swiftSettings: settings),
        // The documents and entry points that the tests share with the commands, which scripts build and run.
        .target(
            name: "CheckCases", dependencies: ["LibXML", "LibXMLDifferences", "LibXMLQueries", "LibXMLValidation"],
            path: "Checks/Cases", swiftSettings: settings),
        .executableTarget(
            name: "agreement", dependencies: ["CheckCases", "LibXML"], path: "Checks/Agreement",
            swiftSettings: settings),
        .executableTarget(
            name: "fuzz", dependencies: ["CheckCases", "LibXML"], path: "Checks/Fuzz",
            exclude: ["Corpus", "tokens.dict"], swiftSettings: settings),
        .executableTarget(
            name: "growth", dependencies: ["CheckCases"], path: "Checks/Growth",
            exclude: ["growth.py", "selection.py"], swiftSettings: settings),
        .executableTarget(
            name: "loops", dependencies: ["CheckCases"], path: "Checks/Loops", swiftSettings: settings),
        .executableTarget(
            name: "pages", dependencies: ["LibXML"], path: "Checks/Pages", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
