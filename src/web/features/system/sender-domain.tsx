import { useQueryClient } from "@tanstack/react-query";
import { settingPath } from "#shared/settings/setting-parts.ts";
import { type MailHeaders, mailHeadersSchema, type SenderCheck, type SenderDomain } from "#shared/system/system.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { toastFailure } from "#web/ui/toast.ts";

/** "castell.club: SPF OK, DKIM missing". */
export const senderLine = ({ domain, checks }: SenderDomain): string =>
  `${domain}: ${checks.map(({ key, state }) => `${labels[key]} ${states[state]}`).join(", ")}`;

/** DNS, and the headers of an email that has arrived. */
export function SenderChecks({ sender }: { sender: SenderDomain }) {
  return (
    <div className="grid gap-6">
      <p className="max-w-(--measure)">
        Receivers look these records of {sender.domain} up in DNS
        {sender.relay && <>; the mail server is {sender.relay}</>}. Whoever looks after the domain adds them. The
        selector is under <InlineLink to={settingPath("dkim")}>Settings → Emails</InlineLink>.
      </p>
      <RecordTable
        caption="Records of the sender"
        columns={columns}
        rows={sender.checks}
        rowKey={({ key }) => key}
        isDense
      />
      <HeadersForm />
    </div>
  );
}

const labels: Record<SenderCheck["key"], string> = {
  spf: "SPF",
  dkim: "DKIM",
  dmarc: "DMARC",
  alignment: "alignment with From",
};

const states: Record<SenderCheck["state"], string> = {
  ok: "OK",
  missing: "missing",
  wrong: "wrong",
  not_checked: "not checked",
};

const tones: Record<SenderCheck["state"], BadgeTone> = {
  ok: "live",
  missing: "refused",
  wrong: "refused",
  not_checked: "waiting",
};

const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const columns: RecordColumn<SenderCheck>[] = [
  { header: "Check", className: "whitespace-nowrap", cell: ({ key }) => capitalised(labels[key]) },
  {
    header: "State",
    isBeside: true,
    cell: ({ state }) => (
      <Badge tone={tones[state]} isPlain>
        {capitalised(states[state])}
      </Badge>
    ),
  },
  { header: "Why, and what to do", isPlain: true, className: "wrap-anywhere", cell: (row) => <Why row={row} /> },
];

function Why({ row: { key, text, name, found, add } }: { row: SenderCheck }) {
  return (
    <div className="grid gap-2">
      <p>{text}</p>
      {found.map((record) => (
        <p key={record} className="note">
          {name}: <code className="code">{record}</code>
        </p>
      ))}
      {add && (
        <>
          <p>{found.length > 0 ? "In place of that, the TXT record" : "Add this TXT record"}:</p>
          <Copied what={`Name of the ${labels[key]} record`} text={add.name} />
          <Copied what={`Value of the ${labels[key]} record`} text={add.value} />
        </>
      )}
    </div>
  );
}

const Copied = ({ what, text }: { what: string; text: string }) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <code className="code">{text}</code>
    <CopyButton what={what} text={text} />
  </p>
);

function HeadersForm() {
  const client = useQueryClient();
  const form = useApiForm<MailHeaders, SenderDomain>({
    schema: mailHeadersSchema,
    defaultValues: { headers: "" },
    send: (input) => callApi<SenderDomain>("POST", "/system/mail-domain/headers", input),
    onSent: (sender) => {
      client.setQueryData(queryKeys.mailDomain, sender);
      form.reset();
    },
    onRefused: (error, isAtField) => isAtField || toastFailure("The headers were not checked", error),
  });
  return (
    <Form form={form} className="grid max-w-(--measure) gap-3" aria-label="Headers of a test email">
      <FormFields form={form}>
        <FormField
          form={form}
          name="headers"
          label="Headers of a test email"
          hint="Press Send a test email above. Where it arrives, open its headers (“Show original”, “View source”) and paste them. They are not kept"
        >
          <Textarea className="code max-h-80" rows={4} spellCheck={false} />
        </FormField>
      </FormFields>
      <div>
        <SubmitButton form={form} variant="outline" busyLabel="Checking">
          Check these headers
        </SubmitButton>
      </div>
    </Form>
  );
}
