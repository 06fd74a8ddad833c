import { useState } from "react";
import { type ContentKind, contentKindLabels, creatableKinds } from "#shared/content/content-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";

interface NewContentProps {
  /** That the list shows. */
  kind: ContentKind | "";
  onWrite: (kind: ContentKind) => void;
}

export function NewContent({ kind, onWrite }: NewContentProps) {
  const [chosen, setChosen] = useState<ContentKind | "">("");
  const [first] = creatableKinds;
  const next = chosen || (kind && kind !== "page" ? kind : first) || "article";
  return (
    <form
      className="new-record"
      onSubmit={(event) => {
        event.preventDefault();
        onWrite(next);
      }}
    >
      <Field label="New" className="w-32!">
        <Select value={next} onChange={(event) => setChosen(event.target.value as ContentKind)}>
          {creatableKinds.map((creatable) => (
            <option key={creatable} value={creatable}>
              {contentKindLabels[creatable]}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" isSmall>
        Write it
      </Button>
    </form>
  );
}
