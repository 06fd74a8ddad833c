import { type Editor, useEditorState } from "@tiptap/react";
import { type KeyboardEvent, useRef, useState } from "react";
import { editorMessages as messages } from "#shared/content/rich-text-editor-messages.ts";
import { contextGroups, type DialogName, moreTools, type ToolGroup, type ToolOrDialog, tools } from "./tools.ts";

interface ToolbarProps {
  editor: Editor | null;
  /** Of the text it belongs to. */
  controls: string;
  onDialog: (name: DialogName) => void;
}

/** One stop for Tab; arrow keys, Home and End move inside, as in any toolbar. */
export function Toolbar({ editor, controls, onDialog }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState("");
  const [isShowingMore, setShowingMore] = useState(false);
  const state = useEditorState({ editor, selector: ({ editor }) => toolState(editor) });
  const groups: ToolGroup[] = editor ? [...contextGroups(editor)] : [];
  const shown = [...tools, ...(isShowingMore ? moreTools : []), ...groups.flatMap((group) => group.tools)];
  const isShown = current === moreName || shown.some(({ name }) => name === current);
  const stop = isShown ? current : shown[0]?.name;
  const isMoreOn = moreTools.some(({ name }) => state?.on.includes(name));

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
  const button = (tool: ToolOrDialog, label: string = messages.tools[tool.name]) => (
    <button
      key={tool.name}
      type="button"
      className="editor-tool"
      tabIndex={tool.name === stop ? 0 : -1}
      aria-label={label === messages.tools[tool.name] ? undefined : label}
      aria-pressed={tool.isOn && !("dialog" in tool) ? state?.on.includes(tool.name) === true : undefined}
      aria-haspopup={"dialog" in tool ? "dialog" : undefined}
      data-on={state?.on.includes(tool.name) || undefined}
      aria-disabled={state?.off.includes(tool.name) || undefined}
      onFocus={() => setCurrent(tool.name)}
      onMouseDown={keepSelection}
      onClick={() => press(tool)}
    >
      {messages.tools[tool.name]}
    </button>
  );
  return (
    <div className="editor-tools" role="toolbar" aria-label="Text" aria-controls={controls} ref={bar} onKeyDown={move}>
      <div className="editor-tool-row">
        {tools.map((tool) => button(tool))}
        <button
          type="button"
          className="editor-tool"
          tabIndex={stop === moreName ? 0 : -1}
          aria-expanded={isShowingMore}
          data-on={(isMoreOn && !isShowingMore) || undefined}
          onFocus={() => setCurrent(moreName)}
          onMouseDown={keepSelection}
          onClick={() => setShowingMore(!isShowingMore)}
        >
          More
        </button>
      </div>
      {isShowingMore && <div className="editor-tool-row">{moreTools.map((tool) => button(tool))}</div>}
      {groups.length > 0 && (
        <div className="editor-tool-row">
          {groups.map(({ name, tools }) => (
            <div key={name} className="editor-tool-group">
              <span>{messages.groups[name]}</span>
              {tools.map((tool) => button(tool, `${messages.groups[name]}: ${messages.tools[tool.name]}`))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

const moreName = "more";

/** Of the text, which a press would take the focus from. */
const keepSelection = (event: { preventDefault: () => void }) => event.preventDefault();

function toolState(editor: Editor | null) {
  if (!editor) return null;
  const groups = contextGroups(editor);
  const every = [...tools, ...moreTools, ...groups.flatMap((group) => group.tools)];
  const on = every.filter(({ isOn }) => isOn?.(editor)).map(({ name }) => name);
  const off = [...(editor.can().undo() ? [] : ["undo"]), ...(editor.can().redo() ? [] : ["redo"])];
  return { on, off, context: groups.map(({ name }) => name) };
}
