#include "CLibXML2Shims.h"
#include <string.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

#define NUMBER_COUNT LX_HOST_NUMBER_COUNT

/// Where libxml2 keeps the settings of one thread.
typedef struct {
    int *numbers[NUMBER_COUNT];
    xmlRegisterNodeFunc *registerNode;
    xmlDeregisterNodeFunc *deregisterNode;
    xmlStructuredErrorFunc *structuredError;
    void **structuredErrorContext;
    xmlGenericErrorFunc *genericError;
    void **genericErrorContext;
    xmlError *lastError;
} places;

/// What libxml2 sets by itself; in the order of the numbers' places.
static const int defaults[NUMBER_COUNT] = {
    1, 1, 0, 0, 0, 0, 0,
#if LIBXML_VERSION < 21400
    XML_BUFFER_ALLOC_EXACT, 4096,
#endif
};

static _Thread_local places cached;
static _Thread_local lx_host_settings *_Nullable innermost;

#if LIBXML_VERSION < 21200
static void ignore_error(void *context, xmlErrorPtr error) { (void)context; (void)error; }
#else
static void ignore_error(void *context, const xmlError *error) { (void)context; (void)error; }
#endif
static void ignore_message(void *context, const char *format, ...) { (void)context; (void)format; }

/// Asking for all of them takes as long as reading a small element, so their addresses are kept. They stay the same as long as
/// the thread and libxml2 do; a host program may clean libxml2 up and use it again.
static void find_places(void) {
    int *first = &xmlGetWarningsDefaultValue;
    if (cached.numbers[0] == first) return;
    cached.numbers[0] = first;
    cached.numbers[1] = &xmlKeepBlanksDefaultValue;
    cached.numbers[2] = &xmlPedanticParserDefaultValue;
    cached.numbers[3] = &xmlLoadExtDtdDefaultValue;
    cached.numbers[4] = &xmlDoValidityCheckingDefaultValue;
    cached.numbers[5] = &xmlSubstituteEntitiesDefaultValue;
    cached.numbers[6] = &xmlLineNumbersDefaultValue;
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
    cached.lastError = (xmlError *)&xmlLastError;
}

static int has_error(const xmlError *error) { return error->code != XML_ERR_OK || error->message != NULL; }

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
    settings->hasError = has_error(thread->lastError);
    if (settings->hasError) {
        settings->lastError = *thread->lastError;
        memset(thread->lastError, 0, sizeof(xmlError));
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
    if (has_error(thread->lastError)) xmlResetLastError();
    if (settings->hasError) *thread->lastError = settings->lastError;
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
    settings->outer = innermost;
    innermost = settings;
    take_handlers(settings);
    take_defaults(settings);
}

/// Forgets an error that libxml2 has reported where the host program had none.
static void drop_error(void) {
    if (has_error(cached.lastError)) xmlResetLastError();
}

void lx_leave(lx_host_settings *settings) {
    if (settings->isLent) drop_error(); else put_back(settings);
    innermost = settings->outer;
}

lx_host_settings *lx_suspend(void) {
    lx_host_settings *suspended = innermost;
    innermost = NULL;
    if (suspended == NULL) return NULL;
    if (suspended->isLent) drop_error(); else put_back(suspended);
    return suspended;
}

void lx_resume(lx_host_settings *suspended) {
    innermost = suspended;
    if (suspended == NULL) return;
    // An error that the host program has left is put aside.
    suspended->isLent = !suspended->isChanged && !has_error(cached.lastError);
    if (suspended->isLent) return;
    take_handlers(suspended);
    if (suspended->isChanged) take_defaults(suspended);
}

void lx_restore_defaults(void) {
    lx_host_settings *settings = innermost;
    if (settings == NULL || settings->isChanged) return;
    if (settings->isLent) take_handlers(settings);
    take_defaults(settings);
}
