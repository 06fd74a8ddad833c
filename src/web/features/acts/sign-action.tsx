import { lazy, Suspense, useState } from "react";
import { type ActKind, actKindLabels } from "#shared/acts/act-messages.ts";
import { refusalWords } from "#shared/acts/act-words.ts";
import type { Act } from "#shared/acts/acts.ts";
import { useAction } from "#web/lib/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { useLeaveFocus } from "#web/ui/use-leave-focus.ts";
import { actInvalidates } from "./act-queries.ts";

const SignDialog = lazy(() => import("./sign-dialog.tsx").then((file) => ({ default: file.SignDialog })));

interface SignActionProps {
  dealId: string;
  kind: ActKind;
  /** The value is undefined where a list of what is so now has to be made first. */
  act: Act | undefined;
  variant?: "secondary" | "outline";
  /** The label is set where signing it says something more. */
  label?: string;
}

/** One press: makes the list where there is none, and opens it to be signed. */
export function SignAction({ dealId, kind, act, variant = "secondary", label }: SignActionProps) {
  const [opened, setOpened] = useState<{ act: Act; isOpen: boolean; opening: number }>();
  const button = useLeaveFocus();
  const open = (list: Act) => setOpened({ act: list, isOpen: true, opening: (opened?.opening ?? 0) + 1 });
  const { act: prepare, isPending } = useAction<Act, { kind: ActKind }>(`/deals/${dealId}/acts`, {
    failed: "The list was not made",
    // The refusal shows before anything is typed.
    onDone: (list) =>
      list.refusal
        ? toast({ title: "You cannot sign this list", description: refusalWords(list.refusal), variant: "destructive" })
        : open(list),
    invalidates: actInvalidates,
  });
  return (
    <>
      <Button
        ref={button}
        variant={variant}
        busyLabel={isPending && "Making the list..."}
        onClick={() => (act ? open(act) : prepare({ kind }))}
      >
        {label ?? `Sign the ${actKindLabels[kind].toLowerCase()}`}
      </Button>
      <Suspense>
        {opened && (
          <SignDialog
            key={opened.opening}
            act={opened.act}
            isOpen={opened.isOpen}
            onClose={() => setOpened({ ...opened, isOpen: false })}
          />
        )}
      </Suspense>
    </>
  );
}
