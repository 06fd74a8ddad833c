import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useRef, useState } from "react";
import {
  type FormValues,
  fieldsOf,
  idOf,
  nameAt,
  type SettingSection,
  toFormValues,
  toSettingValue,
} from "#shared/settings/setting-fields.ts";
import { type Setting, settingSchemas } from "#shared/settings/settings.ts";
import { settingsMessages as messages } from "#shared/settings/settings-messages.ts";
import { valueDifferences } from "#shared/settings/value-differences.ts";
import { ApiError } from "#web/lib/api.ts";
import { longDate } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useReloadSiteData } from "#web/lib/site-data.tsx";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { UnsavedChangesGuard } from "#web/ui/form/unsaved-changes-guard.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { SettingControl, SettingProposal, settingFormSchema } from "./setting-control.tsx";
import type { SettingRevisionsProps } from "./setting-revisions.tsx";
import { saveSetting } from "./settings-query.ts";

const colourChecks = lazyPage(() => import("./colour-checks.tsx").then((file) => file.ColourChecks));
const countedToday = lazyPage(() => import("./counted-today.tsx").then((file) => file.CountedToday));
const settingConflict = lazyPage(() => import("./setting-conflict.tsx").then((file) => file.SettingConflict));
const welcomeLooks = lazyPage(() => import("./how-it-looks.tsx").then((file) => file.WelcomeLooks));
const howItLooks = lazyPage(() => import("./how-it-looks.tsx").then((file) => file.HowItLooks));

interface SettingFormProps {
  section: SettingSection;
  setting: Setting;
  userId: string;
}

/** The form keeps what is typed until it is saved; the later of two editors decides with both texts in view. */
export function SettingForm({ section, setting, userId }: SettingFormProps) {
  const fields = fieldsOf(section);
  const client = useQueryClient();
  const reloadSiteData = useReloadSiteData();
  const revision = useRef(setting.revision);
  // A setting also holds values that other sections show: they are kept as they were read last.
  const before = useRef(setting.value);
  const [theirs, setTheirs] = useState<Setting | null>(null);
  const form = useApiForm<FormValues, Setting, unknown>({
    schema: settingFormSchema<unknown>(settingSchemas[section.key], fields, () => before.current),
    defaultValues: toFormValues(fields, setting.value),
    send: (value) => saveSetting(section.key, value, revision.current),
    fieldOfPath: (path) => nameAt(fields, path),
    onSent: (saved) => {
      forgetDraft();
      accept(saved);
      toast(saved.proposal ? { title: messages.proposed } : { title: messages.saved, description: messages.followed });
    },
    onRefused: (error, isAtField) => {
      const record = error instanceof ApiError && error.problem.code === "revision_conflict" && error.problem.record;
      if (record) setTheirs(record as unknown as Setting);
      else if (!isAtField) toastFailure(messages.saveFailed, error);
    },
  });
  const { isRestored, forgetDraft } = useDraft(`setting-${idOf(section)}-${userId}`, form);

  const accept = (saved: Setting) => {
    revision.current = saved.revision;
    before.current = saved.value;
    setTheirs(null);
    form.reset(toFormValues(fields, saved.value));
    client.setQueryData(queryKeys.setting(section.key), saved);
    void client.invalidateQueries({ queryKey: queryKeys.settingRevisions(section.key) });
    reloadSiteData("/settings");
  };
  const fill = (value: unknown) => {
    for (const [name, shown] of Object.entries(toFormValues(fields, value))) form.change(name, shown);
  };

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="muted max-w-(--measure) flex-[1_1_20rem]">{section.text}</p>
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <LastChange setting={setting} />
          <SettingHistory section={section} present={setting} onPutBack={fill} />
        </div>
      </div>
      {isRestored && form.formState.isDirty && <Notice>{messages.restored}</Notice>}
      <SettingProposal
        setting={setting}
        differencesTo={(proposed) => valueDifferences(fields, setting.value, proposed)}
      />
      {theirs && (
        <Page
          page={settingConflict}
          theirs={theirs}
          differences={valueDifferences(fields, theirs.value, toSettingValue(fields, form.getValues(), theirs.value))}
          onTakeTheirs={() => {
            forgetDraft();
            accept(theirs);
          }}
          onKeepMine={() => {
            revision.current = theirs.revision;
            before.current = theirs.value;
            setTheirs(null);
            form.element.current?.requestSubmit();
          }}
        />
      )}
      <UnsavedChangesGuard isActive={form.formState.isDirty} />
      <Form form={form} className="grid gap-7">
        <div className="setting-columns">
          <div className="grid gap-7">
            <FormFields form={form}>
              {section.groups.map(({ label, fields: shown }, index) => (
                <fieldset key={label ?? index} className="setting-group" role={label ? undefined : "presentation"}>
                  {label && <legend className="field-label">{label}</legend>}
                  {shown.map((field) => (
                    <SettingControl key={field.path} form={form} field={field} />
                  ))}
                </fieldset>
              ))}
            </FormFields>
            {section.key === "brand" && <Page page={colourChecks} form={form} />}
          </div>
          {section.key === "stats" && <Page page={countedToday} />}
          {section.key === "welcome" && <Page page={welcomeLooks} form={form} />}
          {(section.key === "brand" || idOf(section) === "identity") && <Page page={howItLooks} form={form} />}
        </div>
        <div className="button-row">
          <SubmitButton form={form} busyLabel={messages.saving}>
            Save settings
            <span className="sr-only"> of {section.label}</span>
          </SubmitButton>
          {form.formState.isDirty && (
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
    </div>
  );
}

function LastChange({ setting: { updated_at, updated_by_name } }: { setting: Setting }) {
  if (!updated_at) return <p className="small muted">Nobody has changed this yet</p>;
  return (
    <p className="small muted">
      Last change {updated_by_name ? `by ${updated_by_name}, ` : ""}
      {longDate(updated_at)}
    </p>
  );
}

const settingRevisions = lazyPage(() => import("./setting-revisions.tsx").then((file) => file.SettingRevisions));

function SettingHistory({ section, present, onPutBack }: SettingRevisionsProps) {
  const [isOpen, setOpen] = useState(false);
  const putBack = (value: unknown) => {
    setOpen(false);
    onPutBack(value);
  };
  return (
    <>
      <Button variant="outline" isSmall onClick={() => setOpen(true)}>
        {messages.history}
        <span className="sr-only"> of {section.label}</span>
      </Button>
      <Panel isOpen={isOpen} onClose={() => setOpen(false)} title={`${messages.history}: ${section.label}`}>
        {isOpen && (
          <Suspense fallback={<CardSkeletons />}>
            <Page page={settingRevisions} section={section} present={present} onPutBack={putBack} />
          </Suspense>
        )}
      </Panel>
    </>
  );
}
