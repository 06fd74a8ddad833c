import type { KyselyPlugin, RootOperationNode, Transaction } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";

/** How PostgreSQL would go about the queries that `run` sends, with the rights of its transaction. They are run as well. */
export async function plansOf(tx: Transaction<DB>, run: (tx: Transaction<DB>) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  const explain: KyselyPlugin = {
    transformQuery: ({ node }) => explained(node),
    transformResult: async ({ result }) => {
      plans.push(...result.rows.map((row) => String(row["QUERY PLAN"])));
      return { ...result, rows: [] };
    },
  };
  await run(tx.withPlugin(explain)).catch((error) => {
    // Whoever needs a row finds none in a plan.
    if (plans.length === 0) throw error;
  });
  return plans.join("\n");
}

function explained(node: RootOperationNode): RootOperationNode {
  if (node.kind !== "RawNode") return { ...node, explain: { kind: "ExplainNode", options: undefined } } as never;
  const [first, ...rest] = node.sqlFragments;
  return { ...node, sqlFragments: [`explain ${first}`, ...rest] };
}

/** The tables that a plan reads from end to end. */
export const scannedTables = (plan: string): string[] => [
  ...new Set([...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table ?? "")),
];
