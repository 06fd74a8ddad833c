import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import "../statements.css";
import "./sign.css";
import type { Session } from "#shared/account/session.ts";
import type { OwnInvestorRecord } from "#shared/investor-records/investor-records.ts";
import { signMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import type { OwnStatements } from "#shared/statements/signed-statements.ts";
import type { StatementForm } from "#shared/statements/statements.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { text, useSearchState } from "#web/lib/search-state.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { ownStatementsQuery } from "../own-statements-query.ts";
import { SignDone } from "./sign-done.tsx";
import { type Done, Signing } from "./signing.tsx";

export function SignStatement({ session }: { session: Session }) {
  const [done, setDone] = useState<Done>();
  const { state, change } = useSearchState({ step: text });
  const forms = useQuery({
    queryKey: queryKeys.formsInForce,
    queryFn: ({ signal }) => callApi<{ items: StatementForm[] }>("GET", "/statement-forms", undefined, signal),
  });
  const own = useQuery({
    queryKey: queryKeys.ownInvestorRecord,
    queryFn: ({ signal }) => callApi<OwnInvestorRecord>("GET", "/investor-records/me", undefined, signal),
  });
  const { data: statements } = useQuery(ownStatementsQuery);
  const shown = state.step === "done" || done ? (done ?? doneBefore(statements)) : undefined;
  if (shown) {
    const startAgain = () => {
      setDone(undefined);
      change({ step: "which" });
    };
    return <SignDone {...shown} gate={statements?.gate} onStartAgain={startAgain} />;
  }
  if (forms.data?.items.length === 0)
    return (
      <EmptyState
        isCard
        heading="h1"
        title="There is no form to sign yet"
        text="An admin has to install one first. Please come back another day."
      />
    );
  if (forms.data && own.data) {
    return (
      <Signing
        forms={forms.data.items}
        own={own.data}
        userId={session.user.id}
        youngNetwork={statements?.young_network ?? null}
        onDone={setDone}
      />
    );
  }
  if (forms.isPending || own.isPending) return <RowSkeletons label={messages.loading} />;
  const retry = () => Promise.all([forms.refetch(), own.refetch()]);
  return (
    <LoadFailed
      heading="h1"
      title="The form did not load"
      text="Nothing is lost: you have not answered yet."
      onRetry={retry}
    />
  );
}

/** After a reload of the last step. */
function doneBefore(statements: OwnStatements | undefined): Done | undefined {
  const statement = statements?.items.find(({ state }) => state === "live" || state === "in_review");
  return statement && { result: { outcome: statement.state === "live" ? "live" : "in_review", statement } };
}
