/*
 * The compiler reads this before each C++ file of the database driver (see native-module.mjs).
 *
 * Since 24.19, node::ObjectWrap in Node's headers registers a cleanup hook for each object and removes it when the object
 * is collected. Node 24 aborts there (https://github.com/nodejs/node/issues/65446). The headers before 24.19 had no such
 * hooks. This leaves them out of that one class; the driver's own hook, which closes the databases, stays.
 */
#ifdef __cplusplus
#include <node.h>
#define AddEnvironmentCleanupHook(isolate, hook, object) ((void)0)
#define RemoveEnvironmentCleanupHook(isolate, hook, object) ((void)0)
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
#endif
