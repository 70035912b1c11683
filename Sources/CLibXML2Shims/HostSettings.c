#include "CLibXML2Shims.h"
#include <string.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

#define NUMBER_COUNT LX_HOST_NUMBER_COUNT

/// The addresses of libxml2's settings in one thread.
typedef struct {
    int *numbers[NUMBER_COUNT];
    xmlRegisterNodeFunc *registerNode;
    xmlDeregisterNodeFunc *deregisterNode;
    xmlStructuredErrorFunc *structuredError;
    void **structuredErrorContext;
    xmlGenericErrorFunc *genericError;
    void **genericErrorContext;
} places;

/// libxml2's defaults, in the order of the numbers' addresses.
static const int defaults[NUMBER_COUNT] = {
    1, 1, 0, 0, 0, 0,
#if LIBXML_VERSION < 21500
    0,
#endif
#if LIBXML_VERSION < 21400
    XML_BUFFER_ALLOC_EXACT, 4096,
#endif
};

static _Thread_local places cached;
_Thread_local lx_host_thread lx_this_thread;

/// Remembers that an allocation failed, and stops the parser that was to be stopped.
static void note(const xmlError *error) {
    lx_host_settings *settings = lx_this_thread.innermost;
    if (error->code != XML_ERR_NO_MEMORY || settings == NULL) return;
    settings->lacksMemory = 1;
    if (settings->parser != NULL) lx_stop_reading(settings->parser);
}

/// Removes the thread's last error, which is libxml2's.
static void reset_error(void) {
    if (!lx_has_error()) return;
    note(lx_this_thread.lastError);
    xmlResetLastError();
}

#if LIBXML_VERSION < 21200
static void ignore_error(void *context, xmlErrorPtr error) { (void)context; note(error); }
#else
static void ignore_error(void *context, const xmlError *error) { (void)context; note(error); }
#endif
static void ignore_message(void *context, const char *format, ...) { (void)context; (void)format; }

/// Requesting all addresses takes as long as reading a small element, so they are cached. They do not change while the
/// thread and libxml2 exist; a host program may clean up libxml2 and use it again.
static void find_places(void) {
    int *first = &xmlGetWarningsDefaultValue;
    if (cached.numbers[0] == first) return;
    cached.numbers[0] = first;
    cached.numbers[1] = &xmlKeepBlanksDefaultValue;
    cached.numbers[2] = &xmlPedanticParserDefaultValue;
    cached.numbers[3] = &xmlLoadExtDtdDefaultValue;
    cached.numbers[4] = &xmlDoValidityCheckingDefaultValue;
    cached.numbers[5] = &xmlSubstituteEntitiesDefaultValue;
#if LIBXML_VERSION < 21500
    cached.numbers[6] = &xmlLineNumbersDefaultValue;
#endif
#if LIBXML_VERSION < 21400
    cached.numbers[7] = (int *)&xmlBufferAllocScheme;
    cached.numbers[8] = &xmlDefaultBufferSize;
#endif
    cached.registerNode = &xmlRegisterNodeDefaultValue;
    cached.deregisterNode = &xmlDeregisterNodeDefaultValue;
    cached.structuredError = &xmlStructuredError;
    cached.structuredErrorContext = &xmlStructuredErrorContext;
    cached.genericError = &xmlGenericError;
    cached.genericErrorContext = &xmlGenericErrorContext;
    lx_this_thread.lastError = (xmlError *)&xmlLastError;
}

static void take_handlers(lx_host_settings *settings) {
    settings->isLent = 0;
    const places *thread = &cached;
    settings->structuredError = *thread->structuredError;
    settings->structuredErrorContext = *thread->structuredErrorContext;
    settings->genericError = *thread->genericError;
    settings->genericErrorContext = *thread->genericErrorContext;
    *thread->structuredError = ignore_error;
    *thread->structuredErrorContext = NULL;
    *thread->genericError = ignore_message;
    *thread->genericErrorContext = NULL;
    settings->hasError = lx_has_error();
    if (settings->hasError) {
        settings->lastError = *lx_this_thread.lastError;
        memset(lx_this_thread.lastError, 0, sizeof(xmlError));
    }
}

static void take_defaults(lx_host_settings *settings) {
    const places *thread = &cached;
    int isChanged = *thread->registerNode != NULL || *thread->deregisterNode != NULL;
    for (int index = 0; index < NUMBER_COUNT; index++) isChanged |= *thread->numbers[index] != defaults[index];
    settings->isChanged = isChanged;
    if (!isChanged) return;
    for (int index = 0; index < NUMBER_COUNT; index++) {
        settings->numbers[index] = *thread->numbers[index];
        *thread->numbers[index] = defaults[index];
    }
    settings->registerNode = *thread->registerNode;
    settings->deregisterNode = *thread->deregisterNode;
    *thread->registerNode = NULL;
    *thread->deregisterNode = NULL;
}

static void put_back(lx_host_settings *settings) {
    const places *thread = &cached;
    reset_error();
    if (settings->hasError) *lx_this_thread.lastError = settings->lastError;
    if (settings->isChanged) {
        for (int index = 0; index < NUMBER_COUNT; index++) *thread->numbers[index] = settings->numbers[index];
        *thread->registerNode = settings->registerNode;
        *thread->deregisterNode = settings->deregisterNode;
    }
    *thread->structuredError = settings->structuredError;
    *thread->structuredErrorContext = settings->structuredErrorContext;
    *thread->genericError = settings->genericError;
    *thread->genericErrorContext = settings->genericErrorContext;
}

void lx_enter(lx_host_settings *settings) {
    find_places();
    settings->outer = lx_this_thread.innermost;
    settings->lacksMemory = 0;
    settings->parser = NULL;
    settings->stopPosition = NULL;
    settings->stopCount = 0;
    lx_this_thread.innermost = settings;
    take_handlers(settings);
    take_defaults(settings);
}

void lx_leave(lx_host_settings *settings) {
    lx_give_back(settings);
    lx_this_thread.innermost = settings->outer;
}

void lx_give_back(lx_host_settings *settings) {
    if (!settings->isLent) put_back(settings);
    // If the host program had no error, any current one is libxml2's.
    else reset_error();
}

void lx_take_again(lx_host_settings *settings) {
    take_handlers(settings);
    if (settings->isChanged) take_defaults(settings);
}

void lx_restore_defaults(void) {
    lx_host_settings *settings = lx_this_thread.innermost;
    if (settings == NULL || settings->isChanged) return;
    if (settings->isLent) take_handlers(settings);
    take_defaults(settings);
}
