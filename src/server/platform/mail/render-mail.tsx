import { renderToStaticMarkup } from "react-dom/server";
import { postalLines } from "#shared/postal-lines.ts";
import { brandColours } from "#shared/settings/brand-colours.ts";
import type { Club } from "#shared/settings/settings.ts";
import { MailBlocks } from "./mail-blocks.tsx";
import { greetingOf, type MailBlock, type MailContent, type RenderedMail } from "./mail-content.ts";
import { type MailStyles, mailStyles } from "./mail-styles.ts";

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
                  <p style={styles.paragraph}>{greetingOf(content)}</p>
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
    greetingOf(content),
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
  // A label that is a sentence, or has a colon already, gets none.
  if ("url" in block) return `${block.label}${/[.:?!]/.test(block.label) ? "" : ":"}\n${block.url}`;
  if ("code" in block) return `${block.label}: ${block.code}`;
  if ("sums" in block) return block.sums.map(({ label, value }) => `${label}: ${value}`).join("\n");
  return block.quote
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join("\n");
}
