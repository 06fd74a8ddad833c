import { type CSSProperties, createElement, Fragment, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { RichTextBlock, RichTextInline, RichTextListItem } from "#shared/content/rich-text.ts";
import { postalLines } from "#shared/postal-lines.ts";
import { type BrandColours, brandColours } from "#shared/settings/brand-colours.ts";
import type { Club } from "#shared/settings/settings.ts";
import {
  greetingOf,
  type MailAction,
  type MailBlock,
  type MailContent,
  type MailSum,
  type RenderedMail,
} from "./mail-content.ts";

export function renderMail(content: MailContent, club: Club, appUrl: string): RenderedMail {
  return {
    subject: content.subject,
    html: `<!doctype html>${renderToStaticMarkup(<MailLayout content={content} club={club} appUrl={appUrl} />)}`,
    text: mailText(content, club),
  };
}

/** Attributes, since old Outlook takes neither width nor spacing from styles. */
const layoutTable = { role: "presentation", border: 0, cellPadding: 0, cellSpacing: 0 } as const;
const columnWidth = 560;

interface MailLayoutProps {
  content: MailContent;
  club: Club;
}

/** One table of one column, which old Outlook needs for a width, and no image but the club's logo or icon: readable without styles. */
function MailLayout({ content, club, appUrl }: MailLayoutProps & { appUrl: string }) {
  const colours = brandColours(club.brand);
  const styles = mailStyles(colours);
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light only" />
        <meta name="supported-color-schemes" content="light" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{content.subject}</title>
        <style>{":root { color-scheme: light only; supported-color-schemes: light; }"}</style>
      </head>
      <body style={styles.body}>
        <div style={styles.preview}>{content.preview}</div>
        <div style={styles.page}>
          <table {...layoutTable} align="center" width={columnWidth} style={styles.column}>
            <tbody>
              <tr>
                <td style={styles.brand}>
                  <Brand club={club} appUrl={appUrl} styles={styles} />
                </td>
              </tr>
              <tr>
                <td style={styles.sheet}>
                  <h1 style={styles.heading}>{content.heading}</h1>
                  {!content.isUngreeted && <p style={styles.paragraph}>{greetingOf(content)}</p>}
                  <MailBlocks content={content} styles={styles} />
                </td>
              </tr>
              <tr>
                <td style={styles.footer}>
                  <Footer content={content} club={club} styles={styles} />
                </td>
              </tr>
            </tbody>
          </table>
        </div>
      </body>
    </html>
  );
}

function Brand({ club: { brand, identity }, appUrl, styles }: { club: Club; appUrl: string; styles: MailStyles }) {
  if (!brand.logo) {
    return (
      <>
        <img
          src={appUrl + (brand.icon_url ?? "/icon-192.png")}
          width={24}
          height={24}
          alt=""
          style={styles.icon}
          {...notPreloaded}
        />
        {identity.name}
      </>
    );
  }
  const { url, width, height } = brand.logo;
  const shownWidth = Math.round((width * logoHeight) / height);
  return (
    <img
      src={appUrl + url}
      width={shownWidth}
      height={logoHeight}
      alt={identity.name}
      style={styles.logo}
      {...notPreloaded}
    />
  );
}

const logoHeight = 40;
/** React asks for other pictures ahead, by a link that no mail needs. */
const notPreloaded = { loading: "lazy" } as const;

/** @returns nothing in a club that has not said yet who runs it. */
const companyLine = ({ company_number }: Club["identity"]): string[] =>
  company_number ? [`Company number ${company_number}`] : [];

function Footer({ content, club: { identity }, styles }: MailLayoutProps & { styles: MailStyles }) {
  const company = companyLine(identity).flatMap((line) => [
    postalLines(identity).join(", "),
    `${line}. Questions? Write to ${identity.contact_email}.`,
  ]);
  return (
    <>
      {[content.reason, ...company].map((line) => (
        <p style={styles.note} key={line}>
          {line}
        </p>
      ))}
      {content.action && (
        <p style={styles.note}>
          If the button does not work:{" "}
          <a href={content.action.url} style={styles.link}>
            {content.action.url}
          </a>
        </p>
      )}
    </>
  );
}

