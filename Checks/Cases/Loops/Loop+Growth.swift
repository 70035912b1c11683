extension Loop {
    /// Time grows no faster than the size of the document.
    ///
    /// `Scripts/growth` measures this. These are some of its shapes, at sizes for which a quadratic rule takes minutes
    /// and a linear one less than a second.
    static let growth = Self("growth", GrowthCase.all.count, isLimited: true) { number in
        let growthCase = GrowthCase.all[number]
        guard let shape = GrowthShape.named(growthCase.shape),
            let entryPoint = GrowthEntryPoint.named(growthCase.entryPoint)
        else { throw BrokenProperty(description: "There is no \(growthCase).") }
        let input = try GrowthInput(shape, size: growthCase.size, inFile: entryPoint.readsFile)
        limitProcessorTime(toSeconds: 20)
        entryPoint.run(input)
    }
}
