import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { statementRegisterMessages as messages } from "#shared/sign-statement-messages.ts";
import type { OpenedStatement } from "#shared/signed-statements.ts";
import { LazyReasonDialog } from "#web/features/people/lazy-reason-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { RowAction } from "#web/ui/row-action.tsx";
import { toastFailure } from "#web/ui/toast.ts";

const LinesDialog = lazy(() => import("../lines-dialog.tsx").then((file) => ({ default: file.LinesDialog })));

/** Asks for a reason, then shows the statement until its dialog closes. */
export function OpenStatement({ id, name }: { id: string; name: string }) {
  const [isAsking, setAsking] = useState(false);
  const [opened, setOpened] = useState<OpenedStatement | null>(null);
  const [openings, setOpenings] = useState(0);
  const { mutateAsync, reset } = useMutation({
    mutationFn: (reason: string) => callApi<OpenedStatement>("POST", `/statements/${id}/open`, { reason }),
    onError: (error) => toastFailure(messages.openFailed, error),
    // Nothing of the statement stays in the cache.
    gcTime: 0,
  });
  const open = async (reason: string) => {
    setOpened(await mutateAsync(reason).finally(reset));
    setOpenings(openings + 1);
  };
  return (
    <>
      <RowAction labelEnd={name} onClick={() => setAsking(true)}>
        {messages.open}
      </RowAction>
      <LazyReasonDialog
        // Each opening has a reason of its own.
        key={openings}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        label={messages.open}
        title={messages.openTitle(name)}
        text={messages.openText}
        hint={messages.openHint}
        isRemoval={false}
        send={open}
      />
      <Suspense>
        {openings > 0 && (
          <LinesDialog
            isOpen={opened !== null}
            onClose={() => setOpened(null)}
            title={messages.openedTitle(name)}
            text={messages.openedText}
            lines={opened?.lines}
          />
        )}
      </Suspense>
    </>
  );
}
