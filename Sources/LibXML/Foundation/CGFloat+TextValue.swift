#if Foundation
    // CGFloat is in the whole of Foundation only.
    import Foundation

    extension CGFloat: TextValue {}
#endif
