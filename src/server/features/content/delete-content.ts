import type { Caller } from "../../context.ts";
import { getContent, pageRequired } from "./get-content.ts";
import { keepingAnswered } from "./keeping-answered.ts";

export function deleteContent({ dependencies, actor }: Caller, id: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const item = await getContent(tx, actor, id);
    if (item.kind === "page") throw pageRequired();
    await keepingAnswered(tx.deleteFrom("content_items").where("id", "=", id).execute());
    effects.audit("content_deleted", id, { kind: item.kind, title: item.title });
    return item;
  });
}
