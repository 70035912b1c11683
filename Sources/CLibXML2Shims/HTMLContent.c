#include "CLibXML2Shims.h"

// 2.11 and 2.12 take it for a lack of memory when no element of a page is open any more: they report code 2, and read no
// further. Where elements are implied that is the end of a page that ends in a start tag, otherwise each outermost element.

#if LIBXML_VERSION >= 21100 && LIBXML_VERSION < 21300

int lx_html_is_spurious(const xmlError *error) {
    xmlParserCtxtPtr context = error->ctxt;
    if (context == NULL || context->input == NULL) return 0;
    if (context->inputNr > 1) {
        xmlFreeInputStream(inputPop(context));
        return 1;
    }
    if (error->code != XML_ERR_NO_MEMORY || context->name != NULL) return 0;
    context->disableSAX = 0;
    context->instate = XML_PARSER_CONTENT;
    return 1;
}

int lx_html_parse_rest(xmlParserCtxtPtr context) {
    const xmlChar *read = NULL;
    while (context->errNo == XML_ERR_NO_MEMORY && !context->disableSAX && *context->input->cur != 0) {
        if (context->input->cur == read) return 0;
        read = context->input->cur;
        // What reads a whole document skips white space and takes a document type as such. It reads a stray end tag as
        // content, and the report of that takes this input away, so that the page goes on as content.
        xmlParserInputPtr tag = xmlNewStringInputStream(context, BAD_CAST "</x>");
        if (tag == NULL || inputPush(context, tag) < 0) return 0;
        context->errNo = XML_ERR_OK;
        htmlParseDocument(context);
    }
    return 1;
}

#else

int lx_html_is_spurious(const xmlError *error) { (void)error; return 0; }
int lx_html_parse_rest(xmlParserCtxtPtr context) { (void)context; return 1; }

#endif
