import { pagePartMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { RepeatedFields } from "#web/ui/form/repeated-fields.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import type { PageValues } from "./page-values.ts";
import { Points } from "./points.tsx";

const figureParts = ["what", "figure", "as_of", "source"] as const;
const figureLabels = { what: messages.what, figure: messages.figure, as_of: messages.asOf, source: messages.source };

export function PageFields({ form }: { form: ServerForm<PageValues> }) {
  return (
    <>
      <FormField form={form} name="name" label={messages.round} hint={messages.roundHint} className="max-w-sm">
        <Input autoComplete="off" maxLength={120} />
      </FormField>
      <Points form={form} name="why_we_like_it" label={messages.why} />
      <Points form={form} name="what_would_make_it_fail" label={messages.whyNot} hint={messages.whyNotHint} />
      <RepeatedFields
        form={form}
        name="team"
        legend={messages.team}
        fresh={{ name: "", history: "" }}
        addLabel={messages.addPerson}
        entryLabel={messages.person}
        longest={20}
        isOrdered
      >
        {(index) => (
          <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
            <FormField form={form} name={`team.${index}.name`} label={messages.personName}>
              <Input autoComplete="off" />
            </FormField>
            <FormField form={form} name={`team.${index}.history`} label={messages.personHistory}>
              <Textarea className="field-sizing-content max-h-60" rows={2} maxLength={1000} />
            </FormField>
          </div>
        )}
      </RepeatedFields>
      <RepeatedFields
        form={form}
        name="traction"
        legend={messages.traction}
        hint={messages.tractionHint}
        fresh={{ what: "", figure: "", as_of: "", source: "" }}
        addLabel={messages.addRow}
        entryLabel={messages.row}
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
      <FormField form={form} name="scheme_note" label={messages.schemeNote} hint={messages.schemeNoteHint} isOptional>
        <Textarea className="field-sizing-content max-h-80" rows={3} />
      </FormField>
    </>
  );
}
