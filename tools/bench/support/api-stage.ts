import { sampleAccounts } from "#server/sample/sample-club.ts";
import { connectTo } from "#tests/ops/support/database.ts";
import { directoryTransaction } from "./directory-transaction.ts";
import { type LargeClub, runLargeClub } from "./large-club.ts";
import type { Load } from "./load.ts";
import type { Target } from "./measure-load.ts";
import { type Operation, readOperations } from "./operations.ts";
import { signInOperation, submissionLoads } from "./write-loads.ts";

export interface ApiStage {
  /** As it stands beside a figure. */
  name: string;
  club: LargeClub;
  target: Target;
  reads: readonly Operation[];
  signIn: Operation;
  /** One for each round, and one to warm up with. */
  submissions: readonly Load[];
  /** For pgbench. */
  transaction: string;
  stop(): Promise<void>;
}

interface Options {
  members: number;
  rounds: number;
  submissionsPerConnection: number;
}

/** A club with so many members, and what is to be sent to it. */
export async function openStage({ members, rounds, submissionsPerConnection }: Options): Promise<ApiStage> {
  const club = await runLargeClub({ members, submissions: members / 100, invitations: members / 10 });
  const { url, nodePid, serverPid } = club;
  return {
    name: `${members.toLocaleString("en-GB")} members`,
    club,
    target: { urls: [url], nodePids: [nodePid], serverPids: [serverPid] },
    reads: await readOperations(club),
    signIn: await signInOperation(club),
    submissions: await submissionLoads(club, rounds + 1, submissionsPerConnection),
    transaction: await directoryTransaction(club.database, await sampleMemberId(club)),
    stop: club.stop,
  };
}

async function sampleMemberId({ database }: LargeClub): Promise<string> {
  const owner = await connectTo(database);
  const { rows } = await owner.query("select id from auth.users where email = $1", [sampleAccounts.member.email]);
  await owner.end();
  return rows[0].id;
}
