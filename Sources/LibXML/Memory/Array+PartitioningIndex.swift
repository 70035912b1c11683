extension Array {
    /// Returns the first index whose element satisfies `belongsAfter`; the count if no element does.
    ///
    /// All elements that satisfy it must come after all that do not. Complexity: O(log *n*).
    func partitioningIndex(_ belongsAfter: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if belongsAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
