import type { ToDo } from "#shared/waiting-counts/to-do.ts";
import { toDoMessages as messages, tellToDo } from "#shared/waiting-counts/to-do-words.ts";
import { NothingToDo, type ToDoEntry, ToDoRows } from "./to-do-rows.tsx";

export function ToDoList({ items }: Pick<ToDo, "items">) {
  return (
    <section aria-labelledby="to-do">
      <div className="to-do-head">
        <h2 id="to-do" className="d4">
          {messages.toDo}
        </h2>
        {items.length > 0 && <p className="note num">{items.length}</p>}
      </div>
      {items.length > 0 ? <ToDoRows entries={items.map(entryOfItem)} /> : <NothingToDo title={messages.nothing} />}
    </section>
  );
}

const entryOfItem = (item: ToDo["items"][number]): ToDoEntry => ({
  ...tellToDo(item),
  key: `${item.kind} ${item.subject_id}`,
  by: item.by,
});
