import { useMutation } from "@tanstack/react-query";
import { signInMessages } from "#shared/sign-in-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";

/** Leaves for Google, which comes back to this page. */
export function ConnectGoogle() {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => callApi<{ url: string }>("POST", "/auth/link-social", { provider: "google" }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: ({ message }) =>
      toast({ title: signInMessages.google.title, description: message, variant: "destructive" }),
  });
  const isLeaving = isPending || isSuccess;
  return (
    <>
      <p className="muted max-w-(--measure)">Connect your Google account to sign in with it as well.</p>
      <Button variant="line" busyLabel={isLeaving && "Going to Google..."} onClick={() => mutate()}>
        Connect Google
      </Button>
    </>
  );
}
