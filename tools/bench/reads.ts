import { Client } from "pg";
import { connectDatabase } from "#server/platform/db/connect.ts";
import { pgOptions } from "#server/platform/db/database-address.ts";
import { asSuperuser, createTestCluster, templateDatabase } from "#tests/support/test-cluster.ts";
import { clubReads } from "./support/club-reads.ts";
import { compareReads } from "./support/compare-reads.ts";
import type { BenchPart } from "./support/figure.ts";
import { fillClub } from "./support/fill-club.ts";

/** What each GET costs in a club that has grown: its statements under its caller's rights, without HTTP. */
export const reads: BenchPart = {
  title: "Reads among many members, in ratio to 1,000",
  async measure({ isQuick }) {
    const cluster = await createTestCluster();
    const clubs: Awaited<ReturnType<typeof openClub>>[] = [];
    try {
      const small = await openClub(cluster.owner, 1000);
      clubs.push(small);
      const large = await openClub(cluster.owner, isQuick ? 20_000 : 100_000);
      clubs.push(large);
      return await compareReads(small.reads, large.reads, isQuick);
    } finally {
      for (const club of clubs) await club.close();
      await cluster.stop();
    }
  },
};

async function openClub(owner: Awaited<ReturnType<typeof createTestCluster>>["owner"], members: number) {
  const database = `club_of_${members}`;
  await asSuperuser(owner, `create database ${database} owner ${owner.user} template ${templateDatabase}`);
  const address = { ...owner, database };
  const client = new Client(pgOptions(address));
  await client.connect();
  await fillClub(client, { members, submissions: members / 10, invitations: members });
  await client.end();
  const connection = connectDatabase(address, 1);
  return { reads: await clubReads(connection), close: connection.close };
}
