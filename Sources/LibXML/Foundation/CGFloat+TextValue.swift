#if Foundation
    // Only the full Foundation module has CGFloat.
    import Foundation

    extension CGFloat: TextValue {}
#endif
