import { leftOutParts, installMessages as messages } from "#shared/statement-form-messages.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { FormText } from "./read-form-text.ts";

/** Read out when something that was added was not kept. */
export function LeftOut({ parts }: { parts: FormText["leftOut"] }) {
  const words = [...parts].map((part) => leftOutParts[part]).join("; ");
  return <div role="status">{words && <Notice tone="warning">{messages.leftOut(words)}</Notice>}</div>;
}
