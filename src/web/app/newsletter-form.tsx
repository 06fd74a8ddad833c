import { type FormEvent, useId } from "react";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";

const messages = {
  success: {
    title: "Thank you for subscribing to our newsletter",
    description: "Please add the info address to your contacts",
    duration: 5000,
  },
};

/** Sends nothing: logs to the console. */
export function NewsletterForm() {
  const id = useId();
  const subscribe = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    console.info("Newsletter subscription", new FormData(event.currentTarget).get("email"));
    event.currentTarget.reset();
    toast(messages.success);
  };
  return (
    <form className="newsletter" onSubmit={subscribe}>
      <label htmlFor={id}>Newsletter</label>
      <div className="newsletter-row">
        <input className="input" id={id} name="email" type="email" required autoComplete="email" placeholder="Email" />
        <Button type="submit" variant="on-dark">
          Subscribe
        </Button>
      </div>
    </form>
  );
}
