// Errors about input from outside: a kind and one sentence, which the bindings and the service pass
// on unchanged.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

namespace sapper {

class InputError : public std::runtime_error {
  public:
    enum class Kind { kBoard, kSpec, kPosition, kLayout, kNotation, kGame };

    InputError(Kind kind_, const std::string& sentence)
        : std::runtime_error(sentence), kind(kind_) {}

    Kind kind;
};

struct BoardError : InputError {
    explicit BoardError(const std::string& sentence) : InputError(Kind::kBoard, sentence) {}
};

struct SpecError : InputError {
    explicit SpecError(const std::string& sentence) : InputError(Kind::kSpec, sentence) {}
};

struct PositionError : InputError {
    explicit PositionError(const std::string& sentence) : InputError(Kind::kPosition, sentence) {}
};

struct LayoutError : InputError {
    explicit LayoutError(const std::string& sentence) : InputError(Kind::kLayout, sentence) {}
};

struct GameError : InputError {
    explicit GameError(const std::string& sentence) : InputError(Kind::kGame, sentence) {}
};

// The sentence starts with the line and column, both from 1, as far as they are known.
struct NotationError : InputError {
    explicit NotationError(const std::string& sentence, std::optional<std::size_t> line_ = {},
                           std::optional<std::size_t> column_ = {})
        : InputError(Kind::kNotation, placed(sentence, line_, column_)),
          message(sentence),
          line(line_),
          column(column_) {}

    std::string message;  // without the place
    std::optional<std::size_t> line, column;

  private:
    static std::string placed(const std::string& sentence, std::optional<std::size_t> line,
                              std::optional<std::size_t> column) {
        if (!line) return sentence;
        const std::string start = "line " + std::to_string(*line);
        return start + (column ? ", column " + std::to_string(*column) : "") + ": " + sentence;
    }
};

}  // namespace sapper
