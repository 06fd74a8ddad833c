import { useQuery, useQueryClient } from "@tanstack/react-query";
import { addDays } from "#shared/add-days.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { planNames } from "#shared/settings/plans.ts";
import { type FormValues, nameAt, nameOf, type SettingField, toFormValues } from "#shared/settings/setting-fields.ts";
import { type Setting, type SettingValues, settingSchemas } from "#shared/settings/settings.ts";
import { settingsMessages as messages, toldSettings } from "#shared/settings/settings-messages.ts";
import { firstTermsDay, planWords, termsDifferences } from "#shared/settings/value-differences.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { useReloadSiteData } from "#web/lib/site-data.tsx";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { DateField } from "#web/ui/form/date-field.tsx";
import { Form, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { UnsavedChangesGuard } from "#web/ui/form/unsaved-changes-guard.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Notice } from "#web/ui/notice.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { SettingControl, SettingProposal, settingFormSchema } from "./setting-control.tsx";
import { SettingsFailed } from "./settings-failed.tsx";
import { saveSetting, settingQuery } from "./settings-query.ts";

type Terms = SettingValues["terms"];
type Version = Terms[number];

/** Prices, fees and the minimum: versions with the day from which they hold. What has begun is never changed. */
export function TermsSection({ userId }: { userId: string }) {
  const { data, isPending, refetch } = useQuery(settingQuery("terms"));
  if (isPending) return <CardSkeletons />;
  if (!data) return <SettingsFailed name={toldSettings.terms} onRetry={() => refetch()} />;
  return <Versions setting={data} userId={userId} />;
}

function Versions({ setting, userId }: { setting: Setting; userId: string }) {
  const terms = setting.value as Terms;
  const accept = useAcceptTerms();
  const today = londonDate(serverNow());
  const isAhead = ({ effective_from }: Version) => effective_from !== null && effective_from > today;
  const inForce = terms.findLast((version) => !isAhead(version));
  const remove = async (version: Version, close: () => void) => {
    const rest = terms.filter((other) => other !== version);
    try {
      const saved = await saveSetting("terms", rest, setting.revision);
      accept(saved);
      if (saved.proposal) toast({ title: messages.proposedTerms });
    } catch (error) {
      toastFailure(messages.saveFailed, error as Error);
    }
    close();
  };
  const columns: RecordColumn<Version>[] = [
    { header: "From", cell: ({ effective_from }) => (effective_from ? formatDay(effective_from) : "The beginning") },
    {
      header: "State",
      isBeside: true,
      cell: (version) => <TermsState state={isAhead(version) ? "ahead" : version === inForce ? "inForce" : "over"} />,
    },
    { header: "Minimum", cell: (version) => formatPounds(version.minimum_investment_pence), isRight: true },
    ...planNames.map((name) => ({
      header: name,
      cell: ({ plans }: Version) => planWords(plans[name]),
      isRight: true,
    })),
    {
      header: "Actions",
      isActions: true,
      cell: (version) =>
        isAhead(version) && (
          <ConfirmButton
            label="Withdraw"
            labelEnd={`the terms from ${formatDay(version.effective_from ?? "")}`}
            title="Withdraw these terms?"
            text="They have not begun. The terms before them go on."
            variant="danger"
            onConfirm={(close) => void remove(version, close)}
          />
        ),
    },
  ];
  return (
    <div className="grid gap-6">
      <SettingProposal setting={setting} differencesTo={(proposed) => termsDifferences(terms, proposed as Terms)} />
      <RecordTable
        caption="Terms"
        columns={columns}
        rows={terms.toReversed()}
        rowKey={({ effective_from }) => effective_from ?? "first"}
      />
      <p className="muted max-w-(--measure)">
        What members pay: prices a year, fees and the least that can be invested, with the day from which they hold
        (London’s midnight). Terms that have begun are never changed, since fees rest on them.
      </p>
      <NewTerms
        key={setting.revision}
        setting={setting}
        latest={terms.at(-1) as Version}
        userId={userId}
        onSaved={accept}
      />
    </div>
  );
}

const termsTones = { ahead: "upcoming", inForce: "live", over: "over" } as const;

function TermsState({ state }: { state: keyof typeof termsTones }) {
  return (
    <Badge tone={termsTones[state]} isPlain>
      {messages.termsStates[state]}
    </Badge>
  );
}

const fields: readonly SettingField[] = [
  { path: "effective_from", label: "From", kind: "line" },
  { path: "minimum_investment_pence", label: "Least that can be invested, £", kind: "pounds" },
  ...planNames.flatMap((name): SettingField[] => [
    { path: `plans.${name}.annual_price_pence`, label: `${name}: price a year, £`, kind: "pounds" },
    { path: `plans.${name}.investment_fee_percent`, label: `${name}: investment fee, %`, kind: "percent" },
  ]),
];

interface NewTermsProps {
  setting: Setting;
  latest: Version;
  userId: string;
  onSaved: (saved: Setting) => void;
}

function NewTerms({ setting, latest, userId, onSaved }: NewTermsProps) {
  const terms = setting.value as Terms;
  const form = useApiForm<FormValues, Setting, Version>({
    schema: settingFormSchema(settingSchemas.terms.element, fields, () => latest),
    defaultValues: { ...toFormValues(fields, latest), effective_from: "" },
    send: (version) => saveSetting("terms", [...terms, version].toSorted(byDay), setting.revision),
    fieldOfPath: nameInVersion,
    onSent: (saved) => {
      forgetDraft();
      onSaved(saved);
      toast(
        saved.proposal ? { title: messages.proposedTerms } : { title: messages.saved, description: messages.followed },
      );
    },
    onRefused: (error, isAtField) => {
      if (!isAtField) toastFailure(messages.saveFailed, error);
    },
  });
  const { isRestored, forgetDraft } = useDraft(`setting-terms-${userId}`, form);
  const { isDirty } = form.formState;
  const today = londonDate(serverNow());
  const first = setting.needs_second_person ? firstTermsDay(serverNow()) : today;
  const taken = new Set(terms.map(({ effective_from }) => effective_from));
  let earliest = first;
  while (taken.has(earliest)) earliest = addDays(earliest, 1);
  const [from, ...rest] = fields;
  return (
    <Form form={form} className="grid gap-5 border-t border-t-ink pt-5">
      <h3 className="d4">New terms</h3>
      {isRestored && isDirty && <Notice>{messages.restored}</Notice>}
      <UnsavedChangesGuard isActive={isDirty} />
      <FormFields form={form}>
        <div className="setting-group">
          {from && (
            <DateField form={form} name={nameOf(from)} label={from.label} hint={`${formatDay(earliest)} or later`} />
          )}
          {rest.map((field) => (
            <SettingControl key={field.path} form={form} field={field} />
          ))}
        </div>
      </FormFields>
      <div className="button-row">
        <SubmitButton form={form} busyLabel={messages.saving}>
          Add these terms
        </SubmitButton>
        {isDirty && (
          <Button
            variant="ghost"
            onClick={() => {
              forgetDraft();
              form.reset();
            }}
          >
            {messages.discard}
          </Button>
        )}
      </div>
    </Form>
  );
}

function useAcceptTerms() {
  const client = useQueryClient();
  const reloadSiteData = useReloadSiteData();
  return (saved: Setting) => {
    client.setQueryData(queryKeys.setting("terms"), saved);
    reloadSiteData("/settings");
  };
}

/** "value.2.plans.VIP.annual_price_pence" is a field of the new version; what concerns the order is the date's. */
const nameInVersion = (path: string): string =>
  nameAt(fields, path === "value" ? "effective_from" : path.replace(/^value\.\d+\./, ""));

/** The first terms have no day. */
const byDay = (one: Version, other: Version): number =>
  (one.effective_from ?? "").localeCompare(other.effective_from ?? "");
