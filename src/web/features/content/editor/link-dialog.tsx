import { useState } from "react";
import { richTextMessages } from "#shared/content/rich-text-messages.ts";
import { isLinkAddress } from "#shared/content/rich-text-rules.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { EditorDialog, type EditorDialogProps } from "./editor-dialog.tsx";

/** For the selected words, the link around the cursor or, where there is neither, words of its own. */
export function LinkDialog({ editor, onClose }: EditorDialogProps) {
  const isLink = editor.isActive("link");
  const needsWords = editor.state.selection.empty && !isLink;
  const [href, setHref] = useState<string>(editor.getAttributes("link").href ?? "");
  const [words, setWords] = useState("");
  const [isTried, setIsTried] = useState(false);
  const address = href.trim();
  const hasWords = !needsWords || words.trim() !== "";

  const save = () => {
    setIsTried(true);
    if (!isLinkAddress(address) || !hasWords) return;
    onClose();
    const chain = editor.chain().focus();
    const mark = { type: "link", attrs: { href: address } };
    if (needsWords) chain.insertContent({ type: "text", text: words.trim(), marks: [mark] }).run();
    else chain.extendMarkRange("link").setLink({ href: address }).run();
  };
  const remove = () => {
    onClose();
    editor.chain().focus().extendMarkRange("link").unsetLink().run();
  };
  return (
    <EditorDialog
      title="Link"
      saveLabel="Set link"
      onSave={save}
      onClose={onClose}
      action={
        isLink && (
          <Button variant="danger" onClick={remove}>
            Remove link
          </Button>
        )
      }
    >
      {needsWords && (
        <Field label="Words" error={isTried && !hasWords ? "Please write the words that lead there." : undefined}>
          <Input value={words} onChange={(event) => setWords(event.target.value)} />
        </Field>
      )}
      <Field
        label="Address"
        hint="https://, mailto:, or a page of this site such as /membership"
        error={isTried && !isLinkAddress(address) ? capitalised(richTextMessages.link) : undefined}
      >
        <Input
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={href}
          onChange={(event) => setHref(event.target.value)}
        />
      </Field>
    </EditorDialog>
  );
}

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
