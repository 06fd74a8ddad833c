import { sql, type Transaction } from "kysely";
import { collectData } from "#server/auth/account/export/collect-data.ts";
import { listSubmissionViews } from "#server/auth/account/list-submission-views.ts";
import { findSession } from "#server/auth/sessions/current-session.ts";
import { findAuditPeople, listAuditEvents } from "#server/features/audit/queries.ts";
import { listDeletionRequests } from "#server/features/deletion-requests/queries.ts";
import { listInvitations } from "#server/features/invitations/list-invitations.ts";
import { listMembershipRequests } from "#server/features/membership-requests/queries.ts";
import { findAdminCandidates, listAdmins } from "#server/features/people/admins/queries.ts";
import { findPicture, listPictures } from "#server/features/pictures/queries.ts";
import { directoryFilters, directoryPage, findProfileOf, getProfile } from "#server/features/profiles/queries.ts";
import { findSubmissionOf } from "#server/features/profiles/submissions/queries.ts";
import { listReviews } from "#server/features/profiles/submissions/reviews.ts";
import { countWaiting } from "#server/features/waiting-counts/queries.ts";
import { createAsActor } from "#server/platform/db/as-actor.ts";
import type { Database, DatabaseConnection } from "#server/platform/db/connect.ts";
import type { DB } from "#server/platform/db/database.generated.ts";
import { createFileStore } from "#server/platform/files/file-store.ts";
import { buildAdmin, buildMember, buildPicture } from "#server/sample/builders.ts";
import { pictureListQuerySchema } from "#shared/pictures.ts";
import { directoryQuerySchema } from "#shared/profiles.ts";
import { noQueue } from "#tests/support/no-queue.ts";

/** What a GET of the API asks the database for, as its route does: with the caller's rights. */
export type ClubReads = Readonly<Record<string, () => Promise<unknown>>>;

type Page = { next_cursor: string | null };

