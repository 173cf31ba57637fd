// Cases decoded from bytes, for coverage-guided fuzzing: with SAPPER_LIBFUZZER this is a libFuzzer
// target, else a program that runs the inputs of a corpus, `sapper_fuzz_inputs FILE|FOLDER...`.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "compare.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sapper;
    static Solver solver;  // shared by all cases, to test the state it keeps between calls
    fuzz::Random random(std::span(data, size));
    const fuzz::Case c = fuzz::random_case(random, random.within(0, fuzz::kKinds - 1));
    try {
        fuzz::run(c, solver);
    } catch (const fuzz::Difference& difference) {
        std::printf("differs in %s\n", difference.what.c_str());
        c.print();
        std::abort();
    }
    return 0;
}

#ifndef SAPPER_LIBFUZZER
int main(int argc, char** argv) {
    namespace fs = std::filesystem;
    std::vector<fs::path> files;
    for (int i = 1; i < argc; ++i) {
        if (fs::is_directory(argv[i]))
            for (const auto& entry : fs::directory_iterator(argv[i])) files.push_back(entry.path());
        else
            files.emplace_back(argv[i]);
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        std::ifstream stream(file, std::ios::binary);
        if (!stream) {
            std::printf("cannot read %s\n", file.c_str());
            return 1;
        }
        const std::vector<char> input{std::istreambuf_iterator<char>(stream), {}};
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    }
    std::printf("%zu inputs of the corpus compared\n", files.size());
    return 0;
}
#endif
