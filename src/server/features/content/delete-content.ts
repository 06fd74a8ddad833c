import type { Caller } from "../../context.ts";
import { getContent, pageRequired } from "./get-content.ts";

export function deleteContent({ dependencies, actor }: Caller, id: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const item = await getContent(tx, actor, id);
    if (item.kind === "page") throw pageRequired();
    await tx.deleteFrom("content_items").where("id", "=", id).execute();
    effects.audit("content_deleted", id, { kind: item.kind, title: item.title });
    return item;
  });
}

/** All but pages, which the site links to, and what has an edited draft. @returns how many. */
export function removeExamples({ dependencies, actor }: Caller): Promise<number> {
  return dependencies.asActor(actor, async (tx, effects) => {
    const removed = await tx
      .deleteFrom("content_items")
      .where("is_example", "=", true)
      .where("revision", "=", 1)
      .where("kind", "<>", "page")
      .returning(["id", "kind", "title"])
      .execute();
    for (const { id, kind, title } of removed) effects.audit("content_deleted", id, { kind, title });
    return removed.length;
  });
}
