import { sampleAccounts } from "#server/sample/sample-club.ts";
import { connectTo } from "#tests/ops/support/database.ts";
import type { LargeClub } from "./large-club.ts";
import type { Call, Load } from "./load.ts";
import { connectionCount, directoryPath, documentCalls, type Operation } from "./operations.ts";
import { addWriters } from "./writers.ts";

const signInConnections = 4;

/** A few at a time, since each hashes a password; by all sample people in turn, since one may sign in 30 times. */
export async function signInOperation(club: LargeClub): Promise<Operation> {
  const owner = await connectTo(club.database);
  const { rows } = await owner.query<{ email: string }>(
    `select email from auth.users u where email_verified
        and exists (select from auth.accounts a where a.user_id = u.id and a.password is not null) order by email`,
  );
  await owner.end();
  const { password } = sampleAccounts.member;
  const calls = rows.map(({ email }) => writeCall(club.url, "POST", "/api/auth/sign-in/email", { email, password }));
  const each = Math.floor(calls.length / signInConnections);
  const connections = Array.from({ length: signInConnections }, (_, n) => calls.slice(n * each, (n + 1) * each));
  return { name: "sign-in", load: { status: 200, connections } };
}

/** Loads of first submissions, each by other people, since everybody may submit once. */
export async function submissionLoads(club: LargeClub, loads: number, callsPerConnection: number): Promise<Load[]> {
  const owner = await connectTo(club.database);
  const cookies = await addWriters(owner, club, loads * connectionCount * callsPerConnection);
  await owner.query("vacuum analyze");
  await owner.end();
  const submit = (cookie: string) =>
    writeCall(club.url, "POST", "/api/member-profile-submissions/me", submission, { cookie });
  return Array.from({ length: loads }, () => ({
    status: 201,
    connections: Array.from({ length: connectionCount }, () => cookies.splice(0, callsPerConnection).map(submit)),
  }));
}

/** An admin who invites people, each once: every invitation leaves an audit row and a mail in the queue. */
export function invitationLoad(url: string, cookie: string, count: number): Load {
  const calls = Array.from({ length: count }, (_, index) =>
    writeCall(url, "POST", "/api/invitations", { email: `invited-${index}@large.example` }, { cookie }),
  );
  const each = count / 4;
  return { status: 201, connections: [0, 1, 2, 3].map((turn) => calls.slice(turn * each, (turn + 1) * each)) };
}

/** What members do in turns, one write among some reads. */
export function mixedCalls(url: string, cookie: string): readonly Call[] {
  const read = (path: string): Call => ({ path, headers: { cookie } });
  return [
    read(directoryPath),
    read("/api/session"),
    read(`${directoryPath}?q=lindqvist`),
    read(`${directoryPath}/me`),
    documentCalls.home,
    writeCall(url, "PUT", `${directoryPath}/me`, submission, { cookie }),
  ];
}

/** As long as people write: three lines about themselves, two skills, and a link. */
const submission = {
  full_name: "Wren Fairweather",
  position: "Founder",
  company: "Fathom 12",
  location: "Leeds",
  bio: "Built a company in Leeds, sold it, and now backs people who do the same. Asks about churn first.",
  services_offered: "Two hours a month for founders who price for the first time.",
  expertise: ["Pricing", "B2B SaaS"],
  linkedin_url: "https://www.linkedin.example/in/wren",
};

const writeCall = (url: string, method: "POST" | "PUT", path: string, body: object, headers = {}): Call => ({
  method,
  path,
  headers: { origin: url, "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});
