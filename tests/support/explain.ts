import type { KyselyPlugin, RootOperationNode, Transaction } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";

/** EXPLAIN output for the queries of `run`, which are executed too. */
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
    // Code that needs a row fails, since EXPLAIN returns none.
    if (plans.length === 0) throw error;
  });
  return plans.join("\n");
}

function explained(node: RootOperationNode): RootOperationNode {
  if (node.kind !== "RawNode") return { ...node, explain: { kind: "ExplainNode", options: undefined } } as never;
  const [first, ...rest] = node.sqlFragments;
  return { ...node, sqlFragments: [`explain ${first}`, ...rest] };
}

/** Tables with a sequential scan. */
export const scannedTables = (plan: string): string[] => [
  ...new Set([...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table ?? "")),
];
