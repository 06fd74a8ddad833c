import { type Editor, useEditorState } from "@tiptap/react";
import { type KeyboardEvent, useRef, useState } from "react";
import { editorMessages as messages } from "#shared/rich-text-editor-messages.ts";
import { contextTools, type DialogName, type ToolOrDialog, tools } from "./tools.ts";

interface ToolbarProps {
  editor: Editor | null;
  /** Of the text it belongs to. */
  controls: string;
  onDialog: (name: DialogName) => void;
}

/** One stop for Tab; arrow keys, Home and End move inside, as in any toolbar. */
export function Toolbar({ editor, controls, onDialog }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string>(tools[0]?.name ?? "");
  const state = useEditorState({ editor, selector: ({ editor }) => toolState(editor) });
  const shown: ToolOrDialog[] = [...tools, ...(editor ? contextTools(editor) : [])];
  const stop = shown.some(({ name }) => name === current) ? current : shown[0]?.name;

  const move = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll("button") ?? [])];
    const place = buttons.indexOf(event.target as HTMLButtonElement);
    const to = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons.at(to % buttons.length)?.focus();
  };
  const press = (tool: ToolOrDialog) => {
    if (!editor) return;
    if ("dialog" in tool) onDialog(tool.dialog);
    else tool.run(editor);
  };
  return (
    <div
      className="editor-tools"
      role="toolbar"
      aria-label={messages.toolbar}
      aria-controls={controls}
      ref={bar}
      onKeyDown={move}
    >
      {shown.map((tool) => (
        <button
          key={tool.name}
          type="button"
          className="editor-tool"
          tabIndex={tool.name === stop ? 0 : -1}
          aria-pressed={tool.isOn && !("dialog" in tool) ? state?.on.includes(tool.name) === true : undefined}
          aria-haspopup={"dialog" in tool ? "dialog" : undefined}
          data-on={state?.on.includes(tool.name) || undefined}
          aria-disabled={state?.off.includes(tool.name) || undefined}
          onFocus={() => setCurrent(tool.name)}
          // The text keeps its selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => press(tool)}
        >
          {messages.tools[tool.name]}
        </button>
      ))}
    </div>
  );
}

function toolState(editor: Editor | null) {
  if (!editor) return null;
  const context = contextTools(editor);
  const on = [...tools, ...context].filter(({ isOn }) => isOn?.(editor)).map(({ name }) => name);
  const off = [...(editor.can().undo() ? [] : ["undo"]), ...(editor.can().redo() ? [] : ["redo"])];
  return { on, off, context: context.map(({ name }) => name) };
}
