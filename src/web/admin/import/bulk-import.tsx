import { useEffect, useRef, useState } from "react";
import { club } from "#shared/club.ts";
import { importMessages, importMinimumHeightPx, isCandidate, parseImport } from "#shared/member-imports.ts";
import { useKeptText } from "#web/lib/use-kept-text.ts";
import { ViewRail } from "#web/members/view-rail.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { ImportResults } from "./import-results.tsx";
import { useMemberImport } from "./use-member-import.ts";

const host = club.contactEmail.split("@")[1];
const example = `Name, name@${host}\nName - name@${host}\nname@${host}`;

export function BulkImport({ userId }: { userId: string }) {
  const [text, setText] = useKeptText(`import-draft:${userId}`);
  const [sendsInvitations, setSendsInvitations] = useState(true);
  const { mutate, isPending, data: answer, refusal } = useMemberImport();
  const box = useRef<HTMLTextAreaElement>(null);
  const count = parseImport(text).filter(isCandidate).length;
  useEffect(() => {
    if (refusal) box.current?.focus();
  }, [refusal]);

  return (
    <ViewRail heading="Bulk Import Members">
      <div className="import-columns">
        <div className="grid content-start gap-4">
          <Field
            label="Members, one per line"
            hint="Name, email. Also with a dash or a tab, or only an email."
            error={refusal}
          >
            <Textarea
              ref={box}
              className="code text-small! leading-[1.7]! tracking-normal!"
              minimumHeightPx={importMinimumHeightPx}
              placeholder={example}
              spellCheck={false}
              disabled={isPending}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          <Checkbox
            label="Create and send invitations"
            disabled={isPending}
            checked={sendsInvitations}
            onChange={(event) => setSendsInvitations(event.target.checked)}
          />
          <div>
            <Button
              busyLabel={isPending && "Importing..."}
              onClick={() => mutate({ text, send_invitations: sendsInvitations })}
            >
              {labelOf(count)}
            </Button>
          </div>
        </div>
        {answer && <ImportResults answer={answer} title={importMessages.completedTitle} />}
      </div>
    </ViewRail>
  );
}

function labelOf(count: number): string {
  if (count === 0) return "Import members";
  return count === 1 ? "Import 1 member" : `Import ${count} members`;
}
