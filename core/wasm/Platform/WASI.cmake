# CMake does not know this system; nothing differs from a generic one.
