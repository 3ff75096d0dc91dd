/// @file
/// Levels, masks and module numbers of log records (foreign-build section 4.6). C and C++.
#ifndef LOG_TYPES_H_
#define LOG_TYPES_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef DLOG_DEBUG
#define DLOG_DEBUG 0x0
#endif
#ifndef DLOG_INFO
#define DLOG_INFO 0x1
#endif
#ifndef DLOG_WARN
#define DLOG_WARN 0x2
#endif
#ifndef DLOG_ERROR
#define DLOG_ERROR 0x3
#endif
#ifndef DLOG_NULL
#define DLOG_NULL 0x4
#endif
#define DLOG_EVENT 0x10

/// Kinds of records; a mask is or-ed into the module number.
#define DEBUG_LOG_MASK 0x00010000
#define SECURITY_LOG_MASK 0x00100000
#define RUN_LOG_MASK 0x01000000
#define STDOUT_LOG_MASK 0x10000000

#define MSG_LENGTH 1024

typedef enum { APPLICATION = 0, SYSTEM } ProcessType;

typedef struct {
  ProcessType type;
  uint32_t pid;
  uint32_t deviceId;
  uint32_t mode;
  char rsv[48];
} LogAttr;

/// Modules that interface headers and operator code name.
enum {
  RUNTIME = 7,
  CCECPU = 25,
  PROFILING = 31,
  AICPU = 36,
  FE = 39,
  GE = 45,
  ASCENDCL = 48,
  TUNE = 60,
  OP = 63,
  INVALID_MODULE_ID = 76
};

#ifdef __cplusplus
}
#endif

#endif  // LOG_TYPES_H_
