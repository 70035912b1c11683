// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-libxml", path: "..")],
    targets: [
        .executableTarget(
            name: "fuzz", dependencies: [.product(name: "LibXML", package: "swift-libxml")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
        .executableTarget(name: "differences", dependencies: [.product(name: "LibXML", package: "swift-libxml")]),
    ],
    swiftLanguageModes: [.v6]
)
