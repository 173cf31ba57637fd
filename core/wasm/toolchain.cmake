# Compiles the core to WebAssembly with the clang of the PyPI package ziglang: target WASI, exceptions as WebAssembly
# exceptions. Used by tools/wasm.py, which sets SAPPER_ZIG to the path of the program.
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")  # has Platform/WASI.cmake
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SAPPER_ZIG)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_COMPILER "${SAPPER_ZIG}" cc)
set(CMAKE_CXX_COMPILER "${SAPPER_ZIG}" c++)
foreach(language C CXX)
  set(CMAKE_${language}_COMPILER_TARGET wasm32-wasi)
  set(CMAKE_${language}_CREATE_STATIC_LIBRARY  # from nothing: objects of former sources must not stay in it
    "\"${CMAKE_COMMAND}\" -E rm -f <TARGET>" "\"${SAPPER_ZIG}\" ar qc <TARGET> <OBJECTS>")
  set(CMAKE_${language}_ARCHIVE_FINISH "")
endforeach()
