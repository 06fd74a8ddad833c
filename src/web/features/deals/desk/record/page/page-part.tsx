import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef } from "react";
import { z } from "zod";
import { draftNotice } from "#shared/account/app-messages.ts";
import { pagePartMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { type DealRecord, dealUpdateSchema } from "#shared/deals/deals.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useSessionStorage } from "#web/lib/use-session-storage.ts";
import { Button } from "#web/ui/button.tsx";
import { ConflictNotice } from "#web/ui/conflict-notice.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { RepeatedFields } from "#web/ui/form/repeated-fields.tsx";
import { UnsavedChangesGuard } from "#web/ui/form/unsaved-changes-guard.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { conflictingDeal, useDealChanged } from "../../deal-queries.ts";
import { type PageValues, pageFieldOf, toPageInput, toPageValues } from "./page-values.ts";

const RowDifference = lazy(() => import("../row-difference.tsx").then((file) => ({ default: file.RowDifference })));

const inputSchema = dealUpdateSchema.pick({ name: true, page: true });

/** The rules of the API, for what the controls hold. */
const pageFormSchema = z.custom<PageValues>().superRefine((values, context) => {
  for (const { path, message } of inputSchema.safeParse(toPageInput(values)).error?.issues ?? [])
    context.addIssue({ code: "custom", path: pageFieldOf(path.join(".")).split("."), message });
});

/** What admins write for members, until it is frozen in a version. */
export function PagePart({ deal, userId }: { deal: DealRecord; userId: string }) {
  const client = useQueryClient();
  const changed = useDealChanged();
  const draftKey = `deal-page:${deal.id}:${userId}`;
  const present = JSON.stringify(toPageValues(deal));
  // What unsaved changes began with, as JSON: a reload may fetch a later text.
  const [begunWith, setBegunWith] = useSessionStorage(`${draftKey}:begun`);
  const form = useApiForm<PageValues, DealRecord>({
    schema: pageFormSchema,
    defaultValues: toPageValues(deal),
    send: async (values) => {
      if (isConflicting) throw new Error("Please decide first which text stays.");
      const save = ({ owner_id, updated_at }: DealRecord) =>
        callApi<DealRecord>("PUT", `/deals/${deal.id}`, {
          ...toPageInput(values),
          owner_id,
          expected_version: updated_at,
        });
      return save(deal).catch((error) => {
        const theirs = conflictingDeal(error);
        // Moved, or taken over by another admin: the text is as it was.
        if (theirs && JSON.stringify(toPageValues(theirs)) === present) return save(theirs);
        throw error;
      });
    },
    fieldOfPath: pageFieldOf,
    areErrorsNested: true,
    onSent: async (saved) => {
      settle(saved);
      await changed(saved);
      toast({ title: "Page saved", description: "Members see it once the offer is signed, approved and released." });
    },
    onRefused: (error, isAtField) => {
      const theirs = conflictingDeal(error);
      if (theirs) client.setQueryData(queryKeys.deal(deal.id), theirs);
      else if (!isAtField) toastFailure("Page not saved", error);
    },
  });
  const { isRestored, forgetDraft } = useDraft(draftKey, form);
  const { isDirty } = form.formState;
  const isConflicting = isDirty && begunWith !== "" && begunWith !== present;
  const settle = (record: DealRecord) => {
    form.reset(toPageValues(record));
    forgetDraft();
    setBegunWith("");
  };
  useEffect(() => {
    if (isDirty && begunWith === "") setBegunWith(present);
  });
  const { reset, getValues } = form;
  const shown = useRef(present);
  // Somebody else's text, where nothing was typed; not at first, when a draft is restored.
  useEffect(() => {
    if (shown.current === present) return;
    shown.current = present;
    // The typed text may have been saved with a version that was frozen.
    if (!isDirty || JSON.stringify(getValues()) === present) reset(JSON.parse(present));
  }, [present, isDirty, reset, getValues]);
  const keepMine = () => {
    setBegunWith(present);
    // The submission uses the version that the next render has.
    setTimeout(() => form.element.current?.requestSubmit());
  };

  return (
    <Form form={form} className="grid max-w-3xl gap-7" aria-label="The page">
      {isRestored && isDirty && !isConflicting && <Notice title={draftNotice.title}>{draftNotice.text}</Notice>}
      {isConflicting && (
        <ConflictNotice words={conflictWords} onKeepMine={keepMine} onTakeTheirs={() => settle(deal)}>
          <Suspense fallback={<Skeleton className="h-24" />}>
            <RowDifference
              before={rowsOf(toPageValues(deal))}
              after={rowsOf(form.getValues())}
              same="Both are the same."
            />
          </Suspense>
        </ConflictNotice>
      )}
      <FormFields form={form} isDisabled={!deal.can.save}>
        <PageFields form={form} />
      </FormFields>
      {deal.can.save && (
        <div className="button-row">
          <SubmitButton form={form} busyLabel="Saving...">
            Save page
          </SubmitButton>
          {isDirty && (
            <Button variant="ghost" onClick={() => settle(deal)}>
              Discard changes
            </Button>
          )}
        </div>
      )}
      <UnsavedChangesGuard isActive={isDirty} within={`view=deals&deal=${deal.id}`} />
    </Form>
  );
}

const conflictWords = {
  title: "Somebody else has changed this page meanwhile.",
  text: "Nothing of yours is lost: it is still in the form. Which text stays?",
  compare: "Compare both",
  keepMine: "Save mine over it",
  takeTheirs: "Take theirs",
};

const rowsOf = (values: PageValues): [string, string][] => {
  const inLines = (entries: readonly object[]) =>
    entries.map((entry) => Object.values(entry).filter(Boolean).join(", ")).join("\n");
  return [
    [messages.round, values.name],
    [messages.why, inLines(values.why_we_like_it)],
    [messages.whyNot, inLines(values.what_would_make_it_fail)],
    [messages.team, inLines(values.team)],
    [messages.traction, inLines(values.traction)],
    [messages.schemeNote, values.scheme_note],
  ];
};

const figureParts = ["what", "figure", "as_of", "source"] as const;
const figureLabels = { what: "What", figure: "Figure", as_of: "As of", source: "Source" };

function PageFields({ form }: { form: ServerForm<PageValues> }) {
  return (
    <>
      <FormField
        form={form}
        name="name"
        label={messages.round}
        hint="As members read it, such as Seed round 2027"
        className="max-w-sm"
      >
        <Input autoComplete="off" maxLength={120} />
      </FormField>
      <Points form={form} name="why_we_like_it" label={messages.why} />
      <Points
        form={form}
        name="what_would_make_it_fail"
        label={messages.whyNot}
        hint="As long as why we like it: at least as many points, and as many words within a fifth."
      />
      <RepeatedFields
        form={form}
        name="team"
        legend={messages.team}
        fresh={{ name: "", history: "" }}
        addLabel="Add a person"
        entryLabel={(number: number) => `Person ${number}`}
        longest={20}
        isOrdered
      >
        {(index) => (
          <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
            <FormField form={form} name={`team.${index}.name`} label="Name">
              <Input autoComplete="off" />
            </FormField>
            <FormField form={form} name={`team.${index}.history`} label="What they did before">
              <Textarea className="field-sizing-content max-h-60" rows={2} maxLength={1000} />
            </FormField>
          </div>
        )}
      </RepeatedFields>
      <RepeatedFields
        form={form}
        name="traction"
        legend={messages.traction}
        hint="Every figure with its day and its source."
        fresh={{ what: "", figure: "", as_of: "", source: "" }}
        addLabel="Add a figure"
        entryLabel={(number: number) => `Figure ${number}`}
        longest={30}
        isOrdered
      >
        {(index) => (
          <div className="grid gap-4 sm:grid-cols-2">
            {figureParts.map((part) => (
              <FormField key={part} form={form} name={`traction.${index}.${part}`} label={figureLabels[part]}>
                <Input autoComplete="off" />
              </FormField>
            ))}
          </div>
        )}
      </RepeatedFields>
      <FormField
        form={form}
        name="scheme_note"
        label={messages.schemeNote}
        hint="Beside what the terms say."
        isOptional
      >
        <Textarea className="field-sizing-content max-h-80" rows={3} />
      </FormField>
    </>
  );
}

interface PointsProps {
  form: ServerForm<PageValues>;
  name: "why_we_like_it" | "what_would_make_it_fail";
  label: string;
  hint?: string;
}

/** Points in their order, and how long they are together. */
function Points({ form, name, label, hint }: PointsProps) {
  const points = form.watch(name);
  const words = points.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
  const length = messages.length(points.length, words);
  const entryLabel = messages.point(label);
  return (
    <RepeatedFields
      form={form}
      name={name}
      legend={label}
      hint={hint ? `${length}. ${hint}` : `${length}.`}
      fresh={{ text: "" }}
      addLabel="Add a point"
      entryLabel={entryLabel}
      longest={12}
      isOrdered
    >
      {(index) => (
        <FormField
          form={form}
          name={`${name}.${index}.text`}
          label={<span className="sr-only">{entryLabel(index + 1)}</span>}
        >
          <Textarea className="field-sizing-content max-h-60" rows={2} maxLength={600} />
        </FormField>
      )}
    </RepeatedFields>
  );
}
