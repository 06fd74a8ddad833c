import { type DragEvent, type Ref, useRef, useState } from "react";
import { importExampleHost, importMinimumHeightPx } from "#shared/imports/imports-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/input.tsx";

const example = `Name, name@${importExampleHost}\nName - name@${importExampleHost}\nname@${importExampleHost}`;

interface ImportBoxProps {
  text: string;
  onChange: (text: string) => void;
  onFile: (file: File) => void;
  error: string | undefined;
  isDisabled: boolean;
  ref: Ref<HTMLTextAreaElement>;
}

export function ImportBox({ text, onChange, onFile, error, isDisabled, ref }: ImportBoxProps) {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !isDisabled) onFile(file);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  return (
    <>
      <Field
        label="Members, one per line"
        hint="Name, email. Also with a dash or a tab, or only an email."
        error={error}
      >
        <Textarea
          ref={ref}
          className={classNames("code import-box", isOver && "is-over")}
          minimumHeightPx={importMinimumHeightPx}
          placeholder={example}
          spellCheck={false}
          disabled={isDisabled}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes("Files")) return;
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        />
      </Field>
      <FileChoice isDisabled={isDisabled} onFiles={take} />
    </>
  );
}

function FileChoice({ isDisabled, onFiles }: { isDisabled: boolean; onFiles: (files: FileList | null) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain"
        onChange={(event) => {
          onFiles(event.target.files);
          // Allows choosing the same file again.
          event.target.value = "";
        }}
      />
      <Button variant="outline" isSmall disabled={isDisabled} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <span className="note">CSV or Excel, or drop one on the box</span>
    </div>
  );
}

const name = "Anna Hale";
const email = `anna@${importExampleHost}`;
const formats = [
  { words: "Name and email", example: `${name}, ${email}` },
  { words: "With a dash", example: `${name} - ${email}` },
  { words: "With a tab, as spreadsheets copy", example: `${name}\t${email}` },
  {
    words: "As mail programs write it, also several in a line",
    example: `${name} <${email}>; Ben <ben@${importExampleHost}>`,
  },
  { words: "Only an email; the name is the part before the at-sign", example: email },
  { words: "A name with a comma, in quotes", example: `"Hale, Anna", ${email}` },
  { words: "Any of these with a plan: trial, premium or vip", example: `${name}, ${email}, premium` },
];

export function ImportFormats() {
  return (
    <section aria-labelledby="import-formats">
      <h2 id="import-formats" className="d4 mb-3">
        What a line can look like
      </h2>
      <dl className="import-formats">
        {formats.map(({ words, example }) => (
          <div key={words} className="import-format">
            <dt>{words}</dt>
            <dd className="code">{example}</dd>
          </div>
        ))}
      </dl>
      <p className="note mt-4">
        A header such as name, email or first name, last name, email is recognised. Blank lines are skipped.
      </p>
    </section>
  );
}
