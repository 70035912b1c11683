// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Growth",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-libxml", path: "..")],
    targets: [
        .executableTarget(
            name: "growth", dependencies: [.product(name: "LibXML", package: "swift-libxml")],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ],
    swiftLanguageModes: [.v6]
)
