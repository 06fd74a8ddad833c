import { useDeferredValue, useEffect, useState } from "react";
import { renderStatementForm } from "#shared/statements/render-statement-form.ts";
import { installMessages as messages } from "#shared/statements/statement-form-messages.ts";
import { type StatementFormInput, statementFormInputSchema } from "#shared/statements/statements.ts";
import { StatementPage } from "../statement-page.tsx";

/** The page and, once the form is complete, the hash that its version will have. */
export function Preview({ input }: { input: StatementFormInput }) {
  const shown = useDeferredValue(input);
  const checked = statementFormInputSchema.safeParse(shown);
  const rendering = renderStatementForm({ ...(checked.data ?? shown), is_sample: false });
  return (
    <section className="grid gap-3" aria-label={messages.preview}>
      <h3 className="d4">{messages.preview}</h3>
      <section className="statement-box is-whole">
        <StatementPage html={rendering} />
      </section>
      {checked.success ? <Hash of={rendering} /> : <p className="note">The hash shows once the form is complete.</p>}
    </section>
  );
}

function Hash({ of }: { of: string }) {
  const [hash, setHash] = useState("");
  useEffect(() => {
    let isStale = false;
    void sha256(of).then((next) => isStale || setHash(next));
    return () => {
      isStale = true;
    };
  }, [of]);
  if (!("subtle" in crypto))
    return (
      <p className="note">This browser shows the hash on https only. The version’s page has it once it is installed.</p>
    );
  return (
    <p className="note wrap-anywhere">
      Hash of this version <code className="code">{hash}</code>
    </p>
  );
}

/** In hex; browsers have it on https and localhost only. */
async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle?.digest("SHA-256", new TextEncoder().encode(text));
  return bytes ? [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("") : "";
}
