import { pagePartMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { RepeatedFields } from "#web/ui/form/repeated-fields.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Textarea } from "#web/ui/input.tsx";
import type { PageValues } from "./page-values.ts";

interface PointsProps {
  form: ServerForm<PageValues>;
  name: "why_we_like_it" | "what_would_make_it_fail";
  label: string;
  hint?: string;
}

/** Points in their order, and how long they are together. */
export function Points({ form, name, label, hint }: PointsProps) {
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
