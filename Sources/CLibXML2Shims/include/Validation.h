#ifndef CLIBXML2_SHIMS_VALIDATION_H
#define CLIBXML2_SHIMS_VALIDATION_H

// What validation needs. Included by CLibXML2Shims.h.

/// The documents of a schema. libxml2 reads them in place of files, as `file:///./`, `file:///././`, and so on.
///
/// The names are those of a folder that exists. For others, libxml2 searches its catalogs, and up to 2.9 a thread that
/// finds no catalog keeps their lock: the next thread waits forever.
typedef struct {
    const char *_Nullable const *_Nonnull texts;
    const long *_Nonnull lengths;
    long count;
    /// How many of them libxml2 has opened.
    long openedCount;
} lx_schema_texts;

/// Makes libxml2 read these documents in this thread; NULL for none.
void lx_provide_schema(lx_schema_texts *_Nullable texts);

/// Tells libxml2, for the whole process, how to open such a document. Has no effect on other threads.
///
/// From 2.14 on, a parser may have a loader of its own, but those of schemas that are included by included ones do not
/// get it.
void lx_register_schema_input(void);

/// Creates the parser of the XML Schema that is the first of these documents.
xmlSchemaParserCtxtPtr _Nullable lx_schema_parser(void);

/// Creates the parser of the RELAX NG schema that is the first of these documents.
xmlRelaxNGParserCtxtPtr _Nullable lx_relaxng_parser(void);

/// Parses a DTD in UTF-8. NULL if it has errors.
///
/// It begins with an instruction `<?lx-begin?>`, and may have another one where the external subset begins. An external
/// parameter entity is one of the documents that were provided, each of which ends with a NUL. If the DTD uses another
/// one, `missing` is -1; if it has an instruction `<?lx-missing-file 3?>`, 3; otherwise 0. `isTooComplex` tells whether
/// the parse has ended because the texts of parameter entities have more than `limit` bytes, each counted as often as
/// it is used, or because it has too many references.
xmlDtdPtr _Nullable lx_parse_dtd(
    const char *_Nonnull text, int length, long limit, int *_Nonnull missing, int *_Nonnull isTooComplex);

/// Checks that a DTD declares the notations and entities to which its declarations refer. Faults are reported to the
/// thread's handler of structured errors. Returns 0 if there is no memory.
int lx_check_references(xmlDtdPtr _Nonnull dtd);

/// Whether a declaration of a DTD comes after an instruction `<?lx-external?>` in it.
int lx_is_external(const void *_Nonnull declaration);

/// Declares the general entities of a DTD as those of the external subset of the document that is being parsed. Returns
/// 0 if there is no memory.
int lx_declare_entities(xmlParserCtxtPtr _Nonnull context, xmlDtdPtr _Nonnull dtd);

/// Returns the name of the document that contains an error which is reported while a DTD is parsed, and sets its line;
/// NULL for the DTD itself.
const char *_Nullable lx_place_in_dtd(const xmlError *_Nonnull error, int *_Nonnull line);

/// Compiles the content of a declared element, which libxml2 otherwise does when it first validates such an element.
/// Returns 0 if it is not deterministic, and -1 if there is no memory. (The functions are deprecated from 2.15 on.)
int lx_prepare_content(xmlElementPtr _Nonnull element);

/// Writes the path of a file without symbolic links to `output`, which has room for `size` bytes. Returns 0 if there is
/// no such file.
int lx_real_path(const char *_Nonnull path, char *_Nonnull output, long size);

/// Whether a path is that of a regular file.
int lx_is_file(const char *_Nonnull path);

#endif
