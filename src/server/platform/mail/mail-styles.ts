import type { CSSProperties } from "react";
import type { BrandColours } from "#shared/settings/brand-colours.ts";

/** Design tokens without CSS variables or web fonts. */
const display = "Fraunces, 'Iowan Old Style', Palatino, Georgia, serif";
const text = "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";
const code = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace";

const sumCell = { padding: "8px 0", borderBottom: "1px solid #e3dacb", verticalAlign: "top" } as const;
const totalCell = { ...sumCell, borderTop: "1px solid #1b1a17", borderBottom: "none", fontWeight: 600 } as const;

/** Inline, since clients drop style sheets; each background sets its colour, since dark modes repaint one. */
export const mailStyles = (colours: BrandColours) =>
  ({
    body: { margin: 0, backgroundColor: "#fbf8f3" },
    page: {
      padding: "32px 12px",
      backgroundColor: "#fbf8f3",
      color: "#1b1a17",
      fontFamily: text,
      fontSize: 16,
      lineHeight: 1.6,
    },
    preview: { display: "none", maxHeight: 0, overflow: "hidden", opacity: 0, fontSize: 1 },
    column: { width: "100%", maxWidth: 560, margin: "0 auto", borderCollapse: "separate" },
    brand: {
      padding: "0 4px 20px",
      fontFamily: display,
      fontSize: 24,
      lineHeight: "24px",
      fontWeight: 500,
    },
    /** On paper where a client repaints the mail: it may be dark itself. */
    logo: { padding: 4, borderRadius: 4, backgroundColor: "#fbf8f3" },
    icon: { marginRight: 10, borderRadius: 4, verticalAlign: "-5px" },
    sheet: {
      padding: "32px 24px 20px",
      border: "1px solid #e3dacb",
      borderRadius: 4,
      backgroundColor: "#ffffff",
      color: "#1b1a17",
    },
    heading: {
      margin: "0 0 16px",
      fontFamily: display,
      fontSize: 26,
      lineHeight: 1.2,
      letterSpacing: "-0.018em",
      fontWeight: 420,
    },
    paragraph: { margin: "0 0 16px", overflowWrap: "anywhere" },
    action: { margin: "24px 0 12px" },
    note: { margin: "0 0 12px", fontSize: 13, lineHeight: 1.5, color: "#655f54", overflowWrap: "anywhere" },
    codeLabel: {
      display: "block",
      fontFamily: text,
      fontSize: 13,
      lineHeight: 1.5,
      letterSpacing: 0,
      color: "#655f54",
    },
    code: {
      margin: "0 0 16px",
      padding: "12px 16px",
      borderRadius: 4,
      backgroundColor: "#f3ede2",
      color: "#1b1a17",
      fontFamily: code,
      fontSize: 15,
      lineHeight: 1.45,
      letterSpacing: "0.04em",
    },
    quote: {
      margin: "0 0 16px",
      padding: "2px 0 2px 16px",
      borderLeft: `4px solid ${colours.pine}`,
      overflowWrap: "anywhere",
    },
    sums: { margin: "0 0 20px", borderCollapse: "collapse", fontSize: 15, lineHeight: "22px" },
    sum: { ...sumCell, paddingLeft: 16, textAlign: "right", overflowWrap: "anywhere" },
    sumLabel: { ...sumCell, textAlign: "left", fontWeight: 400, color: "#655f54" },
    total: { ...totalCell, textAlign: "right", whiteSpace: "nowrap" },
    totalLabel: { ...totalCell, textAlign: "left" },
    link: { color: colours["ember-deep"] },
    links: { margin: "24px 0 0", padding: "16px 0 0", borderTop: "1px solid #e3dacb" },
    footer: { padding: "24px 4px 0" },
    join: buttonStyle(colours["ember-deep"]),
    act: buttonStyle(colours.pine),
  }) as const satisfies Record<string, CSSProperties>;
export type MailStyles = ReturnType<typeof mailStyles>;

/** Borders, since Outlook ignores padding. */
function buttonStyle(colour: string): CSSProperties {
  return {
    display: "inline-block",
    border: `solid ${colour}`,
    borderWidth: "12px 22px",
    borderRadius: 4,
    backgroundColor: colour,
    color: "#ffffff",
    fontWeight: 600,
    lineHeight: "24px",
    textDecoration: "none",
  };
}
