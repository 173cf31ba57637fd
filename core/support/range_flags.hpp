// The processor's floating-point status flags for underflow and overflow, by which a computation in
// doubles checks afterwards whether any result left their range.
#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace sapper {

#if defined(__SSE2__)
// Accesses the SSE control register (MXCSR) only: <cfenv> would also access the x87 status word,
// which is slow.
inline constexpr unsigned kRangeFlags = _MM_EXCEPT_UNDERFLOW | _MM_EXCEPT_OVERFLOW;
inline void clear_range_flags() {
    _mm_setcsr(_mm_getcsr() & ~kRangeFlags);
}
inline bool range_exceeded() {
    return (_mm_getcsr() & kRangeFlags) != 0;
}
#else
inline void clear_range_flags() {
    std::feclearexcept(FE_UNDERFLOW | FE_OVERFLOW);
}
inline bool range_exceeded() {
    return std::fetestexcept(FE_UNDERFLOW | FE_OVERFLOW) != 0;
}
#endif

}  // namespace sapper
