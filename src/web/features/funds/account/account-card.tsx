import type { CollectionAccount } from "#shared/funds/funds.ts";
import { accountPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { adminName } from "#shared/people/person-name.ts";
import { formatDateTime, shortDate } from "#web/lib/format.ts";

interface AccountCardProps {
  /** The partner's, or the company's, which has no partner. */
  account: Omit<CollectionAccount, "partner" | "frozen_until"> & {
    partner?: string;
    asked_email?: string | null;
    asked_at?: string | null;
  };
  title: string;
}

const fields = ["account_name", "sort_code", "account_number", "bank", "partner"] as const;

/** What one person entered, and what two have signed. */
export function AccountCard({ account, title }: AccountCardProps) {
  const { entered_at, confirmed_by_name, confirmed_at, call_back_note } = account;
  return (
    <section className="grid gap-3" aria-label={title}>
      <h4 className="note font-text font-semibold">{title}</h4>
      <dl className="closing-facts-list">
        {fields.map(
          (field) =>
            account[field] !== undefined && (
              <div key={field}>
                <dt>{messages[field]}</dt>
                <dd className="num wrap-anywhere">{account[field]}</dd>
              </div>
            ),
        )}
        {confirmed_at && (
          <div>
            <dt>Called back</dt>
            <dd className="whitespace-pre-line wrap-anywhere">
              {call_back_note ?? "No, as it is known from an earlier deal"}
            </dd>
          </div>
        )}
      </dl>
      <p className="note num wrap-anywhere">
        Entered by {enteredBy(account)}, {formatDateTime(entered_at)}
        {confirmed_at &&
          `. ${call_back_note ? "Called back" : "Signed"} by ${adminName(confirmed_by_name)}, ${formatDateTime(confirmed_at)}`}
      </p>
    </section>
  );
}

/** "Jo Fern by the link of 3 Feb 2027 to jo@fern.example": who signs sees where the link went. */
const enteredBy = ({ entered_by_name, asked_email, asked_at }: AccountCardProps["account"]): string =>
  asked_at ? `${entered_by_name} by the link of ${shortDate(asked_at)} to ${asked_email}` : adminName(entered_by_name);
