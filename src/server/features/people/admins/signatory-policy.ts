import type { Signatory } from "#shared/people/signatories.ts";
import type { Policy } from "../../../platform/http/policy.ts";

export interface SignatoryRow {
  capacity: Signatory["capacity"];
  confirmed_at: Date | null;
  end_proposed_at: Date | null;
  standing_since: Date | null;
  is_first_admin: boolean;
  is_own: boolean;
  is_told: boolean;
  has_own_objection: boolean;
  /** Why its reader cannot confirm that it begins. */
  refusal: string | null;
  /** Or that it ends. */
  end_refusal: string | null;
}

export const signatoryPolicy: Policy<SignatoryRow, keyof Signatory["can"]> = ({ isAdmin }, row) => {
  const isConfirmed = row.confirmed_at !== null;
  const isEnding = row.end_proposed_at !== null;
  const isRemovable = !row.is_own && !(row.capacity === "admin" && row.is_first_admin);
  return {
    confirm: !isConfirmed && row.refusal === null,
    refuse: isAdmin && !isConfirmed,
    propose_end: isAdmin && isConfirmed && !isEnding && isRemovable,
    confirm_end: isEnding && row.end_refusal === null,
    withdraw_end: isAdmin && isEnding && !row.is_own,
    object: isConfirmed && row.is_told && !row.is_own && row.standing_since === null && !row.has_own_objection,
    withdraw_objection: row.has_own_objection,
  };
};
