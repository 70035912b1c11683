import ArgumentParser
import LibXML

/// The expressions and paths among the arguments, and the files of commands that read one.
enum Expressions {
    /// Whether they are checked. The parser of the arguments checks them before it names an unknown option.
    @TaskLocal static var areChecked = true

    /// Calls `parse` if expressions are checked.
    ///
    /// - Throws: ``ValidationError`` with the message of an error.
    static func check(_ parse: () throws -> Void) throws {
        guard areChecked else { return }
        do { try parse() } catch let error as XMLError { throw ValidationError(error.message) }
    }
}
