// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "swift-libxml", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/CoreOffice/XMLCoder", from: "0.18.2"),
    ],
    targets: [
        .systemLibrary(
            name: "CLibXML2System", pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        .target(
            name: "Comparators", dependencies: ["CLibXML2System"], linkerSettings: [.linkedLibrary("pugixml")]),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "Comparators", .product(name: "LibXML", package: "swift-libxml"),
                .product(name: "LibXMLQueries", package: "swift-libxml"),
                .product(name: "LibXMLValidation", package: "swift-libxml"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"), "XMLCoder",
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "messages", dependencies: ["Comparators", .product(name: "LibXML", package: "swift-libxml")],
            swiftSettings: [.treatAllWarnings(as: .error)]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
