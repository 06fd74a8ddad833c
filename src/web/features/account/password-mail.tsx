import { useMutation } from "@tanstack/react-query";
import { accountMessages } from "#shared/account-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { toastFailure } from "./use-account.ts";

/** For Google-only accounts. */
export function PasswordMail({ email }: { email: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi("POST", "/auth/request-password-reset", { email }),
    onSuccess: () => toast(accountMessages.passwordMailSent),
    onError: toastFailure,
  });
  return (
    <div className="grid justify-items-start gap-5">
      <p className="muted max-w-(--measure)">
        Your account has no password, since you sign in with Google. To set one, follow the link that we send to{" "}
        <span className="wrap-anywhere">{email}</span>. Choosing a password signs you out everywhere and disconnects
        Google, which you can then connect again.
      </p>
      <Button variant="outline" busyLabel={isPending && "Sending..."} onClick={() => mutate()}>
        Send me the link
      </Button>
    </div>
  );
}
