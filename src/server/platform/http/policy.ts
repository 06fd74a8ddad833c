import type { List } from "#shared/lists.ts";

/** Who asks, with the rights that the database gives their session. */
export interface PolicyActor {
  userId: string | null;
  isAdmin: boolean;
  isMember: boolean;
}

/** Whether each action would change the record, were this actor to ask for it now. It only tells; the database decides. */
export type Policy<Row, Action extends string> = (actor: PolicyActor, row: Row) => Record<Action, boolean>;

export const withCan = <Row, Given extends Row, Action extends string>(
  policy: Policy<Row, Action>,
  actor: PolicyActor,
  row: Given,
) => ({ ...row, can: policy(actor, row) });

export const pageWithCan = <Row, Given extends Row, Action extends string>(
  policy: Policy<Row, Action>,
  actor: PolicyActor,
  { items, next_cursor }: List<Given>,
) => ({ items: items.map((row) => withCan(policy, actor, row)), next_cursor });
