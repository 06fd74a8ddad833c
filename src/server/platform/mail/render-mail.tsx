import { renderToStaticMarkup } from "react-dom/server";
import { brandColours } from "#shared/brand-colours.ts";
import type { Club } from "#shared/settings.ts";
import { MailBlocks } from "./mail-blocks.tsx";
import { greetingOf, type MailBlock, type MailContent, type RenderedMail } from "./mail-content.ts";
import { darkStyles, type MailStyles, mailStyles } from "./mail-styles.ts";

export function renderMail(content: MailContent, club: Club, appUrl: string): RenderedMail {
  return {
    subject: content.subject,
    html: `<!doctype html>${renderToStaticMarkup(<MailLayout content={content} club={club} appUrl={appUrl} />)}`,
    text: mailText(content, club),
  };
}

interface MailLayoutProps {
  content: MailContent;
  club: Club;
}

/** No tables, and no image but the logo: readable without styles. */
function MailLayout({ content, club, appUrl }: MailLayoutProps & { appUrl: string }) {
  const colours = brandColours(club.brand);
  const styles = mailStyles(colours);
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{content.subject}</title>
        <style>{darkStyles(colours)}</style>
      </head>
      <body className="page" style={styles.body}>
        <div className="page" style={styles.page}>
          <div style={styles.preview}>{content.preview}</div>
          <div style={styles.column}>
            <p style={styles.brand}>
              <Brand club={club} appUrl={appUrl} styles={styles} />
            </p>
            <div className="sheet" style={styles.sheet}>
              <h1 style={styles.heading}>{content.heading}</h1>
              <p style={styles.paragraph}>{greetingOf(content)}</p>
              <MailBlocks content={content} styles={styles} />
            </div>
            <Footer content={content} club={club} styles={styles} />
          </div>
        </div>
      </body>
    </html>
  );
}

function Brand({ club: { brand, identity }, appUrl, styles }: { club: Club; appUrl: string; styles: MailStyles }) {
  if (!brand.logo) {
    return (
      <>
        <span className="stick" style={styles.stick} />
        {identity.name}
      </>
    );
  }
  const { url, width, height } = brand.logo;
  const shownWidth = Math.round((width * logoHeight) / height);
  return <img src={appUrl + url} width={shownWidth} height={logoHeight} alt={identity.name} style={styles.logo} />;
}

const logoHeight = 40;

function Footer({ content, club: { identity }, styles }: MailLayoutProps & { styles: MailStyles }) {
  const lines = [
    content.reason,
    identity.address.join(", "),
    `Company number ${identity.company_number}. Questions? Write to ${identity.contact_email}.`,
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

function mailText(content: MailContent, { identity }: Club): string {
  const { heading, body, action, afterword, reason } = content;
  const paragraphs = [
    heading,
    greetingOf(content),
    ...body.map(toText),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...afterword.map(toText),
    reason,
    ["-- ", ...identity.address, `Company number ${identity.company_number}`, identity.contact_email].join("\n"),
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

function toText(block: MailBlock): string {
  if (typeof block === "string") return block;
  if ("url" in block) return `${block.label}:\n${block.url}`;
  if ("code" in block) return `${block.label}: ${block.code}`;
  return block.quote
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join("\n");
}
