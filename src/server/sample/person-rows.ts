import { randomUUID } from "node:crypto";

export interface PersonInput {
  id?: string;
  email?: string;
  full_name?: string;
  email_verified?: boolean;
  /** Better Auth's hash; without one the person cannot sign in by password. */
  password_hash?: string;
  status?: "pending" | "approved" | "rejected";
  is_admin?: boolean;
  /** Of an admin; long ago, so that they are standing, by default. */
  announced_at?: Date;
  created_at?: Date;
  /** When the membership was decided on; when they registered, by default. */
  decided_at?: Date;
  /** This person decided on the membership; nobody by default. */
  decided_by?: string | null;
}

/** Fills in whatever a test or the sample does not care about. */
export function completePerson(input: PersonInput) {
  const { created_at = new Date(), status = "approved" } = input;
  return {
    id: input.id ?? randomUUID(),
    email: input.email ?? `person-${randomUUID()}@members.example`,
    full_name: input.full_name ?? "Robin Ashdown",
    email_verified: input.email_verified ?? true,
    password_hash: input.password_hash ?? null,
    is_admin: input.is_admin ?? false,
    announced_at: input.announced_at ?? new Date("2020-01-01T12:00:00Z"),
    status,
    created_at,
    decided_at: status === "pending" ? null : (input.decided_at ?? created_at),
    decided_by: input.decided_by ?? null,
  };
}

type CompletePerson = ReturnType<typeof completePerson>;

export const userOf = ({ id, email, full_name, email_verified, created_at }: CompletePerson) => ({
  id,
  email,
  name: full_name,
  email_verified,
  created_at,
  updated_at: created_at,
});

export const accountOf = ({ id, password_hash, created_at }: CompletePerson) => ({
  user_id: id,
  account_id: id,
  provider_id: "credential",
  password: password_hash,
  created_at,
  updated_at: created_at,
});

export function rolesOf({ id, status, is_admin, created_at, decided_at, decided_by }: CompletePerson) {
  const asked = { user_id: id, requested_at: created_at, created_at };
  const member = { ...asked, role: "member" as const, status, approved_at: decided_at, approved_by: decided_by };
  const admin = { ...asked, role: "admin" as const, status: "approved" as const, approved_at: created_at };
  return is_admin ? [member, admin] : [member];
}

export function signatoryOf({ id, is_admin, announced_at }: CompletePerson) {
  const at = { proposed_at: announced_at, confirmed_at: announced_at, announced_at, told_at: announced_at };
  return is_admin ? [{ user_id: id, capacity: "admin" as const, origin: "taken_over" as const, ...at }] : [];
}
