import { sql, type Transaction } from "kysely";
import { daysToConfirm, newsletterLinkMessages } from "#shared/newsletter/newsletter-messages.ts";
import { paths } from "#shared/paths.ts";
import type { Limits } from "../../auth/limits.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { AsOwner } from "../../platform/db/types.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { readSignedToken, signedToken, tokenPage } from "../../platform/mail/signed-token.ts";

/** What people do to their own address, without an account. */
export type Newsletter = ReturnType<typeof createNewsletter>;

interface Given {
  asOwner: AsOwner;
  limits: Pick<Limits, "newsletterMailsPerEmail">;
  keys: { newsletterLinks: string };
  appUrl: string;
  hasMailServer: boolean;
  now: () => Date;
}

export function createNewsletter({
  asOwner,
  limits,
  keys: { newsletterLinks: key },
  appUrl,
  hasMailServer,
  now,
}: Given) {
  return {
    hasMailServer,
    /** The same work whatever the address's state, so that neither answer nor time tells it. */
    subscribe: async (email: string, agreedText: string): Promise<void> => {
      if (!(await limits.newsletterMailsPerEmail.tryTake(email))) return;
      await asOwner(null, async (tx, effects) => {
        const subscription_id = await saveRequest(tx, email, agreedText, now());
        effects.mail("newsletter-subscription", { subscription_id });
      });
    },
    /** @throws HttpError invalid_token. */
    confirm: (token: string): Promise<void> =>
      asOwner(null, async (tx, effects) => {
        const id = readNewsletterToken(key, token, "confirm");
        const found = id && (await findConfirmable(tx, id, now()));
        if (!found) throw new HttpError("invalid_token", newsletterLinkMessages.confirm.linkInvalid);
        if (found.confirmed_at) return;
        const row = tx.updateTable("newsletter_subscriptions").where("id", "=", found.id);
        await row.set({ confirmed_at: now() }).execute();
        effects.audit("newsletter_confirmed", found.id);
      }),
    /** Erases the address. @returns false when it is not on the list, or not any more. */
    unsubscribe: async (token: string): Promise<boolean> => {
      const id = readNewsletterToken(key, token, "unsubscribe");
      if (!id) return false;
      return asOwner(null, async (tx, effects) => {
        const { numDeletedRows } = await tx
          .deleteFrom("newsletter_subscriptions")
          .where("id", "=", id)
          .executeTakeFirst();
        if (numDeletedRows > 0n) effects.audit("newsletter_unsubscribed", id);
        return numDeletedRows > 0n;
      });
    },
    unsubscribePage: (id: string): string =>
      newsletterPage(appUrl, "unsubscribe", newsletterToken(key, id, "unsubscribe")),
  };
}

/** A subscription that somebody has confirmed stays as it was. */
async function saveRequest(tx: Transaction<DB>, email: string, agreed_text: string, requested_at: Date) {
  const { id } = await tx
    .insertInto("newsletter_subscriptions")
    .values({ email, agreed_text, requested_at })
    .onConflict((conflict) =>
      conflict.column("email").doUpdateSet({
        agreed_text: sql`case when ${isConfirmed} then newsletter_subscriptions.agreed_text else excluded.agreed_text end`,
        requested_at: sql`case when ${isConfirmed} then newsletter_subscriptions.requested_at else excluded.requested_at end`,
      }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const isConfirmed = sql`newsletter_subscriptions.confirmed_at is not null`;

const findConfirmable = (tx: Transaction<DB>, id: string, now: Date) =>
  tx
    .selectFrom("newsletter_subscriptions")
    .select(["id", "confirmed_at"])
    .where("id", "=", id)
    .where((row) => row.or([row("confirmed_at", "is not", null), row("requested_at", ">", confirmableSince(now))]))
    .forUpdate()
    .executeTakeFirst();

const confirmableSince = (now: Date): Date => new Date(now.getTime() - daysToConfirm * 24 * 60 * 60 * 1000);

/** Runs in the nightly job. @returns how many. */
export const eraseUnconfirmed = (asOwner: AsOwner, now: Date): Promise<number> =>
  asOwner(null, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("newsletter_subscriptions")
      .where("confirmed_at", "is", null)
      .where("requested_at", "<=", confirmableSince(now))
      .executeTakeFirst();
    return Number(numDeletedRows);
  });

type Action = "confirm" | "unsubscribe";

/** Every mail to an address has the same links. */
export const newsletterToken = (key: string, id: string, action: Action): string =>
  signedToken(key, id, `newsletter: ${action}`);

/** @returns the subscription's id; undefined for a token that was not made for this action. */
const readNewsletterToken = (key: string, token: string, action: Action): string | undefined =>
  readSignedToken(key, token, `newsletter: ${action}`);

const pages = { confirm: paths.confirmNewsletter, unsubscribe: paths.unsubscribeNewsletter };

/** Of a page, which acts when its button is pressed. */
export const newsletterPage = (appUrl: string, action: Action, token: string): string =>
  tokenPage(appUrl, pages[action], token);

/** RFC 8058: mail programs POST to it. */
export const oneClickUrl = (appUrl: string, token: string): string =>
  `${appUrl}/api/newsletter-subscriptions/one-click?${new URLSearchParams({ token })}`;
