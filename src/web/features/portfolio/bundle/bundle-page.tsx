import { useMutation } from "@tanstack/react-query";
import { bundleMessages as messages } from "#shared/portfolio/own-bundle-messages.ts";
import { ApiError, fetchFile } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ViewHead } from "#web/ui/view-head.tsx";
import { OwnPage } from "../own-page.tsx";

const path = "/portfolio/me/bundle.zip";

/** What stays with the reader whatever becomes of the club. */
export function BundlePage({ backTo }: { backTo: string }) {
  const { mutate, isPending } = useMutation({
    // Whether there is one now; the file itself goes from the browser to the disk, as it may be larger than the memory.
    mutationFn: () => fetchFile("HEAD", path),
    onSuccess: () => {
      window.location.assign(`/api${path}`);
      toast({ title: "Your browser saves it. Everything is there once it is finished." });
    },
    onError: (error) =>
      error instanceof ApiError && error.problem.status === 429
        ? toast({
            title: messages.failed,
            description: "You took several copies in the last hour. Try again in an hour.",
            variant: "destructive",
          })
        : toastFailure(messages.failed, error),
  });
  return (
    <OwnPage title={messages.title} label={messages.title} backTo={backTo} className="own-bundle">
      <ViewHead title={messages.title} />
      <div className="own-bundle-text">
        <p>
          One file with everything you hold through the club: your holdings, their prices, what went in and came back,
          the ledgers of your deals, all your documents, and whom to ask. It opens without the club and without a
          network. Take a new one whenever something changed.
        </p>
        <h3 className="d4">What is in it</h3>
        <ul>
          {messages.parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
        <p className="muted">{messages.notInIt}</p>
        <p>It holds your name, your amounts and your statements: keep it where only you can open it.</p>
        <p>
          <Button variant="secondary" busyLabel={isPending && "Asking…"} onClick={() => mutate()}>
            Download everything
          </Button>
        </p>
      </div>
    </OwnPage>
  );
}
