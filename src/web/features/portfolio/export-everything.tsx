import { useMutation } from "@tanstack/react-query";
import { bundleMessages } from "#shared/portfolio/own-bundle-messages.ts";
import { ApiError, fetchFile } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";

const path = "/portfolio/me/bundle.zip";

/** Saves all that the reader holds, with every document: of a member, and of who has left and holds shares. */
export function ExportEverything({ variant }: { variant: "secondary" | "outline" }) {
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
            title: bundleMessages.failed,
            description: "You took several copies in the last hour. Try again in an hour.",
            variant: "destructive",
          })
        : toastFailure(bundleMessages.failed, error),
  });
  return (
    <Button variant={variant} busyLabel={isPending && "Asking…"} onClick={() => mutate()}>
      Export everything, to keep
    </Button>
  );
}
