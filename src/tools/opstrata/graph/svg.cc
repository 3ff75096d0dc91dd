#include "tools/opstrata/graph/svg.h"

#include <algorithm>
#include <map>

namespace opstrata::tools {
namespace {

using graph::GraphData;
using graph::Node;

constexpr int kCharWidth = 7, kPadding = 10, kHeight = 40, kGapX = 24, kGapY = 48, kMargin = 16, kTitle = 24;

/// Bytes of the character that `text` begins with, when it is UTF-8 that XML 1.0 can hold; else 0.
size_t xml_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if (length == 0 || length > text.size()) return 0;
  uint32_t point = length == 1 ? lead : lead & (0xFFU >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return 0;
    point = point << 6 | (next & 0x3F);
  }
  const bool overlong = (length == 3 && point < 0x800) || (length == 4 && (point < 0x10000 || point > 0x10FFFF));
  const bool excluded =
      point < 0x20 || point == 0x7F || (point >= 0xD800 && point < 0xE000) || point == 0xFFFE || point == 0xFFFF;
  return overlong || excluded ? 0 : length;
}

/// Text of an XML document; what XML 1.0 cannot hold becomes `?`, and so does what is no UTF-8.
std::string escape(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const size_t length = xml_character(text);
    const char c = text[0];
    if (length == 0)
      out += '?';
    else if (c == '&')
      out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '"') out += "&quot;";
    else
      out += text.substr(0, length);
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return out;
}

std::string n(int value) { return std::to_string(value); }

struct Box {
  int x = 0, y = 0, width = 0;
};

/// Draws one graph from height `top` on; returns where it ends.
Result<int> draw(const GraphData &graph, int top, int *width, std::string *out) {
  const auto order = graph.topological_order();
  if (!order.ok()) return order.status();
  std::map<const Node *, size_t> layer;
  std::vector<std::vector<const Node *>> layers;
  for (const Node *node : *order) {
    size_t depth = 0;
    const auto behind = [&](const Node *source) { depth = std::max(depth, layer.at(source) + 1); };
    for (const auto &port : node->inputs) {
      if (port.source != nullptr) behind(port.source);
    }
    for (const Node *source : node->control_sources) behind(source);
    layer[node] = depth;
    if (layers.size() <= depth) layers.resize(depth + 1);
    layers[depth].push_back(node);
  }
  *out += "<text x=\"" + n(kMargin) + "\" y=\"" + n(top + 14) + "\" font-weight=\"bold\">" + escape(graph.name) + "</text>\n";
  std::map<const Node *, Box> boxes;
  int y = top + kTitle;
  for (const auto &nodes : layers) {
    int x = kMargin;
    for (const Node *node : nodes) {
      const auto length = static_cast<int>(std::min<size_t>(std::max(node->name.size(), node->type().size()), 200));
      boxes[node] = {x, y, length * kCharWidth + 2 * kPadding};
      x += boxes[node].width + kGapX;
    }
    *width = std::max(*width, x - kGapX + kMargin);
    y += kHeight + kGapY;
  }
  const auto edge = [&](const Node *from, const Node *to, int port, size_t ports, const char *style) {
    const Box &a = boxes.at(from), &b = boxes.at(to);
    const int x1 = a.x + a.width / 2, y1 = a.y + kHeight;
    const int x2 = b.x + b.width * (port + 1) / (static_cast<int>(ports) + 1), y2 = b.y;
    *out += "<path d=\"M" + n(x1) + " " + n(y1) + " C" + n(x1) + " " + n(y1 + kGapY / 2) + " " + n(x2) + " " + n(y2 - kGapY / 2) + " " + n(x2) + " " +
            n(y2) + "\" fill=\"none\" stroke=\"#555\"" + style + " marker-end=\"url(#arrow)\"/>\n";
  };
  for (const Node *node : *order) {
    for (size_t i = 0; i < node->inputs.size(); ++i) {
      if (node->inputs[i].source != nullptr) edge(node->inputs[i].source, node, static_cast<int>(i), node->inputs.size(), "");
    }
    for (const Node *source : node->control_sources) edge(source, node, 0, 1, " stroke-dasharray=\"4 3\"");
  }
  for (const Node *node : *order) {
    const Box &box = boxes.at(node);
    const char *fill = graph::is_input_type(node->type()) ? "#dff0d8" : graph::is_const_type(node->type()) ? "#eeeeee" : "#d9edf7";
    *out += "<rect x=\"" + n(box.x) + "\" y=\"" + n(box.y) + "\" width=\"" + n(box.width) + "\" height=\"" + n(kHeight) +
            "\" rx=\"4\" fill=\"" + fill + "\" stroke=\"#333\"/>\n<text x=\"" + n(box.x + kPadding) + "\" y=\"" + n(box.y + 16) + "\">" +
            escape(node->type()) + "</text>\n<text x=\"" + n(box.x + kPadding) + "\" y=\"" + n(box.y + 32) + "\" fill=\"#666\">" +
            escape(node->name) + "</text>\n";
  }
  return y - kGapY + kMargin;
}

}  // namespace

Result<std::string> to_svg(const GraphData &graph) {
  std::string body;
  int width = 200;
  auto end = draw(graph, kMargin, &width, &body);
  if (!end.ok()) return end.status();
  for (const auto &subgraph : graph.all_subgraphs()) {
    end = draw(*subgraph, *end + kMargin, &width, &body);
    if (!end.ok()) return end.status();
  }
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + n(width) + "\" height=\"" + n(*end) +
         "\" font-family=\"monospace\" font-size=\"12\">\n<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" "
         "markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" fill=\"#555\"/></marker></defs>\n" + body + "</svg>\n";
}

}  // namespace opstrata::tools
