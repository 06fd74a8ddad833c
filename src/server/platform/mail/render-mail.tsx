import { renderToStaticMarkup } from "react-dom/server";
import { club } from "#shared/club.ts";
import { MailBlocks } from "./mail-blocks.tsx";
import { greetingOf, type MailBlock, type MailContent, type RenderedMail } from "./mail-content.ts";
import { darkStyles, mailStyles as styles } from "./mail-styles.ts";

export function renderMail(content: MailContent): RenderedMail {
  return {
    subject: content.subject,
    html: `<!doctype html>${renderToStaticMarkup(<MailLayout content={content} />)}`,
    text: mailText(content),
  };
}

/** No tables or images: readable without styles. */
function MailLayout({ content }: { content: MailContent }) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{content.subject}</title>
        <style>{darkStyles}</style>
      </head>
      <body className="page" style={styles.body}>
        <div className="page" style={styles.page}>
          <div style={styles.preview}>{content.preview}</div>
          <div style={styles.column}>
            <p style={styles.brand}>
              <span className="stick" style={styles.stick} />
              {club.product}
            </p>
            <div className="sheet" style={styles.sheet}>
              <h1 style={styles.heading}>{content.heading}</h1>
              <p style={styles.paragraph}>{greetingOf(content)}</p>
              <MailBlocks content={content} />
            </div>
            <Footer content={content} />
          </div>
        </div>
      </body>
    </html>
  );
}

function Footer({ content }: { content: MailContent }) {
  const lines = [
    content.reason,
    club.address.join(", "),
    `Company number ${club.companyNumber}. Questions? Write to ${club.contactEmail}.`,
  ];
  return (
    <div style={styles.footer}>
      {lines.map((line) => (
        <p className="note" style={styles.note} key={line}>
          {line}
        </p>
      ))}
    </div>
  );
}

function mailText(content: MailContent): string {
  const { heading, body, action, afterword, reason } = content;
  const paragraphs = [
    heading,
    greetingOf(content),
    ...body.map(toText),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...afterword.map(toText),
    reason,
    ["-- ", ...club.address, `Company number ${club.companyNumber}`, club.contactEmail].join("\n"),
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

function toText(block: MailBlock): string {
  if (typeof block === "string") return block;
  if ("code" in block) return `${block.label}: ${block.code}`;
  return block.quote
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join("\n");
}
