import { renderToStaticMarkup } from "react-dom/server";
import type { MailContent, RenderedMail } from "./mail-content.ts";
import { MailLayout } from "./mail-layout.tsx";
import { mailText } from "./mail-text.ts";

export function renderMail(content: MailContent): RenderedMail {
  return {
    subject: content.subject,
    html: `<!doctype html>${renderToStaticMarkup(<MailLayout content={content} />)}`,
    text: mailText(content),
  };
}
