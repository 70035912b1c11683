// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-libxml", path: "..")],
    targets: [
        .systemLibrary(
            name: "CLibXML2System", pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        .target(name: "Comparators", dependencies: ["CLibXML2System"]),
        .executableTarget(
            name: "benchmarks",
            dependencies: ["Comparators", .product(name: "LibXML", package: "swift-libxml")],
            swiftSettings: [.treatAllWarnings(as: .error)]),
    ],
    swiftLanguageModes: [.v6]
)
