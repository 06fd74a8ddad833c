import { lazy, Suspense, useState } from "react";
import { z } from "zod";
import { actMessages } from "#shared/acts/act-messages.ts";
import type { Act } from "#shared/acts/acts.ts";
import { mostPartLabel } from "#shared/acts/panel-words.ts";
import { versionsPartMessages as messages, pagePartMessages, termLabels } from "#shared/deals/deal-desk-messages.ts";
import { checklistItems, checklistLabels } from "#shared/deals/deal-messages.ts";
import { type DealRecord, type OpenedVersion, versionInputSchema } from "#shared/deals/deals.ts";
import { formatMoment } from "#shared/london-time.ts";
import { personName } from "#shared/people/person-name.ts";
import type { Signatory } from "#shared/people/signatories.ts";
import { capacityLabels } from "#shared/people/signatory-messages.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { poundsOrNull, typedAs } from "#web/lib/form-codecs.ts";
import { longDate } from "#web/lib/format.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Form, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { readDraft } from "#web/ui/form/use-draft.ts";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { useDealChanged } from "../../deal-queries.ts";
import { type PageValues, toPageInput, toPageValues } from "../page/page-values.ts";
import { startTerms, type TermsValues, toTermsInput } from "../terms/terms-values.ts";

const SignDialog = lazy(() =>
  import("#web/features/acts/sign-dialog.tsx").then((file) => ({ default: file.SignDialog })),
);

const fields = z
  .object({
    checklist: z.array(z.string()),
    panel: z.array(
      z.object({ user_id: z.string(), signs: z.boolean(), arranges: z.boolean(), invests_pence: poundsOrNull }),
    ),
  })
  .superRefine(({ panel }, context) => {
    const signing = panel.filter(({ signs }) => signs).length;
    const fewest = Math.min(2, panel.length);
    if (signing < fewest || signing > 4)
      context.addIssue({ code: "custom", path: ["panel"], message: actMessages.panelSize });
  })
  .transform(({ checklist, panel }) => ({
    checklist,
    panel: panel.flatMap(({ signs, ...member }) => (signs ? [member] : [])),
  }));
const freezeForm = typedAs(fields, versionInputSchema);
type Values = z.input<typeof fields>;
type Input = z.output<typeof versionInputSchema>;

interface FreezeFormProps {
  deal: DealRecord;
  userId: string;
  /** Everybody who was announced as somebody who signs for money. */
  candidates: readonly Signatory[];
  /** The panel of the version before; empty for the first. */
  former: OpenedVersion["panel"];
}

