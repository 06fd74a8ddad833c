import "#web/styles/people.css";
import "./statements.css";
import { lazy, Suspense } from "react";
import type { Session } from "#shared/account/session.ts";
import { statementKinds } from "#shared/statements/statement-messages.ts";
import { oneOf, useSearchState, uuid } from "#web/lib/search-state.ts";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { FormList } from "./form-list.tsx";
import { FormVersion } from "./form-version.tsx";

const InstallForm = lazy(() => import("./install/new-version.tsx").then((file) => ({ default: file.NewVersion })));

/** `from` is the version that a new one is begun with. */
const formSearch = { version: uuid, write: oneOf(statementKinds), from: uuid };

export function StatementForms({ session }: { session: Session }) {
  const { state, change, linkTo } = useSearchState(formSearch);
  const { version, write, from } = state;
  const closed = { version: "", write: "", from: "" } as const;
  if (write) {
    return (
      <Suspense fallback={<RowSkeletons label="Loading the form" count={4} />}>
        <InstallForm
          key={`${write} ${from}`}
          kind={write}
          from={from}
          userId={session.user.id}
          backTo={linkTo(closed)}
          onInstalled={({ id }) => change({ ...closed, version: id }, { replace: true })}
        />
      </Suspense>
    );
  }
  if (version) {
    return (
      <FormVersion
        key={version}
        id={version}
        backTo={linkTo(closed)}
        copyTo={({ id, kind }) => linkTo({ version: "", write: kind, from: id })}
      />
    );
  }
  return <FormList linkTo={(id) => linkTo({ version: id })} onWrite={(kind) => change({ write: kind })} />;
}
