import { createElement, Fragment, type ReactNode } from "react";
import type { MailAction, MailBlock, MailContent, MailSum } from "./mail-content.ts";
import type { MailStyles } from "./mail-styles.ts";

interface MailBlocksProps {
  content: MailContent;
  styles: MailStyles;
}

export function MailBlocks({ content: { body, action, afterword }, styles }: MailBlocksProps) {
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
