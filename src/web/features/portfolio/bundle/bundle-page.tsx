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
      toast({ title: messages.started });
    },
    onError: (error) =>
      error instanceof ApiError && error.problem.status === 429
        ? toast({ title: messages.failed, description: messages.tooMany, variant: "destructive" })
        : toastFailure(messages.failed, error),
  });
  return (
    <OwnPage title={messages.title} label={messages.title} backTo={backTo} className="own-bundle">
      <ViewHead title={messages.title} />
      <div className="own-bundle-text">
        <p>{messages.text}</p>
        <h3 className="d4">{messages.inIt}</h3>
        <ul>
          {messages.parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
        <p className="muted">{messages.notInIt}</p>
        <p>{messages.warning}</p>
        <p>
          <Button variant="secondary" busyLabel={isPending && messages.asking} onClick={() => mutate()}>
            {messages.download}
          </Button>
        </p>
      </div>
    </OwnPage>
  );
}
