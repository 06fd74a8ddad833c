import { Client } from "pg";
import { dealStateLabels } from "#shared/deals/deal-messages.ts";
import { shortMoment } from "#shared/london-time.ts";
import { migrationLock, readSchemaFiles, rolledBack } from "../../platform/db/apply-schema.ts";
import { type DatabaseAddress, pgOptions } from "../../platform/db/database-address.ts";
import { reachClub } from "../backup/connect-source.ts";
import type { CommandContext } from "../backup/operator-command.ts";

/** `npm run upgrade-preview`: what each running deal is after the upgrade, of which nothing stays. */
export async function previewUpgrade({ settings, options, root }: CommandContext): Promise<string> {
  const { address, leave } = await reachClub(settings, options.sample === true);
  try {
    return await describeUpgrade(address, root);
  } finally {
    await leave();
  }
}

interface RunningDeal {
  name: string;
  state: keyof typeof dealStateLabels;
  panel: { name: string; signs_from: string | null }[];
  lists: { kind: "offer" | "closing"; state: string }[];
}

/** @throws UnknownSchemaError for a database that this version cannot take over. */
export async function describeUpgrade(address: DatabaseAddress, root: string): Promise<string> {
  const client = new Client(pgOptions(address));
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    const read = async () => (await client.query<RunningDeal>(running)).rows;
    const deals = await rolledBack(client, readSchemaFiles(root), read);
    const lines = deals.map(describe);
    return [
      "Nothing was changed. This is what the upgrade makes of the deals that run:",
      lines.length === 0 ? "No deal runs." : lines.join("\n"),
    ].join("\n\n");
  } finally {
    await client.end();
  }
}

const running = `
  select c.name || ', ' || d.name as name, d.state,
         coalesce((select json_agg(json_build_object('name', p.name, 'signs_from', p.signs_from) order by p.id) from deal_panel p
                    where p.version_id = (select v.id from deal_versions v where v.deal_id = d.id and v.approved_at is not null
                                           order by v.number desc limit 1)), '[]') as panel,
         coalesce((select json_agg(json_build_object('kind', a.kind, 'state', a.state) order by a.number) from acts a
                    where a.deal_id = d.id and a.state in ('prepared', 'waiting', 'signed')), '[]') as lists
    from deals d join companies c on c.id = d.company_id
   where d.state in ('preparing', 'approved', 'released', 'closing') order by c.name, d.name`;

function describe({ name, state, panel, lists }: RunningDeal): string {
  const start = `${name} (${dealStateLabels[state]}):`;
  if (state === "preparing") return `${start} two sign its offer in place of an approval.`;
  if (panel.length < 2)
    return `${start} blocked: ${panel[0] ? `only ${panel[0].name} can` : "nobody can"} sign for its money. Make a second admin.`;
  const from = panel.flatMap(({ signs_from }) => signs_from ?? []).sort()[0];
  const when = from && Date.parse(from) > Date.now() ? `, from ${shortMoment(from)}` : "";
  const who = `${panel.map((person) => person.name).join(", ")} sign for its money${when}.`;
  return [start, who, ...lists.map(({ kind, state: of }) => `Its ${kind} list is ${of}.`)].join(" ");
}
