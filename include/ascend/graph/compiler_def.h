/**
 * @file
 * Compiler attributes that interface macros use: VAR_UNUSED marks objects that only exist for their constructor.
 */
#ifndef OPSTRATA_GRAPH_COMPILER_DEF_H_
#define OPSTRATA_GRAPH_COMPILER_DEF_H_

#ifndef VAR_UNUSED
#define VAR_UNUSED __attribute__((unused))
#endif
#ifndef FORCE_INLINE
#define FORCE_INLINE __attribute__((always_inline))
#endif
#ifndef PASTE
#define PASTE_INNER(a, b) a##b
#define PASTE(a, b) PASTE_INNER(a, b)
#endif

#endif  // OPSTRATA_GRAPH_COMPILER_DEF_H_
