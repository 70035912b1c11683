extension Repair {
    /// The repairs whose fix may be certain, and the conditions: the text must have only one plausible reading.
    ///
    /// A repair that is not listed here is a guess. The article <doc:Repairing> has a row with examples for each, in
    /// this order; a test compares them.
    enum CertainFix: CaseIterable {
        /// `&` is text: before white space or a name that does not begin like one of HTML, if no entities are declared
        /// and `>` does not come before the next `<`. Not directly after `&` and a name, which may lack its `;`.
        case ampersand
        /// `<` is text: before white space, a digit or `= `, and the next `<` comes before the next `>`. Not directly
        /// after another fault.
        case lessThan
        /// `<` in an attribute value without `>` and `=`, which may belong to other tags and attributes.
        case lessThanInValue
        /// `&name;` is a character of HTML. No entities are declared, and the name does not begin with one of the five
        /// names of XML, whose `;` may be missing, and is not the end of one.
        case htmlCharacter
        /// One of the names of XML lacks its `;` before white space or at the end of a value.
        case namedReference
        /// `&#X41;` with its `;`. Without it, the number may have fewer digits.
        case upperCaseX
        /// A value of name characters, `%` and `#` lacks quotes. Before `/>`, the `/` may belong to it.
        case unquotedValue
        /// White space is missing before an attribute, and is not at the end of the value before it.
        case missingSpace
        /// The end tag of the innermost element lacks its `>` directly before markup other than a start tag.
        case endTagMark
        /// `<![cdata[` in content.
        case lowerCaseSection
        /// White space before the XML declaration.
        case spaceBeforeDeclaration
        /// A second byte order mark.
        case secondMark
    }
}
