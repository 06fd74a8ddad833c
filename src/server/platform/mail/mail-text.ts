import { club } from "#shared/club.ts";
import { greetingOf, type MailBlock, type MailContent } from "./mail-content.ts";

export function mailText(content: MailContent): string {
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
