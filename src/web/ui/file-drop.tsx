import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { classNames } from "./class-names.ts";

interface FileDropProps {
  /** Media types. */
  accept: string;
  isDisabled?: boolean;
  isMultiple?: boolean;
  onFile: (file: File) => void;
  /** `choose` opens the file dialog, for a button. */
  children: (choose: () => void) => ReactNode;
}

export function FileDrop({ accept, isDisabled, isMultiple, onFile, children }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const take = (files: FileList | null) => {
    if (isDisabled) return;
    for (const file of [...(files ?? [])].slice(0, isMultiple ? undefined : 1)) onFile(file);
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
        multiple={isMultiple}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // Allows choosing the same file again.
          currentTarget.value = "";
        }}
      />
      {children(() => input.current?.click())}
    </div>
  );
}