/** Every point is confirmed, and who signs for the money is named, before a version is made. */
export function FreezeForm({ deal, userId, candidates, former }: FreezeFormProps) {
  const changed = useDealChanged();
  const { minimum_investment_pence: leastPence } = useClub();
  const [offer, setOffer] = useState<{ act: Act; isOpen: boolean }>();
  const [problems, setProblems] = useState<{ path: string; message: string }[]>([]);
  const form = useApiForm<Values, DealRecord, Input>({
    schema: freezeForm,
    defaultValues: { checklist: [], panel: panelOf(candidates, former) },
    send: async (input) => {
      await saveDrafts(deal, userId, leastPence);
      return callApi("POST", `/deals/${deal.id}/versions`, input);
    },
    onSent: async (frozen) => {
      setProblems([]);
      form.reset({ checklist: [], panel: form.getValues("panel") });
      // An admin who is not on the panel has frozen it for others to sign.
      const list = await callApi<Act>("POST", `/deals/${deal.id}/acts`, { kind: "offer" }).catch(() => undefined);
      await changed(frozen);
      if (list?.can.sign) setOffer({ act: list, isOpen: true });
      toast({ title: "The page can no longer be changed", description: "Next says when the offer is signed." });
    },
    onRefused: async (error, isAtField) => {
      const errors = problemsOf(error);
      setProblems(errors.filter(({ path }) => path !== "checklist" && path !== "panel"));
      if (isAtField || errors.length > 0) return;
      toastFailure("The offer was not made", error);
      // Another admin was faster, perhaps.
      await changed();
    },
  });
  const { error } = form.getFieldState("checklist", form.formState);
  return (
    <>
      <Form form={form} className="grid gap-5" aria-label={messages.freezeTitle}>
        <div role="alert" className="empty:hidden">
          {problems.length > 0 && (
            <Notice tone="error" title="This has to be put right first:">
              <ul>
                {problems.map(({ path, message }) => (
                  <li key={`${path} ${message}`}>
                    {placeOf(path)}: {message}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
        </div>
        <FormFields form={form}>
          <Panel
            form={form}
            candidates={candidates}
            opensAt={deal.released_at ? null : (deal.terms[0]?.opens_at ?? null)}
          />
          <fieldset className="grid gap-1" data-invalid={error ? "" : undefined} tabIndex={-1}>
            <legend className="field-label mb-1.5">Please confirm</legend>
            {checklistItems.map((item) => (
              <Checkbox key={item} label={checklistLabels[item]} value={item} {...form.register("checklist")} />
            ))}
            {error && <p className="field-error">{error.message}</p>}
          </fieldset>
        </FormFields>
        <p>
          <SubmitButton form={form} busyLabel="Making the offer...">
            {messages.freezeTitle}
          </SubmitButton>
        </p>
      </Form>
      <Suspense>{offer && <SignDialog {...offer} onClose={() => setOffer({ ...offer, isOpen: false })} />}</Suspense>
    </>
  );
}

/** As for the version before; for the first, all who can, those who stand first, four at most. */
export function panelOf(candidates: readonly Signatory[], former: OpenedVersion["panel"]): Values["panel"] {
  if (former.length > 0)
    return candidates.map(({ user_id }) => {
      const member = former.find((one) => one.user_id === user_id);
      const invests_pence = poundsOrNull.encode(member?.invests_pence ?? null);
      return { user_id, signs: member !== undefined, arranges: member?.arranges ?? false, invests_pence };
    });
  const first = [...candidates].sort((a, b) => Number(b.standing_since !== null) - Number(a.standing_since !== null));
  const chosen = new Set(first.slice(0, 4).map(({ user_id }) => user_id));
  return candidates.map(({ user_id }) => ({
    user_id,
    signs: chosen.has(user_id),
    arranges: false,
    invests_pence: "",
  }));
}

interface PanelProps extends Pick<FreezeFormProps, "candidates"> {
  form: ServerForm<Values>;
  opensAt: string | null;
}

function Panel({ form, candidates, opensAt }: PanelProps) {
  const { error } = form.getFieldState("panel", form.formState);
  const message = error?.message ?? error?.root?.message;
  const chosen = form.watch("panel");
  const signs = twoSignFrom(candidates, chosen);
  return (
    <fieldset className="grid gap-3" data-invalid={message ? "" : undefined} tabIndex={-1}>
      <legend className="field-label mb-1.5">Who signs for the money of this deal</legend>
      <p className="note">
        Two to four people, one of them an admin. Members read their names before they commit, and nobody else signs.
        What each takes part with is what the shares cost, without the fee.
      </p>
      <ul className="grid gap-3">
        {candidates.map((candidate, index) => {
          const name = nameOf(candidate);
          return (
            <li key={candidate.user_id} className="panel-choice">
              <Checkbox
                label={
                  <>
                    {name}
                    <span className="note num block">{standingOf(candidate)}</span>
                  </>
                }
                {...form.register(`panel.${index}.signs`)}
              />
              {chosen[index]?.signs && (
                <div className="flex flex-wrap items-end gap-x-8 gap-y-3 pl-8">
                  <Checkbox
                    label={
                      <>
                        Arranges the deal<span className="sr-only">, {name}</span>
                      </>
                    }
                    {...form.register(`panel.${index}.arranges`)}
                  />
                  <NumberField
                    form={form}
                    name={`panel.${index}.invests_pence`}
                    kind="pounds"
                    label={
                      <>
                        {mostPartLabel}
                        <span className="sr-only">, {name}</span>
                      </>
                    }
                    isOptional
                  />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {message && <p className="field-error">{message}</p>}
      {opensAt !== null && signs !== null && signs > opensAt && (
        <Notice>
          The terms say that it opens on {formatMoment(new Date(opensAt))}. Two of these people can sign from{" "}
          {formatMoment(new Date(signs))}, so it opens after that. Write later times into the terms first.
        </Notice>
      )}
    </fieldset>
  );
}

/** Returns the time from which the second of the chosen can sign; `null` while it is not known. */
export function twoSignFrom(candidates: readonly Signatory[], chosen: Values["panel"]): string | null {
  const from = candidates.flatMap(({ standing_since, stands_from }, index) =>
    chosen[index]?.signs ? [standing_since ?? stands_from ?? ""] : [],
  );
  return from.filter(Boolean).toSorted()[1] ?? null;
}

const nameOf = ({ full_name, email }: Signatory): string => personName({ full_name, email: email ?? "" });

function standingOf({ capacity, standing_since, stands_from, is_objected_to }: Signatory): string {
  if (standing_since) return `${capacityLabels[capacity]}, stands since ${longDate(standing_since)}`;
  if (is_objected_to) return `${capacityLabels[capacity]}, somebody objects`;
  return stands_from ? `${capacityLabels[capacity]}, stands from ${longDate(stands_from)}` : capacityLabels[capacity];
}

const pageLabels: Record<string, string> = {
  why_we_like_it: pagePartMessages.why,
  what_would_make_it_fail: pagePartMessages.whyNot,
  team: pagePartMessages.team,
  traction: pagePartMessages.traction,
  scheme_note: pagePartMessages.schemeNote,
  one_line: messages.contentLabels.company,
};

/** "page.why_we_like_it.1" is "Why we like it, 2". */
function placeOf(path: string): string {
  const [, name = path, index] = path.split(".");
  const label = pageLabels[name] ?? (termLabels as Record<string, string>)[name] ?? path;
  return messages.place(label, index === undefined || Number.isNaN(Number(index)) ? null : Number(index) + 1);
}

const draftKeys = (dealId: string, userId: string) => ({
  terms: `deal-terms:${dealId}:${userId}`,
  page: `deal-page:${dealId}:${userId}`,
});

/** What was typed on the parts of the record and is not saved: terms and page, before they are frozen. */
async function saveDrafts(deal: DealRecord, userId: string, leastPence: number): Promise<DealRecord> {
  const keys = draftKeys(deal.id, userId);
  const [terms, page] = [readDraft(keys.terms), readDraft(keys.page)] as [
    Partial<TermsValues> | null,
    Partial<PageValues> | null,
  ];
  let saved = deal;
  if (terms) {
    const begun = startTerms({
      newest: deal.terms[0],
      last: deal.last_terms?.terms,
      leastPence,
      now: serverNow().getTime(),
    });
    saved = await callApi<DealRecord>("POST", `/deals/${deal.id}/terms`, toTermsInput({ ...begun, ...terms }));
    sessionStorage.removeItem(keys.terms);
  }
  if (page) {
    // Somebody else's text is not written over: the part of the page asks which stays.
    const begun = sessionStorage.getItem(`${keys.page}:begun`);
    if (begun && begun !== JSON.stringify(toPageValues(deal)))
      throw new Error("Somebody else has changed the page meanwhile. Open Page, and decide which text stays.");
    saved = await callApi<DealRecord>("PUT", `/deals/${deal.id}`, {
      ...toPageInput({ ...toPageValues(deal), ...page }),
      owner_id: saved.owner_id,
      expected_version: saved.updated_at,
    });
    sessionStorage.removeItem(keys.page);
    sessionStorage.removeItem(`${keys.page}:begun`);
  }
  return saved;
}

/** Errors of terms and page, which the freezing form has no field for. */
const problemsOf = (error: unknown): { path: string; message: string }[] =>
  error instanceof ApiError ? (error.problem.errors ?? []) : [];
