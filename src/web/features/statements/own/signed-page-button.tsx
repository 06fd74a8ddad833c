import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OwnSignedStatement, OwnStatement } from "#shared/statements/signed-statements.ts";
import { statementKindLabels } from "#shared/statements/statement-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { LinesDialog } from "../lines-dialog.tsx";

/** Shows the page as it was signed. */
export function SignedPageButton({ statement: { id, kind }, labelEnd }: { statement: OwnStatement; labelEnd: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.ownSignedStatement(id),
    queryFn: ({ signal }) => callApi<OwnSignedStatement>("GET", `/statements/me/${id}`, undefined, signal),
    enabled: isOpen,
    // Its figures do not stay in the cache.
    gcTime: 0,
  });
  return (
    <>
      <RowAction labelEnd={labelEnd} onClick={() => setOpen(true)}>
        See the statement
      </RowAction>
      <LinesDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={statementKindLabels[kind]}
        lines={data?.lines}
        whileMissing={
          isError ? <Failed onRetry={() => void refetch()} /> : <RowSkeletons label="Loading what you signed" />
        }
      />
    </>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return <SectionFailed text="What you signed did not load." onRetry={onRetry} />;
}
