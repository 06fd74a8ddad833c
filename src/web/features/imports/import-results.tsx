import { useMutation } from "@tanstack/react-query";
import { memo, useEffect, useRef } from "react";
import type { ImportLine, ImportResult } from "#shared/imports/import-lines.ts";
import { importMessages } from "#shared/imports/imports-messages.ts";
import { useClub } from "#web/lib/use-club.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { detailOf, ImportLines, type ShownLine } from "#web/ui/import-lines.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import type { ImportRun } from "./import-store.ts";

const tones: Record<ImportResult, BadgeTone> = {
  created: "live",
  exists: "over",
  failed: "refused",
  error: "refused",
  invalid: "waiting",
};

const titles = {
  completed: importMessages.completedTitle,
  stopped: importMessages.stoppedTitle,
  left: importMessages.stoppedTitle,
  "signed-out": importMessages.stoppedTitle,
  failed: importMessages.failedTitle,
};

/** Memoised: typing would re-render it. */
export const ImportResults = memo(function ImportResults({ run }: { run: ImportRun }) {
  const { items, created, done, total, end, isUncertain, rest } = run;
  const section = useRef<HTMLDivElement>(null);
  const wasRunning = useRef(!end);
  useEffect(() => {
    // The focused stop button unmounts.
    if (wasRunning.current && end && end !== "completed") section.current?.focus();
    wasRunning.current = !end;
  }, [end]);
  return (
    <div ref={section} tabIndex={-1} className="grid gap-4 outline-none">
      {end && end !== "completed" && (
        <Notice tone="warning" title={`${titles[end]}.`}>
          It came to {done} of {total} members. All that is not imported is still in the box.{" "}
          {isUncertain &&
            "The last answer was lost, so some of the lines in the box may be imported already. Importing them again creates nobody twice."}
        </Notice>
      )}
      {items.length > 0 && (
        <ImportLines
          title={end ? titles[end] : "Importing"}
          summary={`${created.toLocaleString("en-GB")} of ${total.toLocaleString("en-GB")}`}
          note={
            end === "completed" && rest
              ? "The lines that were not imported are still in the box, to be mended."
              : undefined
          }
          lines={items.map(toShown)}
          onlyLabel="Show only lines that created nobody"
        >
          {end && <Download items={items} />}
          <NextSteps />
        </ImportLines>
      )}
    </div>
  );
});

function toShown({ line, input, full_name, email, tier, result, message, note }: ImportLine): ShownLine {
  const isInvalid = result === "invalid";
  const isHeader = message === importMessages.header;
  const badge = isHeader ? "Header" : isInvalid ? "Not imported" : message;
  return {
    line,
    name: full_name ?? input,
    detail: isInvalid ? message : detailOf({ email: email ?? "", tier }),
    note,
    badge: { tone: isHeader ? "over" : tones[result], label: badge },
    isPlain: result === "created",
  };
}

/** Lazy CSV code. */
function Download({ items }: { items: readonly ImportLine[] }) {
  const club = useClub();
  const save = async () => (await import("./save-results.ts")).saveResults(items, new Date(), club.identity.name);
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onError: (error) => toastFailure("The results could not be saved.", error),
  });
  return (
    <div className="mt-4">
      <Button variant="outline" isSmall busyLabel={isPending && "Downloading"} onClick={() => mutate()}>
        Export CSV
      </Button>
    </div>
  );
}

function NextSteps() {
  return (
    <div className="note mt-4">
      <p>Next, each imported member should:</p>
      <ol className="ml-5 list-decimal">
        <li>Sign up or log in.</li>
        <li>Go to Member Directory, then Submit Profile.</li>
        <li>Complete the profile.</li>
      </ol>
      <p>To see deals, they also sign their statement: Open Deals, then Sign your statement.</p>
    </div>
  );
}
