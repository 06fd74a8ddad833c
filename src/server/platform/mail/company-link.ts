import { companyLinkMessages as messages } from "#shared/company-link-messages.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { HttpError } from "../http/http-error.ts";

interface LinkedRow {
  used_at: Date | null;
  expires_at: Date;
}

/**
 * Checks that a link of a mail to a company works: it works once and for a time.
 * @param row undefined for a token that was not made for this.
 * @throws HttpError 400 invalid_token with the reason.
 */
export function assertLinkWorks<Row extends LinkedRow>(
  row: Row | undefined,
  now: Date,
  usedWords: (day: string) => string,
): asserts row is Row {
  if (!row) throw linkRefusal(messages.invalid);
  if (row.used_at) throw linkRefusal(usedWords(dayOf(row.used_at)));
  if (row.expires_at <= now) throw linkRefusal(messages.expired(dayOf(row.expires_at)));
}

export const linkRefusal = (detail: string) => new HttpError("invalid_token", detail);

const dayOf = (moment: Date) => formatDay(londonDate(moment));