/** Every GET that reads rows, for a member and an admin that are made for it in a club that `fillClub` filled. */
export async function clubReads({ db, readAs }: DatabaseConnection): Promise<ClubReads> {
  const now = new Date();
  const member = await buildMember(db, { full_name: "Una Thistlewood", created_at: new Date("2020-01-01") });
  const admin = await buildAdmin(db);
  const picture = await buildPicture(db, member.id);
  const token = await sessionTokenOf(db);
  const asActor = createAsActor(db, noQueue);
  type Work<Result> = (tx: Transaction<DB>) => Promise<Result>;
  const forMember = readAs({ userId: member.id });
  const asAdmin = <Result>(work: Work<Result>) => asActor({ userId: admin.id }, work);

  const directory = (query: object) => () => directoryPage(forMember, directoryQuerySchema.parse(query));
  const laterDirectory = async (query: object) => directory({ ...query, cursor: cursorIn(await directory(query)()) });
  const list =
    <const Query extends object>(
      read: (tx: Transaction<DB>, query: Query & typeof page) => Promise<Page>,
      query: Query,
    ) =>
    (cursor?: string) =>
      asAdmin((tx) => read(tx, { ...query, ...page, ...(cursor && { cursor }) }));
  const invitations = (query: object) => list((tx, asked) => listInvitations(tx, asked, now), query);
  const later = async (read: (cursor?: string) => Promise<Page>) => {
    const { next_cursor } = await read();
    return () => read(next_cursor ?? undefined);
  };

  const files = createFileStore(db, { error: console.error }, {});

  return {
    session: () => findSession({ db, readAs, now: () => now }, { token }),
    "account: who looked at a submission": () => listSubmissionViews(db, member.id),
    "account: one's own data": () => db.transaction().execute((tx) => collectData(tx, member.id, files)),
    directory: directory({}),
    "directory: a later page": await laterDirectory({}),
    "directory: a skill that many have": directory({ expertise: "pricing" }),
    "directory: a skill that few have": directory({ expertise: "climate 17" }),
    "directory: a place": directory({ location: "zürich" }),
    "directory: a word that everybody has": directory({ q: "founders" }),
    "directory: a name that many have": directory({ q: "lindqvist" }),
    "directory: a later page of that name": await laterDirectory({ q: "lindqvist" }),
    "directory: a name and a company": directory({ q: "nair kestrel" }),
    "directory: a name that one has": directory({ q: "una thistlewood" }),
    "directory: a word that nobody has": directory({ q: "bicycle" }),
    "directory: two names that nobody has together": directory({ q: "lindqvist abara" }),
    "directory: a word, a skill and a place": directory({ q: "lindqvist", expertise: "pricing", location: "bristol" }),
    "directory: two letters that many have": directory({ q: "ju" }),
    "directory: two letters that nobody has": directory({ q: "zq" }),
    "directory: one letter that few have": directory({ q: "%" }),
    "directory: two letters in one name": directory({ q: "tw" }),
    "directory: short words that nobody has together": directory({ q: "ju zü ab" }),
    "directory: its filters": () => directoryFilters(forMember),
    profile: () => getProfile(forMember, member.profile.id),
    "profile: one's own": () => findProfileOf(forMember, member.id),
    "submission: one's own": () => findSubmissionOf(forMember, member.id),
    picture: async () => {
      const file = await files.open(forMember, (await findPicture(forMember, picture.id))?.file_id ?? "");
      return file?.read().next();
    },
    pictures: () => asAdmin((tx) => listPictures(tx, pictureListQuerySchema.parse({}))),
    "pictures: newest first": () =>
      asAdmin((tx) => listPictures(tx, pictureListQuerySchema.parse({ sort: "created_at", order: "desc" }))),
    "pictures: largest first": () =>
      asAdmin((tx) => listPictures(tx, pictureListQuerySchema.parse({ sort: "size_bytes", order: "desc" }))),
    "waiting counts": () => countWaiting(readAs({ userId: admin.id }), now),
    submissions: list(listReviews, {}),
    "submissions: a later page": await later(list(listReviews, {})),
    "submissions: pending": list(listReviews, { status: "pending" }),
    "submissions: rejected": list(listReviews, { status: "rejected" }),
    "requests: pending": list(listMembershipRequests, { status: "pending" }),
    "requests: decided": list(listMembershipRequests, { status: "decided" }),
    "requests: a later page of decided ones": await later(list(listMembershipRequests, { status: "decided" })),
    invitations: invitations({}),
    "invitations: a later page": await later(invitations({})),
    "invitations: unused": invitations({ state: "unused" }),
    "invitations: used": invitations({ state: "used" }),
    "invitations: expired": invitations({ state: "expired" }),
    "invitations: part of every e-mail": invitations({ q: "large" }),
    "invitations: part of one e-mail": invitations({ q: "guest-731@" }),
    "invitations: part of no e-mail": invitations({ q: "bicycle" }),
    "invitations: two letters of no e-mail": invitations({ q: "zq" }),
    "invitations: used, part of few e-mails": invitations({ q: "-99", state: "used" }),
    audit: list(listAuditEvents, {}),
    "audit: a later page": await later(list(listAuditEvents, {})),
    "audit: a kind": list(listAuditEvents, { kind: "signed_in" as const }),
    "audit: a kind that never happened": list(listAuditEvents, { kind: "admin_role_taken" as const }),
    "audit: a person": list(listAuditEvents, { person: member.id }),
    "audit: a person and a kind": list(listAuditEvents, { person: member.id, kind: "signed_in" as const }),
    "audit: people by a name of many": () => asAdmin((tx) => findAuditPeople(tx, "lindqvist")),
    "audit: people by a name of one": () => asAdmin((tx) => findAuditPeople(tx, "una thistlewood")),
    "audit: people by a word of nobody": () => asAdmin((tx) => findAuditPeople(tx, "bicycle")),
    admins: list(listAdmins, {}),
    "admin candidates: a name of many": list(findAdminCandidates, { q: "lindqvist" }),
    "admin candidates: a name of one": list(findAdminCandidates, { q: "una thistlewood" }),
    "admin candidates: a word of nobody": list(findAdminCandidates, { q: "bicycle" }),
    "deletion requests": list(listDeletionRequests, {}),
  };
}

const page = { limit: 24 };

const cursorIn = (json: string): string | undefined => JSON.parse(json).next_cursor ?? undefined;

async function sessionTokenOf(db: Database): Promise<string> {
  const { rows } = await sql<{ token: string }>`select token from auth.sessions limit 1`.execute(db);
  return rows[0]?.token ?? "";
}
