import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { statementRegisterMessages as messages } from "#shared/sign-statement-messages.ts";
import type { ListedStatement } from "#shared/signed-statements.ts";
import { LazyReasonDialog } from "#web/features/people/lazy-reason-dialog.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { downloadFile } from "#web/lib/use-download.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { toastFailure } from "#web/ui/toast.ts";

interface EvidenceBarProps {
  statements: readonly ListedStatement[];
  /** By id; statements no longer listed are ignored. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** As many as the API packs at once. */
const largestPack = 100;

/** A ZIP file of the statements that are chosen. */
export function EvidenceBar({ statements, chosen, onChoose }: EvidenceBarProps) {
  const client = useQueryClient();
  const possible = statements.filter(({ can }) => can.open).map(({ id }) => id);
  const ids = possible.filter((id) => chosen.has(id)).slice(0, largestPack);
  const [isAsking, setAsking] = useState(false);
  const [packs, setPacks] = useState(0);
  const { mutateAsync } = useMutation({
    mutationFn: (reason: string) => downloadFile("POST", "/statements/evidence", { ids, reason }),
    onSuccess: () => {
      onChoose(new Set());
      setPacks(packs + 1);
    },
    onError: (error) => toastFailure(messages.evidenceFailed, error),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.audit }),
  });
  if (possible.length === 0) return null;
  const isAll = ids.length > 0 && ids.length === Math.min(possible.length, largestPack);
  return (
    <div>
      <div className={classNames("tiers-bar", ids.length === 0 && "is-idle")}>
        <Checkbox
          className="small"
          label={messages.chooseAll(possible.length)}
          checked={isAll}
          onChange={() => onChoose(new Set(isAll ? [] : possible))}
        />
        <Button
          variant="outline"
          isSmall
          aria-disabled={ids.length === 0 || undefined}
          onClick={() => ids.length > 0 && setAsking(true)}
        >
          {messages.evidence}...
        </Button>
      </div>
      <p className="sr-only" role="status">
        {messages.chosen(ids.length)}
      </p>
      <LazyReasonDialog
        // Each pack has a reason of its own.
        key={packs}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        label={messages.evidence}
        title={messages.evidenceTitle(ids.length)}
        text={messages.evidenceText}
        hint={messages.openHint}
        isRemoval={false}
        send={mutateAsync}
      />
    </div>
  );
}
