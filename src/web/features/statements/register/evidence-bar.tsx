import { statementRegisterMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import type { ListedStatement } from "#shared/statements/signed-statements.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { ReasonDialog } from "#web/lib/reason-dialog.tsx";
import { downloadFile } from "#web/lib/use-download.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";

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
  const possible = statements.filter(({ can }) => can.open).map(({ id }) => id);
  const ids = possible.filter((id) => chosen.has(id)).slice(0, largestPack);
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
        <DialogOpener
          button={(open) => (
            <Button
              variant="outline"
              isSmall
              aria-disabled={ids.length === 0 || undefined}
              onClick={() => ids.length > 0 && open()}
            >
              {messages.evidence}...
            </Button>
          )}
          dialog={(state) => (
            <ReasonDialog
              {...state}
              to={(reason) => downloadFile("POST", "/statements/evidence", { ids, reason })}
              words={{
                title: messages.evidenceTitle(ids.length),
                text: messages.evidenceText,
                submit: messages.evidence,
                failed: messages.evidenceFailed,
              }}
              hint={messages.openHint}
              onDone={() => onChoose(new Set())}
              invalidates={[queryKeys.audit]}
            />
          )}
        />
      </div>
      <p className="sr-only" role="status">
        {messages.chosen(ids.length)}
      </p>
    </div>
  );
}
