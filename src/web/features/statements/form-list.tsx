import { useState } from "react";
import { formDeskMessages as messages } from "#shared/statements/statement-form-messages.ts";
import { type StatementKind, statementKindLabels, statementKinds } from "#shared/statements/statement-messages.ts";
import type { StatementFormVersion } from "#shared/statements/statements.ts";
import { useList } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { Select } from "#web/ui/select.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { authorOf, daysOf, FormHash, FormState, Signature } from "./form-facts.tsx";
import { VersionActions } from "./version-actions.tsx";

interface FormListProps {
  linkTo: (id: string) => string;
  onWrite: (kind: StatementKind) => void;
}

export function FormList({ linkTo, onWrite }: FormListProps) {
  const list = useList<StatementFormVersion>({
    path: "/statement-forms/versions",
    failureMessage: "The statement forms did not load.",
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
  { header: "State", cell: (form) => <FormState form={form} isPlain /> },
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
