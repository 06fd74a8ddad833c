import "./company-updates.css";
import "#web/styles/file-drop.css";
import { useEffect, useRef, useState } from "react";
import type { UploadedLetter } from "#shared/company-updates/company-updates.ts";
import {
  figureHints,
  figureLabels,
  figureNames,
  updatePageMessages as messages,
} from "#shared/company-updates/company-updates-messages.ts";
import { Button, Spinner } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { CircleAlert } from "#web/ui/icons.generated.ts";
import { Textarea } from "#web/ui/input.tsx";
import { figureKinds, type UpdateValues } from "./update-values.ts";

interface UpdateFieldsProps {
  form: ServerForm<UpdateValues>;
  uploadLetter: UploadLetter;
}

export function UpdateFields({ form, uploadLetter }: UpdateFieldsProps) {
  return (
    <>
      <fieldset>
        <legend className="d4">The six numbers</legend>
        <p className="note">Leave out what you do not measure.</p>
        <div className="mt-[0.9rem] grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-6 gap-y-4">
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
        hint="A new round, shares for sale, a loan. Write it here and not above: by law it is shown only to members with a valid investor statement. Otherwise leave it empty."
        isOptional
      >
        <Textarea className="field-sizing-content max-h-80" minimumHeightPx={76} maxLength={5000} />
      </FormField>
    </>
  );
}

type UploadLetter = (file: File, signal: AbortSignal) => Promise<UploadedLetter>;

/** Uploaded as it is chosen; the update then names it. */
function LetterField({ form, upload }: { form: ServerForm<UpdateValues>; upload: UploadLetter }) {
  const letter = form.watch("letter");
  const { error } = form.getFieldState("letter", form.formState);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const stopping = useRef<AbortController>(null);
  const place = useRef<HTMLFieldSetElement>(null);
  useEffect(() => () => stopping.current?.abort(), []);

  const send = async (file: File) => {
    stopping.current?.abort();
    const controller = new AbortController();
    stopping.current = controller;
    const { signal } = controller;
    setSending(true);
    setRefusal(undefined);
    try {
      form.change("letter", await upload(file, signal));
    } catch (failure) {
      if (signal.aborted) return;
      setRefusal(`The letter was not attached: ${(failure as Error).message}`);
    }
    setSending(false);
    place.current?.focus();
  };
  const message = refusal ?? error?.message;
  return (
    <fieldset
      ref={place}
      className="grid grid-cols-1 gap-2 outline-none"
      tabIndex={-1}
      data-invalid={message ? "" : undefined}
    >
      <legend className="field-label">
        Your letter as a PDF <span className="optional">optional</span>
      </legend>
      {message && (
        <p className="field-error" role="alert">
          <CircleAlert />
          {message}
        </p>
      )}
      {isSending && (
        <p className="flex items-center gap-2" role="status">
          <Spinner />
          Sending the letter
        </p>
      )}
      {!isSending && letter && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="wrap-anywhere">{messages.letterAttached(letter.file_name)}</span>
          <Button variant="ghost" isSmall onClick={() => form.change("letter", null)}>
            Remove it
          </Button>
        </p>
      )}
      {!isSending && (
        <FileDrop accept="application/pdf,.pdf" onFile={(file) => void send(file)}>
          {(choose) => (
            <>
              <Button variant="outline" isSmall onClick={choose}>
                {letter ? "Replace it" : "Choose a PDF"}
              </Button>
              <span className="note">or drop it here. If you write one. At most 10 MB.</span>
            </>
          )}
        </FileDrop>
      )}
    </fieldset>
  );
}
