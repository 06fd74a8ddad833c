import "./company-updates.css";
import { figureHints, figureLabels, figureNames } from "#shared/company-updates/company-updates-messages.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Textarea } from "#web/ui/input.tsx";
import { LetterField, type UploadLetter } from "./letter-field.tsx";
import { figureKinds, type UpdateValues } from "./update-values.ts";

interface UpdateFieldsProps {
  form: ServerForm<UpdateValues>;
  uploadLetter: UploadLetter;
}

/** For the founder and for the admin who enters what the founder sent by other ways. */
export function UpdateFields({ form, uploadLetter }: UpdateFieldsProps) {
  return (
    <>
      <fieldset className="update-figures-fields">
        <legend className="d4">The six numbers</legend>
        <p className="note">Leave out what you do not measure.</p>
        <div>
          {figureNames.map((name) => (
            <NumberField
              key={name}
              form={form}
              name={name}
              kind={figureKinds[name]}
              label={figureLabels[name]}
              hint={figureHints[name]}
            />
          ))}
        </div>
      </fieldset>
      <FormField
        form={form}
        name="text"
        label="What happened"
        hint="Good and bad, in plain words. Members read it as you write it."
      >
        <Textarea className="field-sizing-content max-h-[30rem]" minimumHeightPx={150} maxLength={5000} />
      </FormField>
      <LetterField form={form} upload={uploadLetter} />
      <FormField
        form={form}
        name="offer"
        label="Is there anything that members could buy?"
        hint="A new round, shares for sale, a loan. Write it here and not above: by law it is shown only to members with a current investor statement. Otherwise leave it empty."
        isOptional
      >
        <Textarea className="field-sizing-content max-h-80" minimumHeightPx={76} maxLength={5000} />
      </FormField>
    </>
  );
}
