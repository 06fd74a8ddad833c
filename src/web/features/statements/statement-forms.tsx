import "#web/styles/people.css";
import "./statements.css";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { Session } from "#shared/account/session.ts";
import { formDeskMessages as messages } from "#shared/statements/statement-form-messages.ts";
import {
  statementKindLabels,
  statementKinds,
  statementFormMessages as words,
} from "#shared/statements/statement-messages.ts";
import type { StatementFormVersion } from "#shared/statements/statements.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { oneOf, useSearchState, uuid } from "#web/lib/search-state.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { authorOf, daysOf, FormHash, FormState, Signature } from "./form-facts.tsx";
import { FormList } from "./form-list.tsx";
import { formVersionQuery, isMissing } from "./form-version-query.ts";
import { StatementPage } from "./statement-page.tsx";
import { VersionActions } from "./version-actions.tsx";

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

interface FormVersionProps {
  id: string;
  backTo: string;
  copyTo: (form: StatementFormVersion) => string;
}

function FormVersion({ id, backTo, copyTo }: FormVersionProps) {
  const { data: form, error, refetch } = useQuery(formVersionQuery(id));
  useOpenedTitle(form?.version_label);
  return (
    <div className="grid gap-5">
      <BackLink to={backTo}>{messages.label}</BackLink>
      {form && <Shown form={form} copyTo={copyTo(form)} />}
      {!form && !error && <RowSkeletons label={messages.versionLoading} count={4} />}
      {!form && error && isMissing(error) && (
        <EmptyState isCard heading="h1" title="No such version" text="This version of a form does not exist." />
      )}
      {!form && error && !isMissing(error) && (
        <LoadFailed heading="h1" title={messages.versionFailed} onRetry={refetch} />
      )}
    </div>
  );
}

function Shown({ form, copyTo }: { form: StatementFormVersion; copyTo: string }) {
  return (
    <>
      <div className="grid gap-1.5">
        <h1 className="d3 wrap-anywhere">{form.version_label}</h1>
        <p className="small flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="muted">{statementKindLabels[form.kind]}</span>
          <FormState form={form} />
        </p>
      </div>
      {form.withdrawn_reason && (
        <Notice tone="error">
          <span className="whitespace-pre-line wrap-anywhere">Withdrawn: {form.withdrawn_reason}</span>
        </Notice>
      )}
      {form.state === "waiting" && !form.can.sign_off && <Notice>{words.secondPerson}</Notice>}
      <div className="flex flex-wrap items-center gap-2.5">
        <VersionActions form={form} />
        <LinkButton to={copyTo} variant="outline" isSmall>
          New version from this
        </LinkButton>
      </div>
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21.25rem]">
        <dl className="facts lg:order-2">
          {factsOf(form).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        <StatementPage html={form.rendering} />
      </div>
    </>
  );
}

const factsOf = (form: StatementFormVersion) =>
  [
    ["Law", form.law_reference],
    ["Days", daysOf(form)],
    ["Installed", <Signature key="installed" name={authorOf(form)} at={form.created_at} />],
    ["Signed off", <Signature key="signed" name={form.signed_off_by_name} at={form.signed_off_at} />],
    [messages.hash, <FormHash key="hash" sha256={form.sha256} labelEnd={form.version_label} />],
  ] as const;
