import { createContext, type ReactNode, use, useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { CircleAlert } from "./icons.generated.ts";

interface FieldControl {
  id: string;
  isInvalid: boolean;
  describedBy: string | undefined;
  registered: UseFormRegisterReturn | undefined;
}

const FieldContext = createContext<FieldControl | null>(null);

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Takes the hint's place, so that nothing jumps. */
  error?: string | undefined;
  /** Below the error, which does not say how to do it right. */
  keepsHint?: boolean | undefined;
  isOptional?: boolean;
  /** The note beside the word "optional", such as what becomes of the entry. */
  optionalNote?: string;
  /** Shown at the far end of the label's line, such as a link. */
  aside?: ReactNode;
  className?: string;
  /** Joins the control to a form. */
  registered?: UseFormRegisterReturn;
  children: ReactNode;
}

/** Label, control and the line below it, joined for assistive technology. The control inside takes its ids from here. */
export function Field(props: FieldProps) {
  const {
    label,
    hint,
    error,
    keepsHint,
    isOptional,
    optionalNote,
    aside,
    className = "",
    registered,
    children,
  } = props;
  const id = useId();
  const noteId = error || hint ? `${id}-note` : undefined;
  const labelled = (
    <label className="field-label" htmlFor={id}>
      {label}
      {isOptional && <span className="optional"> {optionalNote ? `optional, ${optionalNote}` : "optional"}</span>}
    </label>
  );
  return (
    <FieldContext value={{ id, isInvalid: Boolean(error), describedBy: noteId, registered }}>
      <div className={`field ${className}`}>
        {aside ? (
          <div className="field-label-row">
            {labelled}
            {aside}
          </div>
        ) : (
          labelled
        )}
        {children}
        {noteId && <FieldNote id={noteId} hint={hint} error={error} keepsHint={keepsHint} />}
      </div>
    </FieldContext>
  );
}

interface FieldNoteProps extends Pick<FieldProps, "hint" | "error" | "keepsHint"> {
  id: string;
}

export function FieldNote({ id, hint, error, keepsHint }: FieldNoteProps) {
  if (!error) {
    return (
      <p className="field-hint" id={id}>
        {hint}
      </p>
    );
  }
  if (keepsHint && hint) {
    return (
      <div id={id}>
        <FieldNote id={`${id}-error`} error={error} /> <FieldNote id={`${id}-hint`} hint={hint} />
      </div>
    );
  }
  return (
    <p className="field-error" id={id}>
      <CircleAlert />
      {error}
    </p>
  );
}

/** Returns the attributes for a control inside a Field; an empty object outside of one. */
export function useFieldControl() {
  const field = use(FieldContext);
  if (!field) return {};
  const { id, isInvalid, describedBy, registered } = field;
  return { ...registered, id, "aria-invalid": isInvalid || undefined, "aria-describedby": describedBy };
}
