import { installMessages as messages } from "#shared/statements/statement-form-messages.ts";
import type { StatementFormContent, StatementFormInput } from "#shared/statements/statements.ts";
import { Button } from "#web/ui/button.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { firstMessage } from "./first-message.ts";
import { FormTextEditor } from "./form-text-editor.tsx";

type Declaration = StatementFormContent["declarations"][number];

export function Declarations({ form }: { form: ServerForm<StatementFormInput> }) {
  const declarations = form.watch("content.declarations");
  const errors = form.formState.errors.content?.declarations;
  const set = (next: Declaration[]) => form.change("content.declarations", next);
  const missing = declarations.length === 0 ? firstMessage(errors) : undefined;
  const write = (key: string, runs: Declaration["runs"]) =>
    set(form.getValues("content.declarations").map((other) => (other.key === key ? { key, runs } : other)));
  return (
    <fieldset className="grid gap-4" data-invalid={missing ? "" : undefined} tabIndex={-1}>
      <legend className="d4 mb-1">Declarations</legend>
      <p className={missing ? "field-error" : "field-hint"}>
        {missing ?? "Members tick each of them before they sign."}
      </p>
      {declarations.map(({ key, runs }, index) => (
        <div key={key} className="grid gap-2">
          <FormTextEditor
            label={messages.declaration(index + 1)}
            isWords
            value={[{ style: "paragraph", runs }]}
            onChange={(blocks) => write(key, blocks[0]?.runs ?? [])}
            error={firstMessage(errors?.[index])}
          />
          <p>
            <Button
              variant="ghost"
              isSmall
              onClick={() => set(declarations.filter((declaration) => declaration.key !== key))}
            >
              Remove
              <span className="sr-only"> {messages.declaration(index + 1)}</span>
            </Button>
          </p>
        </div>
      ))}
      <p>
        <Button
          variant="outline"
          isSmall
          disabled={declarations.length >= mostDeclarations}
          onClick={() => set([...declarations, { key: freeKey(declarations), runs: [] }])}
        >
          Add a declaration
        </Button>
      </p>
    </fieldset>
  );
}

const mostDeclarations = 20;

/** Answers are kept by it: a copied form keeps its keys, a new declaration gets one that is not in use. */
const freeKey = (declarations: readonly Declaration[]): string => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const free = letters.find((letter) => !declarations.some(({ key }) => key === `declaration_${letter}`));
  return `declaration_${free}`;
};
