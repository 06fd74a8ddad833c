import "#web/styles/file-drop.css";
import { useRef } from "react";
import { roomFileTypes } from "#shared/deals/deal-room-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { UnsavedChangesGuard } from "#web/ui/form/unsaved-changes-guard.tsx";
import { DocumentForm, type Upload } from "./document-form.tsx";

interface AddDocumentsProps {
  dealId: string;
  uploads: readonly Upload[];
  onUploads: (change: (uploads: readonly Upload[]) => readonly Upload[]) => void;
}

/** Each file that was chosen gets a form of its own. */
export function AddDocuments({ dealId, uploads, onUploads }: AddDocumentsProps) {
  const add = (file: File) => onUploads((others) => [...others, { key: crypto.randomUUID(), file }]);
  const section = useRef<HTMLElement>(null);
  const remove = (key: string) => {
    onUploads((others) => others.filter((other) => other.key !== key));
    // The form had the focus.
    section.current?.focus();
  };
  const addAll = () => {
    for (const form of section.current?.querySelectorAll("form") ?? []) form.requestSubmit();
  };
  return (
    <section ref={section} aria-labelledby="add-documents" tabIndex={-1} className="grid max-w-3xl gap-4 outline-none">
      <h2 id="add-documents" className="d4 block-heading">
        Add a document
      </h2>
      {uploads.map((upload) => (
        <DocumentForm key={upload.key} dealId={dealId} upload={upload} onDone={() => remove(upload.key)} />
      ))}
      {uploads.length > 1 && (
        <p>
          <Button isSmall onClick={addAll}>
            Add all {uploads.length} documents
          </Button>
        </p>
      )}
      <UnsavedChangesGuard isActive={uploads.length > 0} text="Files that have not arrived yet are lost." />
      <FileDrop accept={roomFileTypes.join(",")} isMultiple onFile={add}>
        {(choose) => (
          <>
            <Button variant="outline" isSmall onClick={choose}>
              Choose files
            </Button>
            <span className="note">or drop them here. PDF, PNG, JPEG, XLSX or CSV, up to 25 MB each.</span>
          </>
        )}
      </FileDrop>
    </section>
  );
}