function mailText(content: MailContent, { identity }: Club): string {
  const { heading, body, action, afterword, reason } = content;
  const paragraphs = [
    heading,
    ...(content.isUngreeted ? [] : [greetingOf(content)]),
    ...body.map(toText),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...afterword.map(toText),
    reason,
    ...companyLine(identity).map((line) => ["-- ", ...postalLines(identity), line, identity.contact_email].join("\n")),
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

function toText(block: MailBlock): string {
  if (typeof block === "string") return block;
  if ("document" in block) return block.document.content.map(documentText).join("\n\n");
  // A label that is a sentence, or has a colon already, gets none.
  if ("url" in block) return `${block.label}${/[.:?!]/.test(block.label) ? "" : ":"}\n${block.url}`;
  if ("code" in block) return `${block.label}: ${block.code}`;
  if ("sums" in block) return block.sums.map(({ label, value }) => `${label}: ${value}`).join("\n");
  return block.quote
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join("\n");
}

/** Of paragraphs and lists, which is all that a mail has of a text. */
function documentText(block: RichTextBlock): string {
  if (block.type === "paragraph") return inlineText(block.content);
  if (block.type !== "bulletList" && block.type !== "orderedList") return "";
  const mark = (index: number) => (block.type === "orderedList" ? `${index + 1}.` : "-");
  return block.content.map((item, index) => `${mark(index)} ${inlineText(contentOf(item))}`).join("\n");
}

const contentOf = ({ content: [first] }: RichTextListItem) => (first?.type === "paragraph" ? first.content : undefined);

const inlineText = (nodes: readonly RichTextInline[] = []): string =>
  nodes
    .map((node) => {
      if (node.type !== "text") return node.type === "hardBreak" ? "\n" : "";
      const href = linkOf(node);
      return href === undefined || href === node.text ? node.text : `${node.text} (${href})`;
    })
    .join("");

function linkOf({ marks = [] }: RichTextInline): string | undefined {
  for (const mark of marks) if (mark.type === "link") return mark.attrs.href;
  return undefined;
}

interface MailBlocksProps {
  content: MailContent;
  styles: MailStyles;
}

function MailBlocks({ content: { body, action, afterword }, styles }: MailBlocksProps) {
  const toElement = (block: MailBlock) => toBlock(block, styles);
  return (
    <>
      {oneAfterAnother(body.map(toElement))}
      {action && <Action action={action} styles={styles} />}
      <Afterword blocks={afterword} styles={styles} />
    </>
  );
}

/** Links that end it are set apart: one to stop these mails is not one of the things that wait. */
function Afterword({ blocks, styles }: { blocks: readonly MailBlock[]; styles: MailStyles }) {
  const links = blocks.filter(isLink);
  return (
    <>
      {oneAfterAnother(blocks.filter((block) => !isLink(block)).map((block) => toBlock(block, styles)))}
      {links.length > 0 && (
        <div style={styles.links}>
          {links.map(({ label, url }) => (
            <p key={url} style={styles.note}>
              <a href={url} style={styles.link}>
                {label}
              </a>
            </p>
          ))}
        </div>
      )}
    </>
  );
}

/** No keys needed: static markup, repeated texts. */
const oneAfterAnother = (nodes: readonly ReactNode[]) => createElement(Fragment, null, ...nodes);

function Action({ action: { label, url, tone }, styles }: { action: MailAction; styles: MailStyles }) {
  return (
    <p style={styles.action}>
      <a href={url} style={styles[tone]}>
        {label}
      </a>
    </p>
  );
}

const isLink = (block: MailBlock) => typeof block === "object" && "url" in block;

function toBlock(block: MailBlock, styles: MailStyles) {
  if (typeof block === "string") return <p style={styles.paragraph}>{block}</p>;
  if ("document" in block) return oneAfterAnother(block.document.content.map((part) => documentNode(part, styles)));
  if ("quote" in block) {
    return (
      <blockquote style={styles.quote}>
        <Lines text={block.quote} />
      </blockquote>
    );
  }
  if ("sums" in block) return <Sums sums={block.sums} styles={styles} />;
  if ("url" in block) {
    return (
      <p style={styles.paragraph}>
        <a href={block.url} style={styles.link}>
          {block.label}
        </a>
      </p>
    );
  }
  return (
    <p style={styles.code}>
      <span style={styles.codeLabel}>{block.label}</span>
      {block.code}
    </p>
  );
}

function documentNode(block: RichTextBlock, styles: MailStyles) {
  if (block.type === "paragraph") return <p style={styles.paragraph}>{inlineNodes(block.content, styles)}</p>;
  if (block.type !== "bulletList" && block.type !== "orderedList") return null;
  const items = block.content.map((item) =>
    createElement("li", { style: styles.item }, inlineNodes(contentOf(item), styles)),
  );
  return createElement(block.type === "bulletList" ? "ul" : "ol", { style: styles.list }, ...items);
}

const inlineNodes = (nodes: readonly RichTextInline[] = [], styles: MailStyles) =>
  oneAfterAnother(
    nodes.map((node) => {
      if (node.type !== "text") return node.type === "hardBreak" ? <br /> : null;
      const href = linkOf(node);
      return href === undefined ? node.text : createElement("a", { href, style: styles.link }, node.text);
    }),
  );

function Sums({ sums, styles }: { sums: readonly MailSum[]; styles: MailStyles }) {
  return (
    <table width="100%" border={0} cellPadding={0} cellSpacing={0} style={styles.sums}>
      <tbody>
        {sums.map(({ label, value, isTotal }) => (
          <tr key={label}>
            <th scope="row" style={isTotal ? styles.totalLabel : styles.sumLabel}>
              {label}
            </th>
            <td style={isTotal ? styles.total : styles.sum}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `<br>`: clients differ on `white-space`. */
function Lines({ text }: { text: string }) {
  const lines = text.split(/\r\n|\r|\n/);
  return oneAfterAnother(lines.flatMap((line, index) => (index === 0 ? [line] : [<br key="br" />, line])));
}

/** Design tokens without CSS variables or web fonts. */
const display = "Fraunces, 'Iowan Old Style', Palatino, Georgia, serif";
const text = "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";
const code = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace";

const sumCell = { padding: "8px 0", borderBottom: "1px solid #e3dacb", verticalAlign: "top" } as const;
const totalCell = { ...sumCell, borderTop: "1px solid #1b1a17", borderBottom: "none", fontWeight: 600 } as const;

/** Inline, since clients drop style sheets; each background sets its colour, since dark modes repaint one. */
const mailStyles = (colours: BrandColours) =>
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
    /** The logo keeps a light background where a client repaints the mail, as it may be dark itself. */
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
    list: { margin: "0 0 16px", padding: "0 0 0 22px" },
    item: { margin: "0 0 4px", overflowWrap: "anywhere" },
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
type MailStyles = ReturnType<typeof mailStyles>;

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
