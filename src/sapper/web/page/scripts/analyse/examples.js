/** Example positions, as text. */

/** @type {{ name: string, text: string }[]} */
export const EXAMPLES = [
  {
    name: "Fowler and Young, figure III.1",
    text: "6x6/11\n######\n######\n##1###\n##32##\n######\n######",
  },
  { name: "1-2-2-1 pattern", text: "3x4/2\n####\n1221\n...." },
  { name: "50/50 guess", text: "2x3/1\n.1#\n.1#" },
  { name: "Hexagons", text: "hex:4x5/6\n#####\n#12##\n#2F3#\n##3##" },
  { name: "Torus", text: "torus:5x6/7\n######\n##1###\n#2#2##\n##1###\n######" },
  { name: "Cube", text: "box:3x3x3/5\n###\n###\n###\n\n###\n#5#\n###\n\n1##\n###\n###" },
];
