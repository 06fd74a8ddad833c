import { unsubscribeMessages as messages } from "#shared/notices/notice-preferences-messages.ts";
import { paths } from "#shared/paths.ts";
import { TokenAction } from "./mail-links/token-action.tsx";

/** Of one topic, for the person that a mail was sent to. */
export function UnsubscribePage() {
  const next = { to: paths.accountPart("told"), label: messages.toAccount };
  return <TokenAction path={paths.unsubscribe} endpoint="/mail-consents/unsubscribe" words={messages} next={next} />;
}
