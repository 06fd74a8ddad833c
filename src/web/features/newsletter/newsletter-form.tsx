import { type FormEvent, useId, useState } from "react";
import { newsletterMessages as messages } from "#shared/newsletter/newsletter-messages.ts";
import type { Club } from "#shared/settings/settings.ts";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";

type NewsletterFormProps = Pick<Club["newsletter"], "mode" | "agreement">;

/** The form of a list asks for a mail that confirms. Otherwise it sends nothing and logs to the console. */
export function NewsletterForm({ mode, agreement }: NewsletterFormProps) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const subscribe = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = new FormData(form).get("email");
    if (mode !== "list") {
      // A browser takes "x@y" for an address; with a list the server refuses it.
      const { emailSchema, invalidEmailMessage } = await import("#shared/text.ts");
      const { error } = emailSchema.safeParse(email);
      if (error) {
        toastFailure("You are not subscribed", new Error(invalidEmailMessage));
        return;
      }
      console.info("Newsletter subscription", email);
      form.reset();
      toast(messages.thanks);
      return;
    }
    setBusy(true);
    const done = ({ status: isMailed }: { status: boolean }) => {
      form.reset();
      toast(isMailed ? messages.mailSent : messages.notMailed);
    };
    void callApi<{ status: boolean }>("POST", "/newsletter-subscriptions", { email })
      .then(done, (error: Error) => toastFailure("You are not subscribed", error))
      .finally(() => setBusy(false));
  };
  const note = mode === "list" ? `${id}-note` : undefined;
  return (
    <form className="newsletter" onSubmit={subscribe} aria-busy={isBusy || undefined}>
      <label htmlFor={id}>{messages.label}</label>
      <div className="newsletter-row">
        <input
          className="input"
          id={id}
          name="email"
          type="email"
          required
          autoComplete="email"
          placeholder="Email"
          aria-describedby={note}
        />
        <Button type="submit" variant="on-dark" busyLabel={isBusy && "Subscribing..."}>
          Subscribe
        </Button>
      </div>
      {note && (
        <p className="newsletter-note" id={note}>
          {agreement}
        </p>
      )}
    </form>
  );
}
