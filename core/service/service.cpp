#include "service/service.hpp"

#include "service/limits.hpp"
#include "service/positions.hpp"
#include "service/request.hpp"
#include "support/input_error.hpp"
#include "support/json.hpp"
#include "support/utf8.hpp"

namespace sapper::service {

namespace {

constexpr int kOk = 200, kNotFound = 404, kInvalid = 422;
constexpr std::size_t kLongestSentence = 1'000;  // in characters

using Route = void (*)(json::Writer&, const json::Value&, Host&);

void boards(json::Writer& writer, const json::Value& request, Host& host) {
    const Fields fields(request, "");
    const std::string spec = read_string(fields.at("spec"), "path.spec", 1, kLongestSpec);
    const json::Value* analysed = fields.find("analysed");
    const bool to_analyse = analysed != nullptr && read_boolean(*analysed, "query.analysed");
    fields.expect_only({"spec", "analysed"});
    const Purpose purpose = to_analyse ? Purpose::kAnalysis : Purpose::kGame;
    write_board(writer, find_board(spec, 1, purpose, host), host);
}

void graph(json::Writer& writer, const json::Value& request, Host& host) {
    write_board(writer, find_board(read_graph(request, ""), 1, Purpose::kAnalysis, host), host);
}

void presets(json::Writer& writer, const json::Value& /*request*/, Host& /*host*/) {
    write_presets(writer);
}

void parse(json::Writer& writer, const json::Value& request, Host& host) {
    write_parsed(writer, read_text_request(request), host);
}

void format(json::Writer& writer, const json::Value& request, Host& host) {
    write_formatted(writer, read_position_request(request), host);
}

struct NamedRoute {
    std::string_view name;
    Route route;
};

constexpr NamedRoute kRoutes[] = {{"boards", boards},
                                  {"graph", graph},
                                  {"presets", presets},
                                  {"parse", parse},
                                  {"format", format}};

const char* kind_name(InputError::Kind kind) {
    constexpr const char* kNames[] = {"BoardError", "SpecError", "PositionError", "LayoutError",
                                      "NotationError"};
    return kNames[static_cast<int>(kind)];
}

// Writes the fields that every error has; long sentences are cut.
json::Writer& start_error(json::Writer& writer, const std::string& sentence, const char* kind) {
    const std::u32string characters = decode_utf8(sentence);
    const std::string shown =
        characters.size() <= kLongestSentence
            ? sentence
            : encode_utf8(std::u32string_view(characters).substr(0, kLongestSentence)) + "…";
    return writer.begin_object().key("error").string(shown).key("kind").string(kind);
}

Answer invalid(const std::string& sentence, const char* kind) {
    json::Writer writer;
    start_error(writer, sentence, kind).end_object();
    return {kInvalid, writer.take()};
}

void write_place(json::Writer& writer, const char* name, std::optional<std::size_t> place) {
    writer.key(name);
    place ? writer.integer(static_cast<std::int64_t>(*place)) : writer.null();
}

Answer invalid_text(const NotationError& error) {
    json::Writer writer;
    start_error(writer, error.what(), "NotationError");
    write_place(writer, "line", error.line);
    write_place(writer, "column", error.column);
    writer.end_object();
    return {kInvalid, writer.take()};
}

Answer invalid_request(const std::string& where, const std::string& what) {
    json::Writer writer;
    start_error(writer, where.empty() ? what : where + ": " + what, "ValidationError");
    writer.key("where").string(where).end_object();
    return {kInvalid, writer.take()};
}

}  // namespace

Answer answer(std::string_view route, std::string_view request, Host& host) {
    for (const NamedRoute& known : kRoutes) {
        if (known.name != route) continue;
        try {
            json::Writer writer;
            known.route(writer, json::read(request, {kMostBytes, 100}), host);
            return {kOk, writer.take()};
        } catch (const json::Error& error) {
            return invalid_request("", error.what());
        } catch (const ValidationError& error) {
            return invalid_request(error.where, error.what());
        } catch (const TooLarge& error) {
            return invalid(error.what(), "TooLarge");
        } catch (const NotationError& error) {
            return invalid_text(error);
        } catch (const InputError& error) {
            return invalid(error.what(), kind_name(error.kind));
        }
    }
    json::Writer writer;
    start_error(writer, "the service has no such route", "NotFound").end_object();
    return {kNotFound, writer.take()};
}

std::vector<std::string_view> routes() {
    std::vector<std::string_view> names;
    for (const NamedRoute& known : kRoutes) names.push_back(known.name);
    return names;
}

}  // namespace sapper::service
