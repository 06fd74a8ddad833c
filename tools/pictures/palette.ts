/**
 * The theme's colours as hex: a drawing is a file of its own and cannot see the page's custom properties.
 * The last three have no name in the theme; they exist for pictures only.
 */
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
