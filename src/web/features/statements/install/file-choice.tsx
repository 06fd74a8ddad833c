import { installMessages as messages } from "#shared/statements/statement-form-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { toast } from "#web/ui/toast.ts";
import { type FormText, readHtml, readPlainText } from "./read-form-text.ts";
import "#web/styles/file-drop.css";

const largestFileBytes = 1_000_000;

export function FileChoice({ onText }: { onText: (text: FormText) => void }) {
  const read = async (file: File) => {
    if (file.size > largestFileBytes) return refuse("A form’s file has at most 1 MB.");
    const text = await file.text().catch(() => null);
    if (text === null || !/\.(html?|txt)$/i.test(file.name)) return refuse(messages.fileHint);
    onText(/\.txt$/i.test(file.name) ? readPlainText(text) : readHtml(text));
  };
  return (
    <FileDrop accept=".html,.htm,.txt,text/html,text/plain" onFile={(file) => void read(file)}>
      {(choose) => (
        <>
          <Button variant="outline" isSmall onClick={choose}>
            Add from a file
          </Button>
          <span className="note">{messages.fileHint}</span>
        </>
      )}
    </FileDrop>
  );
}

const refuse = (description: string) =>
  toast({ title: "This file could not be read", description, variant: "destructive" });
