import { useEffect, useRef, useState } from "react";
import type { UploadedLetter } from "#shared/company-updates/company-updates.ts";
import { updatePageMessages as messages } from "#shared/company-updates/company-updates-messages.ts";
import { UpdateFields } from "#web/features/company-updates/update-fields.tsx";
import {
  emptyUpdate,
  toUpdateInput,
  type UpdateValues,
  updateFieldOf,
} from "#web/features/company-updates/update-values.ts";
import { FigureCharts, UpdateText } from "#web/features/company-updates/update-view.tsx";
import { callApi, NetworkError, readResponse, unreachableMessage } from "#web/lib/api.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { toastFailure } from "#web/ui/toast.ts";
import type { GivenByLink } from "../company-link/company-link-page.tsx";

interface FounderFormProps extends Omit<GivenByLink<unknown>, "link"> {
  quarter: string;
}

/** Filled in, looked at as members will see it, and sent. */
export function FounderForm({ token, quarter, onSent, onRefused }: FounderFormProps) {
  const [isPreview, setPreview] = useState(false);
  // The id before the signature: the draft's name is no secret.
  const draftKey = `company-update:${token.split(".")[0]}`;
  const form = useApiForm<UpdateValues>({
    schema: () => import("#web/features/company-updates/update-values.ts").then(({ updateRules }) => updateRules),
    defaultValues: emptyUpdate,
    fieldOfPath: updateFieldOf,
    send: async (values) => {
      if (isPreview) await callApi("POST", "/company-update-links/send", { ...toUpdateInput(values), token });
    },
    onSent: () => {
      if (!isPreview) return setPreview(true);
      draft.forgetDraft();
      onSent();
    },
    onRefused: (error, isAtField) => {
      if (onRefused(error)) return;
      if (isAtField) setPreview(false);
      else toastFailure("The update was not sent", error);
    },
  });
  const draft = useDraft(draftKey, form);
  const upload = async (file: File, signal: AbortSignal) => {
    try {
      return await sendLetter(file, token, signal);
    } catch (error) {
      onRefused(error);
      throw error;
    }
  };
  return (
    <Form form={form} className="grid gap-7">
      {isPreview ? (
        <Preview values={form.getValues()} quarter={quarter} />
      ) : (
        <FormFields form={form}>
          <UpdateFields form={form} uploadLetter={upload} />
        </FormFields>
      )}
      <div className="button-row">
        <SubmitButton form={form} busyLabel="Sending...">
          {isPreview ? "Send" : "Preview"}
        </SubmitButton>
        {isPreview && (
          <Button variant="ghost" onClick={() => setPreview(false)}>
            Change it
          </Button>
        )}
      </div>
    </Form>
  );
}

/** Takes the focus from the form that it replaces. */
function Preview({ values, quarter }: { values: UpdateValues; quarter: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { text = null, offer = null, ...figures } = toUpdateInput(values);
  const update = { ...figures, quarter, text: text?.trim() || null, offer: offer?.trim() || null };
  return (
    <section className="grid gap-5" aria-labelledby="update-preview">
      <div>
        <h2 className="d3 outline-none" id="update-preview" tabIndex={-1} ref={heading}>
          As members will see it
        </h2>
        <p className="muted mt-1">The club reads it before members do. Nothing is sent yet.</p>
      </div>
      <FigureCharts updates={[update]} />
      <UpdateText {...update} />
      {values.letter && <p className="wrap-anywhere">{messages.letterAttached(values.letter.file_name)}</p>}
    </section>
  );
}

/** The token is a header, so that no server logs it. */
async function sendLetter(file: File, token: string, signal: AbortSignal): Promise<UploadedLetter> {
  const query = new URLSearchParams({ file_name: file.name.slice(0, 200) });
  const headers = { accept: "application/json", "content-type": "application/pdf", "x-link-token": token };
  const init = { method: "POST", credentials: "same-origin", headers, body: file, signal } as const;
  const response = await fetch(`/api/company-update-links/letter?${query}`, init).catch((cause: unknown) => {
    throw new NetworkError(unreachableMessage, { cause });
  });
  return readResponse(response, await response.text());
}
