import { sampleAccounts } from "#server/sample/sample-club.ts";
import { signIn } from "#tests/ops/support/visitor.ts";
import { connectionsPerProcess, type Load, type Measured, sendLoad } from "../../load/send-load.ts";
import type { BenchPart, Figure } from "../support/figure.ts";
import { rareMember } from "../support/fill-club.ts";
import { hasCpuTime } from "../support/process-usage.ts";
import { Samples } from "../support/samples.ts";
import { type Club, withClub } from "../support/with-club.ts";

const rounds = 3;
const answers = 3 * connectionsPerProcess;
const members = { few: 1000, many: 100_000 };
const rareName = encodeURIComponent(rareMember);

/** Under /api, as the sample club's member and as its admin; of those with a "+" the second page. */
const asked = {
  member: `session account member-profile-submissions/me member-profiles/me member-profiles/filters
    member-profiles member-profiles+ member-profiles?expertise=pricing member-profiles?expertise=climate%2017
    member-profiles?location=z%C3%BCrich member-profiles?q=founders member-profiles?q=lindqvist member-profiles?q=lindqvist+
    member-profiles?q=nair%20kestrel member-profiles?q=${rareName} member-profiles?q=bicycle
    member-profiles?q=lindqvist%20abara member-profiles?q=ju member-profiles?q=zq member-profiles?q=%25
    member-profiles?q=tw member-profiles?q=ju%20z%C3%BC%20ab member-profiles?q=lindqvist&expertise=pricing&location=bristol`,
  admin: `waiting-counts pictures pictures?sort=created_at&order=desc pictures?sort=size_bytes&order=desc
    deletion-requests member-profile-submissions member-profile-submissions+ member-profile-submissions?status=pending
    member-profile-submissions?status=rejected membership-requests?status=pending membership-requests?status=decided
    membership-requests?status=decided+ invitations invitations+ invitations?state=unused invitations?state=used
    invitations?state=expired invitations?q=large invitations?q=guest-731%40 invitations?q=bicycle invitations?q=zq
    invitations?state=used&q=-99 audit-events audit-events+ audit-events?kind=signed_in
    audit-events?kind=admin_role_taken audit-events/people?q=lindqvist audit-events/people?q=${rareName}
    audit-events/people?q=bicycle user-roles/admins user-roles/admin-candidates?q=lindqvist
    user-roles/admin-candidates?q=${rareName} user-roles/admin-candidates?q=bicycle`,
};
/** They count what there is, and in a large club there is more of it. */
const counting = /waiting-counts|pictures/;

export const reads: BenchPart = {
  title: `Reads: PostgreSQL's time for an answer at ${members.many} members ÷ ${members.few}`,
  measure: () => withClub(sizeOf(members.few), (few) => withClub(sizeOf(members.many), (many) => compare(few, many))),
};

const sizeOf = (members: number) => ({ members, submissions: members / 10, invitations: members });

async function compare(few: Club, many: Club): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [who, paths] of Object.entries(asked) as ["member" | "admin", string][]) {
    const cookies = {
      few: await signIn(few.url, sampleAccounts[who]),
      many: await signIn(many.url, sampleAccounts[who]),
    };
    for (const path of paths.split(/\s+/)) {
      const loads = { few: await loadOf(few, path, cookies.few), many: await loadOf(many, path, cookies.many) };
      const samples = new Samples();
      for (let round = -1; round < rounds; round++) {
        const taken = {
          few: await sendLoad(few, loads.few, { answers }),
          many: await sendLoad(many, loads.many, { answers }),
        };
        if (round < 0) continue; // Warmed up.
        samples.add("few", taken.few);
        samples.add("many", taken.many);
      }
      figures.push(figureOf(`${who}: ${path}`, samples));
    }
  }
  return figures;
}

async function loadOf({ url }: Club, path: string, cookie: string): Promise<Load> {
  const first = `/api/${path.replace(/\+$/, "")}`;
  const load = (address: string): Load => ({ calls: [{ path: address, headers: { cookie } }], status: 200 });
  if (first === `/api/${path}`) return load(first);
  const answer = await fetch(`${url}${first}`, { headers: { cookie } });
  const { next_cursor } = (await answer.json()) as { next_cursor: string };
  return load(`${first}${first.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(next_cursor)}`);
}

/** The time of a core, since the answer's also waits for Node and HTTP, which do not grow. */
function figureOf(name: string, samples: Samples): Figure {
  const time = hasCpuTime ? ({ cpu }: Measured) => cpu.postgres : ({ p50 }: Measured) => p50;
  const [few, many] = ["few", "many"].map((club) => samples.median(club, time).toFixed(2));
  return {
    name,
    value: samples.ratio("many", "few", time),
    unit: "×",
    ...(!counting.test(name) && { goal: { atMost: 1.3 } }),
    note: `${few} ms, ${many} ms`,
  };
}
