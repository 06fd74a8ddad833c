import "#web/styles/people.css";
import "./statements.css";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { Session } from "#shared/account/session.ts";
import { formDeskMessages as messages } from "#shared/statements/statement-form-messages.ts";
import {
  type StatementKind,
  statementKindLabels,
  statementKinds,
  statementFormMessages as words,
} from "#shared/statements/statement-messages.ts";
import type { StatementFormVersion } from "#shared/statements/statements.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { ReasonDialog } from "#web/lib/reason-button.tsx";
import { oneOf, useSearchState, uuid } from "#web/lib/search-state.ts";
import { useAction } from "#web/lib/use-action.ts";
import { useList } from "#web/lib/use-list.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { Select } from "#web/ui/select.tsx";
import { useLeaveFocus } from "#web/ui/use-leave-focus.ts";
import { ViewHead } from "#web/ui/view-head.tsx";
import { authorOf, daysOf, FormHash, FormState, Signature } from "./form-facts.tsx";
import { formKeys, formVersionQuery, isMissing } from "./form-version-query.ts";
import { StatementPage } from "./statement-page.tsx";

interface FormListProps {
  linkTo: (id: string) => string;
  onWrite: (kind: StatementKind) => void;
}

function FormList({ linkTo, onWrite }: FormListProps) {
  const list = useList<StatementFormVersion>({
    path: "/statement-forms/versions",
  });
  const name: RecordColumn<StatementFormVersion> = {
    header: "Version",
    className: "w-full",
    cell: ({ id, version_label, kind, law_reference }) => (
      <div className="grid min-w-40 gap-0.5 py-1 wrap-anywhere">
        <InlineLink to={linkTo(id)} isQuiet>
          {version_label}
        </InlineLink>
        <span className="note">
          {statementKindLabels[kind]} · {law_reference}
        </span>
      </div>
    ),
  };
  return (
    <div>
      <ViewHead title={messages.label}>
        <NewVersion onWrite={onWrite} />
      </ViewHead>
      <ListView
        list={list}
        noun="versions"
        loading="Loading statement forms"
        empty={{
          title: "No forms yet",
          text: "Members can sign a statement once a form is installed here and another admin has signed it off.",
        }}
      >
        {(forms) => (
          <RecordTable
            caption="Versions of statement forms, newest first"
            columns={[name, ...columns]}
            rows={forms}
            rowKey={({ id }) => id}
            isDense
          />
        )}
      </ListView>
    </div>
  );
}

const columns: RecordColumn<StatementFormVersion>[] = [
  { header: "State", isBeside: true, cell: (form) => <FormState form={form} isPlain /> },
  { header: "Days", className: "num min-w-28", cell: daysOf },
  {
    header: "Hash",
    isWideOnly: true,
    cell: ({ sha256, version_label }) => <FormHash sha256={sha256} labelEnd={version_label} />,
  },
  {
    header: "Installed",
    isWideOnly: true,
    cell: (form) => <Signature name={authorOf(form)} at={form.created_at} />,
  },
  {
    header: "Signed off",
    cell: ({ signed_off_by_name, signed_off_at }) => <Signature name={signed_off_by_name} at={signed_off_at} />,
  },
  { header: "Actions", isActions: true, cell: (form) => <VersionActions form={form} isRow /> },
];

function NewVersion({ onWrite }: Pick<FormListProps, "onWrite">) {
  const [kind, setKind] = useState<StatementKind>("high_net_worth");
  return (
    <form
      className="new-record"
      onSubmit={(event) => {
        event.preventDefault();
        onWrite(kind);
      }}
    >
      <Field label="Kind of form" className="sm:w-72! sm:max-w-none!">
        <Select value={kind} onChange={(event) => setKind(event.target.value as StatementKind)}>
          {statementKinds.map((value) => (
            <option key={value} value={value}>
              {statementKindLabels[value]}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" isSmall>
        {messages.install}
      </Button>
    </form>
  );
}

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

interface VersionActionsProps {
  form: StatementFormVersion;
  /** Words in a table's row instead of buttons. */
  isRow?: boolean;
}

/** What `can` says: sign off, withdraw. */
function VersionActions({ form, isRow = false }: VersionActionsProps) {
  const { id, can, version_label } = form;
  return (
    <span className="flex flex-wrap gap-2 outline-none" tabIndex={-1}>
      {can.sign_off && (
        <DialogOpener
          button={(open) => <Trigger isRow={isRow} label={messages.signOff} labelEnd={version_label} onPress={open} />}
          dialog={(state) => <SignOffDialog form={form} {...state} />}
        />
      )}
      {can.withdraw && (
        <DialogOpener
          button={(open) => (
            <Trigger isRow={isRow} label={messages.withdraw} labelEnd={version_label} onPress={open} isRemoval />
          )}
          dialog={(state) => (
            <ReasonDialog
              {...state}
              to={`/statement-forms/${id}/withdraw`}
              words={{
                title: `Withdraw ${version_label}?`,
                text: "From now on nobody signs it, for good. A version that began before it counts again if its days allow. Statements that were signed stay.",
                submit: messages.withdraw,
                done: { title: "Form Withdrawn", description: version_label },
                failed: "The form was not withdrawn",
              }}
              whom={version_label}
              hint="Admins read it here."
              variant="danger"
              invalidates={formKeys}
            />
          )}
        />
      )}
    </span>
  );
}

interface TriggerProps {
  isRow: boolean;
  label: string;
  labelEnd: string;
  isRemoval?: boolean;
  onPress: () => void;
}

function Trigger({ isRow, label, labelEnd, isRemoval = false, onPress }: TriggerProps) {
  const button = useLeaveFocus();
  if (isRow) {
    return (
      <RowAction ref={button} labelEnd={labelEnd} isRemoval={isRemoval} onClick={onPress}>
        {label}
      </RowAction>
    );
  }
  return (
    <Button ref={button} isSmall variant={isRemoval ? "danger" : "secondary"} onClick={onPress}>
      {label}
      <span className="sr-only"> {labelEnd}</span>
    </Button>
  );
}

interface SignOffDialogProps {
  form: StatementFormVersion;
  isOpen: boolean;
  onClose: () => void;
}

/** Shows the whole form: what is signed off is exactly what is shown. */
function SignOffDialog({ form, isOpen, onClose }: SignOffDialogProps) {
  const { act, isPending } = useAction(`/statement-forms/${form.id}/sign-off`, {
    done: { title: "Form Signed Off", description: form.version_label },
    failed: "The form was not signed off",
    whom: form.version_label,
    invalidates: formKeys,
  });
  const actions = (
    <>
      <Button variant="ghost" onClick={onClose}>
        Not yet
      </Button>
      <Button busyLabel={isPending && "Signing off"} onClick={() => act(undefined, onClose)}>
        {messages.signOff}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Sign off ${form.version_label}?`}
      text="You confirm that you have compared this text with the law, word by word, with what is bold and with each figure. From its first day members sign it; a version that began earlier is then replaced. It can be withdrawn, and never changed."
      actions={actions}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <section className="statement-box mt-5" aria-label="What members read" tabIndex={0}>
        <StatementPage html={form.rendering} />
      </section>
      <p className="note mt-3 wrap-anywhere">
        {messages.hash} <code className="code">{form.sha256}</code>
      </p>
    </Dialog>
  );
}
