import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { classNames } from "./class-names.ts";

interface FileDropProps {
  /** Media types, as a file dialog takes them. */
  accept: string;
  isDisabled?: boolean;
  onFile: (file: File) => void;
  /** What stands on it; `choose` opens the file dialog, and belongs to a button. */
  children: (choose: () => void) => ReactNode;
}

/** A place to drop a file on. The button inside does the same for whoever uses no mouse. */
export function FileDrop({ accept, isDisabled, onFile, children }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !isDisabled) onFile(file);
  };
  const enter = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(!isDisabled);
  };
  const leave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside opens the file dialog for everybody else.
    <div
      className={classNames("file-drop", isOver && "is-over")}
      onDragEnter={enter}
      onDragOver={enter}
      onDragLeave={leave}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // So that the same file can be chosen again after it was refused or removed.
          currentTarget.value = "";
        }}
      />
      {children(() => input.current?.click())}
    </div>
  );
}
