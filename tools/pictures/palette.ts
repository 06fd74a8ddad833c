/** Theme colours as hex, since SVG files cannot read CSS variables. The last three are for pictures only. */
export const palette = {
  paper: "#FBF8F3",
  line: "#E3DACB",
  stone: "#857A69",
  ink: "#1B1A17",
  ink3: "#655F54",
  ember: "#D9480F",
  emberDeep: "#B83A08",
  emberTint: "#FBE7D8",
  amber: "#F4A63C",
  pine: "#1F4D3A",
  pineDeep: "#14352A",
  sage: "#A9C4B2",
  mist: "#D5E2D8",
  clay: "#B7763A",
  slate: "#2C4653",
  fern: "#5E8473",
  sand: "#EBD9BF",
  dew: "#DCE5DA",
} as const;

/** What a drawing on paper has instead where the theme is dark, by the light colour; as in src/web/styles/theme.css. */
export const darkPalette: Record<string, string> = {
  [palette.paper]: "#171511",
  [palette.line]: "#3B362C",
  [palette.stone]: "#908673",
  [palette.ink]: "#F4EFE6",
  [palette.ink3]: "#A99F8E",
  [palette.ember]: "#EE6C36",
  [palette.emberDeep]: "#F79A6B",
  [palette.pine]: "#86C5A5",
  [palette.clay]: "#C98B50",
};
