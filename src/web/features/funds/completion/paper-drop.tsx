import "#web/styles/file-drop.css";
import { useState } from "react";
import { z } from "zod";
import type { Completion } from "#shared/funds/funds-completion.ts";
import { type PaperKind, paperLabels, signedPaperKinds } from "#shared/funds/funds-completion-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { uploadFile } from "#web/lib/upload-file.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import { withQuery } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { DateField } from "#web/ui/form/date-field.tsx";
import { Form, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";

interface Dropped {
  key: string;
  file: File;
  kind: SignedPaperKind;
}

const schema = z.object({ issued_on: z.string() });

/** What was signed in one drop, each with what it is, and the day of issue: filed by one press. */
export function PaperDrop({ completion }: { completion: Completion }) {
  const { deal_id, papers } = completion;
  const [dropped, setDropped] = useState<readonly Dropped[]>([]);
  const changed = useInvalidate(dealMoneyKeys);
  const filed = papers.map(({ kind }) => kind);
  const isDouble = new Set(dropped.map(({ kind }) => kind)).size < dropped.length;
  const isWhole = signedPaperKinds.every((kind) => filed.includes(kind) || dropped.some((one) => one.kind === kind));
  const form = useApiForm<z.infer<typeof schema>, Error | null>({
    schema,
    defaultValues: { issued_on: "" },
    send: async ({ issued_on }) => {
      for (const { key, file, kind } of dropped) {
        const path = withQuery(`/deals/${deal_id}/papers`, { kind, file_name: file.name.slice(-200) });
        const pdf = new File([file], file.name, { type: "application/pdf" });
        await uploadFile(path, pdf, { onProgress: () => {}, signal: new AbortController().signal });
        setDropped((others) => others.filter((other) => other.key !== key));
      }
      if (!issued_on) return null;
      // The documents are filed whatever comes of the day, which can be typed alone.
      return callApi("POST", `/deals/${deal_id}/completion`, { issued_on }).then(
        () => null,
        (error: Error) => error,
      );
    },
    onSent: async (refused) => {
      form.reset();
      await changed();
      if (refused) toastFailure("The documents are filed, the day of issue is not taken", refused);
      else toast({ title: "Documents filed" });
    },
    onRefused: async (error, isAtField) => {
      if (!isAtField) toastFailure("Not filed", error);
      await changed();
    },
  });
  const add = (file: File) =>
    setDropped((others) => {
      const taken = others.map(({ kind }) => kind);
      return [...others, { key: crypto.randomUUID(), file, kind: guessPaperKind(file.name, [...filed, ...taken]) }];
    });
  const change = (key: string, kind: SignedPaperKind) =>
    setDropped((others) => others.map((other) => (other.key === key ? { ...other, kind } : other)));
  return (
    <Form form={form} className="grid gap-4" aria-label="Drop the signed documents">
      <FileDrop accept="application/pdf,.pdf" isMultiple onFile={add}>
        {(choose) => (
          <>
            <Button variant="outline" isSmall onClick={choose}>
              Choose files
            </Button>
            <span className="note">
              <span className="if-dropped">Or drop all four here:</span> PDFs, at most 25 MB each.
            </span>
          </>
        )}
      </FileDrop>
      {dropped.length > 0 && (
        <FormFields form={form}>
          {dropped.map(({ key, file, kind }) => (
            <Field key={key} label={<span className="wrap-anywhere">{file.name} is</span>} className="max-w-96">
              <Select value={kind} onChange={({ target }) => change(key, target.value as SignedPaperKind)}>
                {signedPaperKinds.map((one) => (
                  <option key={one} value={one}>
                    {paperLabels[one]}
                  </option>
                ))}
              </Select>
            </Field>
          ))}
          {isDouble && <p className="field-error">Two files are the same document. Say which is which.</p>}
          {isWhole && (
            <DateField
              form={form}
              name="issued_on"
              label="Day of issue"
              hint="As in the company’s register. It has to be the day that its schedule says. The deal completes 24 hours later."
              isOptional
            />
          )}
          <div className="button-row">
            <SubmitButton form={form} variant="secondary" isSmall busyLabel="Filing..." disabled={isDouble}>
              File {dropped.length === 1 ? "the document" : `all ${dropped.length} documents`}
            </SubmitButton>
            <Button variant="ghost" isSmall onClick={() => setDropped([])}>
              Cancel
            </Button>
          </div>
        </FormFields>
      )}
    </Form>
  );
}

type SignedPaperKind = (typeof signedPaperKinds)[number];

const words: readonly [SignedPaperKind, RegExp][] = [
  ["subscription_agreement", /subscri|\bssa\b/i],
  ["board_minutes", /minute|board|resolution/i],
  ["share_schedule", /schedule|register|allot/i],
  ["nominee_agreement", /nominee|\bdeed/i],
];

/** By the name of a file, which its reader can correct; else the first that is missing. @param taken is filed, or chosen already. */
export function guessPaperKind(fileName: string, taken: readonly PaperKind[]): SignedPaperKind {
  const named = words.find(([, pattern]) => pattern.test(fileName.replaceAll("_", " ")))?.[0];
  return named ?? signedPaperKinds.find((kind) => !taken.includes(kind)) ?? signedPaperKinds[0];
}
