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
          label={possible.length === 1 ? "Choose the one shown" : `Choose all ${possible.length} shown`}
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
                title:
                  ids.length === 1 ? "Evidence pack of 1 statement?" : `Evidence pack of ${ids.length} statements?`,
                text: "A ZIP file with each statement as it was signed, with its figures. Their owners read your name and your reason.",
                submit: messages.evidence,
                failed: "The evidence pack was not made",
              }}
              hint={messages.openHint}
              onDone={() => onChoose(new Set())}
              invalidates={[queryKeys.audit]}
            />
          )}
        />
      </div>
      <p className="sr-only" role="status">
        {ids.length === 1 ? "1 statement is chosen" : `${ids.length} statements are chosen`}
      </p>
    </div>
  );
}
