// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "xmldict",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "xmldict", targets: ["xmldict"])],
    dependencies: [
        // A name is given, or SwiftPM takes that of the folder, which is up to whoever clones. Without its traits,
        // because on Linux a process that loads the whole of Foundation needs 4 to 7 MB more memory.
        .package(name: "swift-libxml", path: "..", traits: []),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.0"),
    ],
    targets: [
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CExtendedAttributes"),
        .executableTarget(
            name: "xmldict",
            dependencies: [
                "CExtendedAttributes", "CZlib",
                .product(name: "LibXML", package: "swift-libxml"),
                .product(name: "LibXMLDifferences", package: "swift-libxml"),
                .product(name: "LibXMLQueries", package: "swift-libxml"),
                .product(name: "LibXMLValidation", package: "swift-libxml"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
