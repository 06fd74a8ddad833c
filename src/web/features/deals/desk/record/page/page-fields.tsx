import { pagePartMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { RepeatedFields } from "#web/ui/form/repeated-fields.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import type { PageValues } from "./page-values.ts";

const figureParts = ["what", "figure", "as_of", "source"] as const;
const figureLabels = { what: "What", figure: "Figure", as_of: "As of", source: "Source" };

export function PageFields({ form }: { form: ServerForm<PageValues> }) {
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
