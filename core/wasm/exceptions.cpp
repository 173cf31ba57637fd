// What C++ programs with exceptions need beyond the libraries of the toolchain.
#include <cstddef>
#include <cstdlib>
#include <new>

// Registers the destructor of a thread-local object. The module has one thread and never ends, so
// no such destructor runs.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) {
    return 0;
}

// The operator new of the toolchain ends the program if no memory is left, because it is compiled
// without exceptions. All other forms call these.
void* operator new(std::size_t size) {
    void* memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
