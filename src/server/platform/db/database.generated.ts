// Written by `npm run database-types` from the schema.

import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Int8 = ColumnType<number, bigint | number | string, bigint | number | string>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Numeric = ColumnType<string, number | string, number | string>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AccountBelongings {
  commitments: Json;
  holdings: Json;
  needed_until: string | null;
  user_id: string;
}

export interface ActList {
  answerers: string[] | null;
  call_backs_needed: string[] | null;
  company_name: string;
  content: string;
  content_sha256: string;
  deal_id: string;
  deal_name: string;
  ended_at: Timestamp | null;
  ended_because: string | null;
  expires_at: Timestamp | null;
  id: string;
  is_stale: boolean;
  is_stopped: boolean;
  is_whole: boolean;
  kind: "offer" | "closing";
  number: number;
  own_numbers: number[];
  prepared_at: Timestamp;
  prepared_by: string | null;
  prepared_by_name: string;
  refusal: string | null;
  second_obstacle: Json | null;
  signed_at: Timestamp | null;
  state: "prepared" | "waiting" | "signed" | "executed" | "replaced" | "withdrawn" | "expired";
  takes_part: boolean;
  version_id: string;
}

export interface ActObjectionList {
  act_id: string;
  answer: string | null;
  answered_at: Timestamp | null;
  answered_by_name: string | null;
  id: string;
  is_own: boolean;
  number: number;
  objected_at: Timestamp;
  reason: string;
  refusal: string | null;
  withdrawn_at: Timestamp | null;
}

export interface ActObjections {
  act_id: string;
  answer: string | null;
  answered_at: Timestamp | null;
  answered_by: string | null;
  commitment_id: string;
  id: Generated<string>;
  objected_at: Generated<Timestamp>;
  reason: string;
  withdrawn_at: Timestamp | null;
}

export interface ActPartList {
  act_id: string;
  executed_at: Timestamp | null;
  id: string;
  is_discretionary: boolean;
  not_before: Timestamp | null;
  part: "offer" | "collection_account" | "shares" | "company_account" | "wire" | "fees" | "completion";
  refusal: string | null;
}

export interface ActParts {
  act_id: string;
  executed_at: Timestamp | null;
  id: Generated<string>;
  is_discretionary: boolean;
  not_before: Timestamp | null;
  part: "offer" | "collection_account" | "shares" | "company_account" | "wire" | "fees" | "completion";
}

export interface Acts {
  content: string;
  content_sha256: string;
  deal_id: string;
  ended_at: Timestamp | null;
  ended_because: string | null;
  expires_at: Timestamp | null;
  id: Generated<string>;
  kind: "offer" | "closing";
  number: number;
  prepared_at: Generated<Timestamp>;
  prepared_by: string | null;
  signed_at: Timestamp | null;
  state: Generated<"prepared" | "waiting" | "signed" | "executed" | "replaced" | "withdrawn" | "expired">;
  told_void_at: Timestamp | null;
  version_id: string;
}

export interface ActSignatures {
  act_id: string;
  assertion: Json | null;
  call_backs: Generated<Json>;
  capacity: "admin" | "second";
  credential_id: string | null;
  id: Generated<string>;
  method: "passkey" | "password_and_code";
  name: string;
  public_key: Buffer | null;
  signed_at: Generated<Timestamp>;
  takes_part_pence: Int8;
  ticks: Generated<string[]>;
  user_id: string | null;
}

export interface AdminActions {
  acted_by: string | null;
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  kind: string;
  reason: string;
  user_id: string;
}

export interface AdminEmails {
  created_at: Generated<Timestamp>;
  email: string;
  id: Generated<string>;
  user_id: string | null;
}

export interface Admins {
  admin_since: Timestamp;
  email: string;
  full_name: string | null;
  given_by: string | null;
  given_by_name: string | null;
  id: string;
  is_first_admin: boolean;
  is_given_by_club: boolean;
}

export interface AdviserOpenings {
  device: string | null;
  id: Generated<string>;
  is_new_device: boolean;
  opened_at: Generated<Timestamp>;
  seat_id: string;
}

export interface AdviserSeats {
  created_at: Generated<Timestamp>;
  email: string | null;
  ended_at: Timestamp | null;
  ended_because: "ended" | "expired" | "suspended" | null;
  expires_at: Timestamp;
  granted_at: Generated<Timestamp>;
  id: Generated<string>;
  name: string;
  reminded_at: Timestamp | null;
  shows_papers: boolean;
  shows_reliefs: boolean;
  token_hash: string;
  user_id: string;
}

export interface AllocationLines {
  allocation_id: string;
  band: "priority" | "general";
  base: Int8;
  changed_at: Timestamp | null;
  changed_by: string | null;
  commitment_id: string;
  cost_pence: Int8;
  fee_bp: number;
  fee_pence: Generated<Int8>;
  id: Generated<string>;
  least: Int8;
  placed_at: Timestamp;
  priority: Int8;
  reason: string | null;
  rest: Int8;
  shares: Int8;
  tier: "trial" | "premium" | "vip";
  wish: Int8;
}

export interface AllocationList {
  asked_shares: Int8;
  author_name: string | null;
  capacity_shares: Int8;
  club_minimum_pence: Int8;
  confirmed_at: Timestamp | null;
  confirmed_by_name: string | null;
  created_at: Timestamp;
  deal_id: string;
  id: string;
  input_sha256: string;
  is_blocked: boolean;
  is_stale: boolean;
  method: "pro_rata" | "level" | "first_come";
  minimum_shares: Int8;
  number: number;
  price: Numeric;
  priority_share_percent: number;
  published_method: "pro_rata" | "level" | "first_come";
  state: "draft" | "final";
  terms_number: number;
  updated_at: Timestamp;
}

export interface Allocations {
  asked_shares: Int8;
  author_id: string | null;
  capacity_shares: Int8;
  confirmed_at: Timestamp | null;
  confirmed_by: string | null;
  created_at: Generated<Timestamp>;
  deal_id: string;
  id: Generated<string>;
  input_sha256: string;
  method: "pro_rata" | "level" | "first_come";
  minimum_shares: Int8;
  number: number;
  priority_share_percent: number;
  state: Generated<"draft" | "final" | "replaced">;
  terms_id: string;
  updated_at: Generated<Timestamp>;
}

export interface AllocationTerms {
  allocation_method: "pro_rata" | "level" | "first_come";
  capacity_shares: Int8;
  closes_at: Timestamp;
  club_minimum_pence: Int8;
  deal_id: string;
  minimum_shares: Int8;
  number: number;
  price: Numeric;
  priority_share_percent: number;
  terms_id: string;
}

export interface AnnouncedConfirmations {
  author_has_part: boolean;
  because: string | null;
  confirmed_at: Generated<Timestamp>;
  confirmed_by: string | null;
  confirmer_has_part: boolean;
  ended_at: Timestamp | null;
  id: Generated<string>;
  kind: "exit" | "price" | "outside_payment" | "import" | "import_undo";
  outcome: "effective" | "withdrawn" | "failed" | null;
  subject_id: string;
  takes_effect_at: Timestamp;
}

export interface AskedSums {
  deal_id: string;
  has_fees: boolean;
  pence: Int8;
  people: number;
  shares: Int8;
}

export interface AuditEvents {
  actor_id: string | null;
  created_at: Generated<Timestamp>;
  details: Generated<Json>;
  id: Generated<string>;
  kind: string;
  subject_id: string | null;
}

export interface AuditLog {
  actor_email: string | null;
  actor_id: string | null;
  actor_name: string | null;
  created_at: Timestamp;
  details: Json;
  id: string;
  kind: string;
  reason: string | null;
  subject_email: string | null;
  subject_id: string | null;
  subject_name: string | null;
}

export interface AuditPeople {
  email: string;
  full_name: string | null;
  id: string;
}

export interface AuthAccounts {
  access_token: string | null;
  access_token_expires_at: Timestamp | null;
  account_id: string;
  created_at: Generated<Timestamp>;
  email: string | null;
  id: Generated<string>;
  id_token: string | null;
  password: string | null;
  provider_id: string;
  refresh_token: string | null;
  refresh_token_expires_at: Timestamp | null;
  scope: string | null;
  updated_at: Timestamp;
  user_id: string;
}

export interface AuthApiKeys {
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  factor_at: Timestamp | null;
  id: Generated<string>;
  key_hash: string;
  last_four: string;
  last_used_at: Timestamp | null;
  name: string;
  revoked_at: Timestamp | null;
  revoked_by: string | null;
  scope: "read" | "write";
  user_id: string;
}

export interface AuthDevices {
  device_hash: string;
  first_seen_at: Generated<Timestamp>;
  id: Generated<string>;
  last_seen_at: Generated<Timestamp>;
  user_id: string;
}

export interface AuthEmailChanges {
  changed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  id: Generated<string>;
  new_confirmed_at: Timestamp | null;
  new_email: string;
  new_token_hash: string | null;
  old_confirmed_at: Timestamp | null;
  old_email: string;
  old_token_hash: string | null;
  user_id: string;
}

export interface AuthEmailVerifications {
  created_at: Generated<Timestamp>;
  email: string;
  expires_at: Timestamp;
  token_hash: string;
  user_id: string;
}

export interface AuthJwks {
  alg: string | null;
  created_at: Generated<Timestamp>;
  crv: string | null;
  expires_at: Timestamp | null;
  id: Generated<string>;
  private_key: string;
  public_key: string;
}

export interface AuthPasskeys {
  created_at: Generated<Timestamp>;
  credential_id: string;
  id: Generated<string>;
  last_used_at: Timestamp | null;
  name: string;
  public_key: Buffer;
  sign_count: Int8;
  transports: string[];
  user_id: string;
}

export interface AuthRateLimits {
  expire: Int8 | null;
  key: string;
  points: Generated<number>;
}

export interface AuthRefreshTokens {
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  session_id: string;
  token_hash: string;
  used_at: Timestamp | null;
}

export interface AuthSessions {
  confirmed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  factor_at: Timestamp | null;
  id: Generated<string>;
  ip_address: string | null;
  token: string;
  updated_at: Timestamp;
  user_agent: string | null;
  user_id: string;
}

export interface AuthTwoFactors {
  backup_codes: string;
  created_at: Generated<Timestamp>;
  failed_verification_count: Generated<number>;
  id: Generated<string>;
  locked_until: Timestamp | null;
  secret: string;
  user_id: string;
  verified: boolean;
}

export interface AuthUsedTotpCodes {
  time_step: number;
  user_id: string;
}

export interface AuthUsers {
  created_at: Generated<Timestamp>;
  email: string;
  email_changed_at: Timestamp | null;
  email_verified: boolean;
  id: Generated<string>;
  image: string | null;
  name: string;
  two_factor_enabled: Generated<boolean>;
  updated_at: Generated<Timestamp>;
}

export interface AuthVerifications {
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  id: Generated<string>;
  identifier: string;
  updated_at: Generated<Timestamp>;
  value: string;
}

export interface Backups {
  bytes: Int8 | null;
  created_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
  host: string;
  id: Generated<string>;
  name: string;
  reason: string | null;
  requested_by: string | null;
  rows_read_back: Generated<Int8>;
  rows_total: Int8 | null;
  rows_written: Generated<Int8>;
  sha256: string | null;
  state: Generated<"running" | "verified" | "failed">;
}

export interface BalanceSightings {
  balance_pence: Int8;
  deal_id: string;
  expected_pence: Int8;
  id: Generated<string>;
  is_half: Generated<boolean>;
  origin: Generated<"typed" | "feed">;
  seen_at: Generated<Timestamp>;
  seen_by: string | null;
  told_at: Timestamp | null;
}

export interface BankFeedFiles {
  feed_id: string;
  file_id: string;
}

export interface BankFeedItems {
  deal_id: string;
  item_id: string;
  seen_at: Generated<Timestamp>;
  settled_on: string;
}

export interface BankFeedList {
  balance_pence: Int8 | null;
  confirmed_at: Timestamp | null;
  confirmed_by_name: string | null;
  confirmers: string[] | null;
  deal_id: string;
  entered_at: Timestamp;
  entered_by_name: string | null;
  environment: "live" | "sandbox";
  failing_since: Timestamp | null;
  failure: "unreachable" | "rate_limited" | "unreadable" | "balance_differs" | null;
  gap_pence: Int8 | null;
  id: string;
  pending_pence: Int8;
  read_at: Timestamp | null;
  refusal: string | null;
  retry_at: Timestamp | null;
  state: "stopped" | "waiting" | "active";
  stop_reason: string | null;
  stopped_at: Timestamp | null;
  stopped_because: "admin" | "replaced" | "account_changed" | "access_ended" | "token_lost" | null;
  stopped_by_name: string | null;
}

export interface BankFeeds {
  account_id: string;
  balance_pence: Int8 | null;
  bank_account_id: string;
  bank_category_id: string;
  claimed_until: Timestamp | null;
  confirmed_at: Timestamp | null;
  confirmed_by: string | null;
  deal_id: string;
  entered_at: Generated<Timestamp>;
  entered_by: string | null;
  environment: "live" | "sandbox";
  failing_since: Timestamp | null;
  failure: "unreachable" | "rate_limited" | "unreadable" | "balance_differs" | null;
  failures: Generated<number>;
  gap_pence: Int8 | null;
  id: Generated<string>;
  pending_pence: Generated<Int8>;
  read_at: Timestamp | null;
  retry_at: Timestamp | null;
  stop_reason: string | null;
  stopped_at: Timestamp | null;
  stopped_because: "admin" | "replaced" | "account_changed" | "access_ended" | "token_lost" | null;
  stopped_by: string | null;
  told_at: Timestamp | null;
}

export interface BankFeedTokens {
  feed_id: string;
  key_id: string;
  sealed: Buffer;
}

export interface BankFileList {
  booked_pence: Int8;
  closing_balance_pence: Int8 | null;
  deal_id: string;
  format: string;
  id: string;
  imported_at: Timestamp;
  imported_by_name: string | null;
  is_newest: boolean;
  lines: number;
  name: string;
  new_lines: number;
  opening_balance_pence: Int8 | null;
  origin: "file" | "feed";
  paid_in_pence: Int8;
  paid_out_pence: Int8;
}

export interface BankFiles {
  closing_balance_pence: Int8 | null;
  deal_id: string;
  format: string;
  id: Generated<string>;
  imported_at: Generated<Timestamp>;
  imported_by: string | null;
  lines: number;
  name: string;
  new_lines: number;
  opening_balance_pence: Int8 | null;
  sha256: string;
  taken_back_at: Timestamp | null;
}

export interface BankLineList {
  amount_pence: Int8;
  booked_at: Timestamp;
  booked_on: string;
  deal_id: string;
  file_id: string;
  format: string | null;
  has_balance: boolean | null;
  id: string;
  is_taken_back: boolean;
  line_number: number;
  open_pence: Int8;
  payer: string;
  reference: string;
}

export interface BankLines {
  amount_pence: Int8;
  balance_pence: Int8 | null;
  booked_on: string;
  deal_id: string;
  file_id: string;
  id: Generated<string>;
  line_key: string;
  line_number: number;
  payer: string;
  reference: string;
  taken_back_at: Timestamp | null;
}

export interface BankMappings {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  header_sha256: string;
  id: Generated<string>;
  mapping: Json;
  name: string;
}

export interface BankMatches {
  amount_pence: Int8;
  bank_line_id: string;
  deal_id: string;
  id: Generated<string>;
  matched_at: Generated<Timestamp>;
  matched_by: string | null;
  reason: string | null;
  reversal_id: string | null;
  transaction_id: string;
}

export interface BankMatchList {
  amount_pence: Int8;
  bank_line_id: string;
  commitment_id: string | null;
  deal_id: string;
  full_name: string | null;
  id: string;
  is_reversed: boolean;
  kind: "receipt" | "unidentified" | "refund" | "return" | "wire" | "fee" | "club_bears" | "exit" | "exit_costs" | "distribution" | "payment_returned";
  matched_at: Timestamp;
  matched_by_name: string | null;
  payment_id: string | null;
  reason: string | null;
  refusal: string | null;
  returnable_pence: Int8 | null;
  returns: Json | null;
}

export interface BrandFiles {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  file_id: string;
  height: number;
  id: Generated<string>;
  logo_file_id: string | null;
  role: "logo" | "icon" | "preview";
  width: number;
}

export interface BulkMailPace {
  is_only: Generated<boolean>;
  next_at: Timestamp;
}

export interface CalendarDomains {
  created_at: Generated<Timestamp>;
  domain: string;
  id: Generated<string>;
}

export interface CalendarFeeds {
  created_at: Timestamp;
  id: Generated<string>;
  token_hash: string;
  user_id: string;
}

export interface CancellingProposals {
  author_id: string | null;
  deal_id: string;
  expires_at: Timestamp;
  id: string;
  proposed_by_name: string | null;
  reason: string;
  refusal: string | null;
}

export interface ClientErrors {
  build: string;
  count: Generated<number>;
  created_at: Generated<Timestamp>;
  fingerprint: string;
  id: Generated<string>;
  last_at: Generated<Timestamp>;
  message: string;
  path: string;
  stack: string | null;
}

export interface ClosingAnnouncements {
  announced_at: Generated<Timestamp>;
  author_id: string | null;
  closes_at: Timestamp;
  confirmed_at: Timestamp | null;
  confirmed_by: string | null;
  deal_id: string;
  id: Generated<string>;
  instead_of: Timestamp;
  reason: string;
  terms_closes_at: Timestamp;
}

export interface ClosingMembers {
  applied_pence: Int8;
  approved_pence: Int8;
  bank_days: string[];
  called_at: Timestamp | null;
  commitment_id: string;
  deal_id: string;
  due_at: Timestamp | null;
  due_pence: Int8;
  extended_at: Timestamp | null;
  free_refund_pence: Int8;
  grace_until: Timestamp | null;
  held_at: Timestamp | null;
  is_asked: boolean;
  is_nudgeable: boolean;
  is_of_admin: boolean | null;
  is_paid_late: boolean;
  is_past_due: boolean;
  is_release_waiting: boolean;
  is_to_call: boolean;
  number: number;
  open_pence: Int8;
  proposed_pence: Int8;
  refund_pence: Int8;
  refundable_pence: Int8;
  refunded_on: string | null;
  refunded_pence: Int8;
  shares: Int8;
  state: "committed" | "needs_reconsent" | "waiting_list" | "allocated" | "called" | "part_paid" | "paid" | "completed" | "withdrawn" | "left_on_change" | "released_unpaid" | "deal_cancelled" | "refunded";
  tier: "trial" | "premium" | "vip";
}

export interface ClosingProposals {
  author_id: string | null;
  closes_at: Timestamp;
  deal_id: string;
  id: string;
  proposed_by_name: string | null;
  reason: string;
  refusal: string | null;
}

export interface ClosingSums {
  applied_pence: Int8;
  bank_pence: Int8 | null;
  borne_pence: Int8;
  called_at: Timestamp | null;
  called_members: number;
  company_name: string;
  deal_id: string;
  deal_name: string;
  deal_state: "enquiry" | "screening" | "meeting" | "diligence" | "preparing" | "approved" | "released" | "closing" | "completed" | "exited" | "declined" | "withdrawn" | "parked" | "cancelled";
  difference_pence: Int8;
  distribution_pence: Int8;
  due_at: Timestamp | null;
  due_pence: Int8;
  fee_paid_pence: Int8;
  free_shares: Int8;
  has_fee: boolean;
  has_open_account: boolean;
  has_top_up: boolean;
  has_unfilled_wishes: boolean;
  has_wire: boolean;
  held_members: number;
  held_pence: Int8;
  is_wire_sound: boolean;
  is_wired: boolean;
  late_members: number;
  late_pence: Int8;
  ledger_sum_pence: Int8;
  list_read_at: Timestamp | null;
  members_to_call: number;
  nudgeable: number;
  on_account_pence: Int8;
  open_pence: Int8;
  paid_members: number;
  paid_pence: Int8;
  part_paid_members: number;
  part_paid_pence: Int8;
  payable_pence: Int8;
  price: string | null;
  refund_pence: Int8;
  sendable_pence: Int8 | null;
  shares: Int8;
  to_club_pence: Int8;
  to_company_pence: Int8;
  transactions: number;
  uncalled_cost_pence: Int8;
  uncalled_fee_pence: Int8;
  unidentified_pence: Int8;
  wire_pence: Int8 | null;
  wired_pence: Int8;
}

export interface ClubSettingRevisions {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  id: Generated<string>;
  key: string;
  revision: number;
  value: Json;
}

export interface ClubSettings {
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  key: string;
  revision: Generated<number>;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  value: Json;
}

export interface ClubSetup {
  created_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
  finished_by: string | null;
  id: Generated<string>;
  started_by: string | null;
}

export interface ClubSetupState {
  started_by: string | null;
  started_by_name: string | null;
  state: "finished" | "started" | "new";
}

export interface CollectionAccountList {
  account_name: string;
  account_number: string;
  bank: string;
  call_back_note: string | null;
  confirmed_at: Timestamp | null;
  confirmed_by_name: string | null;
  deal_id: string;
  entered_at: Timestamp;
  entered_by: string | null;
  entered_by_name: string | null;
  frozen_until: Timestamp | null;
  id: string;
  is_waiting: boolean;
  partner: string;
  sort_code: string;
}

export interface CollectionAccounts {
  account_name: string;
  account_number: string;
  bank: string;
  call_back_note: string | null;
  confirmed_at: Timestamp | null;
  confirmed_by: string | null;
  deal_id: string;
  entered_at: Generated<Timestamp>;
  entered_by: string | null;
  frozen_until: Timestamp | null;
  id: Generated<string>;
  partner: string;
  replaced_at: Timestamp | null;
  sort_code: string;
}

export interface CommitmentEvents {
  actor_id: string | null;
  ceiling_pence: Int8 | null;
  commitment_id: string;
  details: Generated<Json>;
  happened_at: Generated<Timestamp>;
  id: Generated<string>;
  kind: string;
  reason: string | null;
  shares: Int8 | null;
  terms_id: string | null;
}

export interface CommitmentHistory {
  amount_pence: Int8 | null;
  ceiling_pence: Int8 | null;
  commitment_id: string;
  details: Json;
  happened_at: Timestamp;
  id: string;
  kind: string;
  reason: string | null;
  shares: Int8 | null;
  terms_id: string | null;
}

export interface CommitmentPeople {
  bank_account_name: string | null;
  commitment_id: string;
  deal_id: string;
  full_name: string | null;
  legal_name: string | null;
  number: number;
  reference: string | null;
  user_id: string | null;
}

export interface Commitments {
  allocated_shares: Int8 | null;
  amount_pence: Int8;
  band: "priority" | "general";
  called_at: Timestamp | null;
  ceiling_pence: Int8;
  cost_pence: Int8 | null;
  created_at: Generated<Timestamp>;
  deal_id: string;
  due_at: Timestamp | null;
  due_pence: Generated<Int8 | null>;
  extended_at: Timestamp | null;
  extended_by: string | null;
  extension_reason: string | null;
  fee_bp: number;
  fee_pence: Int8 | null;
  grace_until: Timestamp | null;
  held_at: Timestamp | null;
  id: Generated<string>;
  least_shares: Int8;
  number: number;
  placed_at: Timestamp;
  reconsent_until: Timestamp | null;
  record_id: string | null;
  reference: string | null;
  said_sent_at: Timestamp | null;
  shares: Int8;
  signed_as: string | null;
  state: Generated<"committed" | "needs_reconsent" | "waiting_list" | "allocated" | "called" | "part_paid" | "paid" | "completed" | "withdrawn" | "left_on_change" | "released_unpaid" | "deal_cancelled" | "refunded">;
  state_since: Generated<Timestamp>;
  terms_id: string;
  tier: "trial" | "premium" | "vip";
  updated_at: Generated<Timestamp>;
  wants_relief: boolean | null;
}

export interface Companies {
  company_number: string | null;
  country: Generated<string>;
  created_at: Generated<Timestamp>;
  founded_year: number | null;
  founders: Generated<Json>;
  id: Generated<string>;
  is_asked_for_updates: Generated<boolean>;
  name: string;
  one_line: string | null;
  place: string | null;
  sector: string | null;
  updated_at: Generated<Timestamp>;
  website: string | null;
}

export interface CompanyAccountList {
  account_name: string;
  account_number: string;
  asked_at: Timestamp | null;
  asked_email: string | null;
  bank: string;
  call_back_note: string | null;
  confirmed_at: Timestamp | null;
  confirmed_by_name: string | null;
  deal_id: string;
  entered_at: Timestamp;
  entered_by: string | null;
  entered_by_name: string | null;
  id: string;
  is_waiting: boolean;
  sort_code: string;
}

export interface CompanyAccountRequests {
  asked_at: Generated<Timestamp>;
  asked_by: string | null;
  deal_id: string;
  email: string;
  ended_at: Timestamp | null;
  expires_at: Timestamp;
  id: Generated<string>;
  name: string;
  used_at: Timestamp | null;
}

export interface CompanyAccounts {
  account_name: string;
  account_number: string;
  bank: string;
  call_back_note: string | null;
  confirmed_at: Timestamp | null;
  confirmed_by: string | null;
  deal_id: string;
  entered_at: Generated<Timestamp>;
  entered_by: string | null;
  id: Generated<string>;
  replaced_at: Timestamp | null;
  request_id: string | null;
  sort_code: string;
}

export interface CompanyLogos {
  author_id: string | null;
  company_id: string;
  created_at: Generated<Timestamp>;
  file_id: string;
  id: Generated<string>;
  removed_at: Timestamp | null;
  sha256: string;
}

export interface CompanyPrices {
  as_of: string;
  basis: "last_round" | "offer" | "club_estimate" | "impaired" | "nil" | "our_round" | "earlier_purchase";
  company_id: string;
  has_evidence: boolean;
  id: string | null;
  is_by_two_admins: boolean;
  price: Numeric;
  recorded_at: Timestamp | null;
  share_class: string | null;
  shares_in_issue: Int8 | null;
  source: string | null;
}

export interface CompanyUpdateLetters {
  author_id: string | null;
  company_id: string;
  created_at: Generated<Timestamp>;
  file_id: string;
  file_name: string;
  id: Generated<string>;
  request_id: string | null;
}

export interface CompanyUpdateOffers {
  id: Generated<string>;
  text: string;
  update_id: string;
}

export interface CompanyUpdateRequests {
  asked_at: Generated<Timestamp>;
  company_id: string;
  expires_at: Timestamp;
  id: Generated<string>;
  quarter: string;
  reminded_at: Timestamp | null;
  used_at: Timestamp | null;
}

export interface CompanyUpdates {
  arr_pence: Int8 | null;
  author_id: string | null;
  company_id: string;
  gross_margin_bp: number | null;
  headcount: number | null;
  id: Generated<string>;
  letter_id: string | null;
  net_burn_pence: Int8 | null;
  nrr_bp: number | null;
  published_at: Timestamp | null;
  published_by: string | null;
  quarter: string;
  request_id: string | null;
  runway_months: number | null;
  sent_at: Generated<Timestamp>;
  text: string | null;
  version: number;
}

export interface ContentFiles {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  file_id: string;
  id: Generated<string>;
  item_id: string;
  name: string;
}

export interface ContentInstallations {
  created_at: Generated<Timestamp>;
  id: Generated<string>;
}

export interface ContentItemRevisions {
  action: "saved" | "restored" | "published" | "unpublished";
  content: Json | null;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  id: Generated<string>;
  item_id: string;
  number: number;
}

export interface ContentItems {
  created_at: Generated<Timestamp>;
  draft: Json;
  first_published_at: Timestamp | null;
  id: Generated<string>;
  is_example: Generated<boolean>;
  kind: "article" | "news" | "faq" | "site_page" | "page" | "co_founder" | "event" | "company";
  position: Generated<number>;
  publish_at: Timestamp | null;
  published: Json | null;
  published_at: Timestamp | null;
  published_revision: number | null;
  revision: Generated<number>;
  slug: string;
  title: Generated<string>;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
}

export interface ContentRevisions {
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  revision: Generated<string>;
}

export interface CurrentTiers {
  person_id: string;
  tier: "trial" | "premium" | "vip";
  until_date: string | null;
}

export interface DealCallPeople {
  call_id: string;
  deal_id: string;
  full_name: string | null;
  id: string;
  joined_at: Timestamp | null;
  requested_at: Timestamp;
  user_id: string | null;
  withdrawn_at: Timestamp | null;
}

export interface DealCallRequests {
  call_id: string;
  id: Generated<string>;
  joined_at: Timestamp | null;
  record_id: string;
  requested_at: Timestamp;
  withdrawn_at: Timestamp | null;
  wording: string;
}

export interface DealCalls {
  about: string;
  author_id: string | null;
  cancelled_reason: string | null;
  created_at: Generated<Timestamp>;
  deal_id: string;
  ends_at: Timestamp;
  id: Generated<string>;
  join_url: string;
  sequence: Generated<number>;
  starts_at: Timestamp;
  updated_at: Generated<Timestamp>;
}

export interface DealCompletionList {
  confirmed_at: Timestamp | null;
  confirmed_by_name: string | null;
  deal_id: string;
  id: string;
  issued_on: string;
  ledger_number: number | null;
  ledger_sha256: string | null;
  proposed_at: Timestamp;
  proposed_by: string | null;
  proposed_by_name: string | null;
}

export interface DealCompletions {
  confirmed_at: Timestamp | null;
  confirmed_by: string | null;
  deal_id: string;
  id: Generated<string>;
  issued_on: string;
  ledger_number: number | null;
  ledger_sha256: string | null;
  proposed_at: Generated<Timestamp>;
  proposed_by: string | null;
  replaced_at: Timestamp | null;
}

export interface DealDocumentPages {
  document_id: string;
  file_id: string;
  height: number;
  id: Generated<string>;
  number: number;
  text: string;
  width: number;
}

export interface DealDocuments {
  author_id: string | null;
  checked_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  damaged_pages: Generated<number[]>;
  deal_id: string;
  file_id: string;
  file_name: string;
  id: Generated<string>;
  is_downloadable: Generated<boolean>;
  number: Generated<number>;
  pages: number | null;
  refusal: "unreadable" | "locked" | "too_many_pages" | "too_large_a_page" | "too_heavy_a_page" | "macros" | null;
  removed_at: Timestamp | null;
  removed_by: string | null;
  replaces_id: string | null;
  state: Generated<"checking" | "ready" | "refused">;
  title: string;
}

export interface DealEnds {
  closes_at: Timestamp;
  closing_reason: string | null;
  deal_id: string;
  instead_of: Timestamp | null;
  terms_closes_at: Timestamp;
}

export interface DealInterests {
  amount_pence: Int8 | null;
  deal_id: string;
  id: Generated<string>;
  level: "watching" | "considering" | "likely" | "not_for_me";
  reason: string | null;
  record_id: string;
  updated_at: Timestamp;
}

export interface DealLedger {
  bank_on: string;
  booked_by_other: string | null;
  booked_on: string;
  deal_id: string;
  entries: Json;
  exit_kind: "sale" | "buyback" | "ipo" | "liquidation" | "dividend" | "holdback" | null;
  has_left: boolean;
  id: string;
  is_in_grace: boolean;
  is_late: boolean;
  is_own: boolean | null;
  kind: "call" | "receipt" | "unidentified" | "leaving" | "club_bears" | "refund" | "return" | "wire" | "fee" | "reversal" | "exit" | "exit_costs" | "distribution" | "payment_returned";
  member: number | null;
  number: number;
  payee: string | null;
  posted_at: Timestamp;
  receipt_pence: Int8 | null;
  reversed_kind: "call" | "receipt" | "unidentified" | "leaving" | "club_bears" | "refund" | "return" | "wire" | "fee" | "reversal" | "exit" | "exit_costs" | "distribution" | "payment_returned" | null;
  reversed_on: string | null;
  shares: Int8 | null;
}

export interface DealLedgerSums {
  deal_id: string;
  on_account_pence: Int8;
  own_member: number | null;
  sum_pence: Int8;
  transactions: number;
}

export interface DealMailingList {
  call_id: string | null;
  call_starts_at: Timestamp | null;
  created_at: Timestamp;
  deal_id: string;
  id: string;
  kind: "release" | "reminder" | "call" | "answers";
  started_by_name: string | null;
  state: "sending" | "paused" | "stopped";
}

export interface DealMailings {
  call_id: string | null;
  created_at: Timestamp;
  deal_id: string;
  id: Generated<string>;
  kind: "release" | "reminder" | "call" | "answers";
  started_by: string | null;
  state: Generated<"sending" | "paused" | "stopped">;
}

export interface DealMails {
  changed_at: Timestamp;
  id: Generated<string>;
  mailing_id: string;
  reason: string | null;
  state: Generated<"waiting" | "queued" | "sending" | "sent" | "unknown" | "dropped" | "stopped">;
  user_id: string;
}

export interface DealMoves {
  deal_id: string;
  from_state: "enquiry" | "screening" | "meeting" | "diligence" | "preparing" | "approved" | "released" | "closing" | "completed" | "exited" | "declined" | "withdrawn" | "parked" | "cancelled" | null;
  id: Generated<string>;
  is_by_clock: Generated<boolean>;
  moved_at: Generated<Timestamp>;
  moved_by: string | null;
  reason: string | null;
  to_state: "enquiry" | "screening" | "meeting" | "diligence" | "preparing" | "approved" | "released" | "closing" | "completed" | "exited" | "declined" | "withdrawn" | "parked" | "cancelled";
}

export interface DealNotes {
  author_id: string | null;
  created_at: Generated<Timestamp>;
  deal_id: string;
  id: Generated<string>;
  text: string;
}

export interface DealPanel {
  arranges: Generated<boolean>;
  capacity: "admin" | "second";
  deal_id: string;
  id: Generated<string>;
  invests_pence: Int8 | null;
  name: string;
  signs_from: Timestamp | null;
  user_id: string | null;
  version_id: string;
}

export interface DealQuestionFollows {
  followed_at: Timestamp;
  id: Generated<string>;
  question_id: string;
  record_id: string;
}

export interface DealQuestionList {
  answer: string | null;
  answered_at: Timestamp | null;
  answered_by_name: string | null;
  asked_at: Timestamp;
  asked_by: string | null;
  asked_by_name: string | null;
  asker_has_bought: boolean;
  deal_id: string;
  declined_reason: string | null;
  followers: number;
  id: string;
  is_shown: boolean;
  merged_into: string | null;
  question: string;
  told_at: Timestamp | null;
  updated_at: Timestamp;
}

export interface DealQuestions {
  answer: string | null;
  answered_at: Timestamp | null;
  answered_by: string | null;
  asked_at: Timestamp;
  deal_id: string;
  declined_reason: string | null;
  id: Generated<string>;
  merged_into: string | null;
  question: string;
  record_id: string;
  told_at: Timestamp | null;
  updated_at: Generated<Timestamp>;
}

export interface DealRoom {
  author_name: string | null;
  bytes: number;
  created_at: Timestamp;
  damaged_pages: number[];
  deal_id: string;
  file_name: string;
  id: string;
  is_current: boolean;
  is_downloadable: boolean;
  media_type: string;
  number: number;
  openings: number;
  pages: number | null;
  refusal: "unreadable" | "locked" | "too_many_pages" | "too_large_a_page" | "too_heavy_a_page" | "macros" | null;
  removed_at: Timestamp | null;
  replaces_id: string | null;
  sha256: string;
  state: "checking" | "ready" | "refused";
  title: string;
}

export interface Deals {
  closed_at: Timestamp | null;
  company_id: string;
  created_at: Generated<Timestamp>;
  enquired_on: string;
  id: Generated<string>;
  name: string;
  next_step: string | null;
  owner_id: string | null;
  page: Generated<Json>;
  parked_until: string | null;
  reference_code: string | null;
  released_at: Timestamp | null;
  reply_due_on: Generated<string>;
  state: Generated<"enquiry" | "screening" | "meeting" | "diligence" | "preparing" | "approved" | "released" | "closing" | "completed" | "exited" | "declined" | "withdrawn" | "parked" | "cancelled">;
  state_since: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface DealTerms {
  allocation_method: "pro_rata" | "level" | "first_come";
  assurance: "none" | "applied" | "given";
  assurance_on: string | null;
  author_id: string | null;
  closes_at: Timestamp;
  club_invests: string;
  club_maximum_pence: Int8;
  club_minimum_pence: Int8;
  completion_expected_on: string;
  conflicts: string;
  created_at: Generated<Timestamp>;
  deal_id: string;
  id: Generated<string>;
  instrument: "ordinary_shares" | "preference_shares" | "convertible_note";
  is_material: Generated<boolean>;
  minimum_commitment_pence: Int8;
  not_material_reason: string | null;
  number: number;
  opens_at: Timestamp;
  other_investors: string;
  pre_money_pence: Int8;
  price: Numeric;
  priority_share_percent: number;
  priority_tiers: ("trial" | "premium" | "vip")[];
  priority_until: Timestamp;
  rights: string;
  risks: Json;
  round_total_pence: Int8;
  scheme: "SEIS" | "EIS" | "none";
  schemes_raised_pence: Int8;
  schemes_raised_year_pence: Int8;
  seis_raised_pence: Int8;
  share_class: string;
  use_of_funds: Json;
  vehicle: string;
}

export interface DealVersionList {
  approved_at: Timestamp | null;
  approved_by_name: string | null;
  author_id: string | null;
  author_name: string | null;
  created_at: Timestamp;
  deal_id: string;
  id: string;
  number: number;
  page_sha256: string;
  terms_number: number;
}

export interface DealVersions {
  approved_at: Timestamp | null;
  approved_by: string | null;
  approver_checklist: string[] | null;
  author_checklist: string[] | null;
  author_id: string | null;
  content: Json;
  created_at: Generated<Timestamp>;
  deal_id: string;
  id: Generated<string>;
  number: number;
  page: string;
  page_sha256: string;
  terms_id: string;
}

export interface DeletionRequests {
  created_at: Generated<Timestamp>;
  due_at: Generated<Timestamp>;
  id: Generated<string>;
  requested_at: Generated<Timestamp>;
  user_id: string;
}

export interface Deliveries {
  channel: "list" | "page" | "mail" | "document" | "answer" | "call";
  deal_version_id: string;
  delivered_at: Timestamp;
  id: Generated<string>;
  record_id: string;
  signed_on: string;
  statement_id: string;
  subject_id: string;
  valid_through: string;
}

export interface DeliveryRegister {
  channel: "list" | "page" | "mail" | "document" | "answer" | "call";
  company_name: string;
  deal_id: string;
  delivered_at: Timestamp;
  full_name: string | null;
  id: string;
  page_sha256: string;
  signed_on: string;
  statement_id: string;
  user_id: string | null;
  valid_through: string;
  version_number: number;
}

export interface DeliverySeals {
  day: string;
  erased: Generated<number>;
  previous_sha256: string;
  row_hashes: Buffer;
  sealed_at: Timestamp;
  sha256: string;
}

export interface DeskCommitments {
  allocated_shares: Int8 | null;
  band: "priority" | "general";
  ceiling_pence: Int8;
  cost_pence: Int8 | null;
  deal_id: string;
  fee_bp: number;
  fee_pence: Int8 | null;
  full_name: string | null;
  id: string;
  least_shares: Int8;
  number: number;
  placed_at: Timestamp;
  price: Numeric;
  reconsent_until: Timestamp | null;
  shares: Int8;
  state: "committed" | "needs_reconsent" | "waiting_list" | "allocated" | "called" | "part_paid" | "paid" | "completed" | "withdrawn" | "left_on_change" | "released_unpaid" | "deal_cancelled" | "refunded";
  state_since: Timestamp;
  terms_number: number;
  tier: "trial" | "premium" | "vip";
  user_id: string | null;
}

export interface DeskDealEnds {
  closes_at: Timestamp;
  closing_reason: string | null;
  deal_id: string;
  instead_of: Timestamp | null;
  terms_closes_at: Timestamp;
}

export interface DirectoryRevisions {
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  revision: Generated<string>;
}

export interface DirectoryTerms {
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  kind: "expertise" | "location";
  members: number;
  term: string;
}

export interface DocumentOpeningList {
  deal_id: string;
  document_id: string;
  downloaded_at: Timestamp | null;
  full_name: string | null;
  id: string;
  is_desk: boolean;
  number: number;
  opened_at: Timestamp;
  pages: number[];
  title: string;
}

export interface DocumentOpenings {
  admin_id: string | null;
  deal_version_id: string | null;
  document_id: string;
  downloaded_at: Timestamp | null;
  id: Generated<string>;
  opened_at: Timestamp;
  pages: Generated<number[]>;
  record_id: string | null;
}

export interface EventAnswers {
  answered_at: Timestamp;
  attended_at: Timestamp | null;
  entry_changes: Generated<number>;
  event_id: string;
  guest_name: string | null;
  id: Generated<string>;
  news: "offered" | "lapsed" | "lost" | null;
  offered_until: Timestamp | null;
  reminded_at: Timestamp | null;
  seats: Generated<number>;
  state: "going" | "not_going" | "waiting" | "offered" | "lapsed";
  told_sequence: Generated<number>;
  turn: number | null;
  user_id: string;
}

export interface EventAttendees {
  answered_at: Timestamp;
  attended_at: Timestamp | null;
  event_id: string;
  full_name: string | null;
  guest_name: string | null;
  id: string;
  offered_until: Timestamp | null;
  place_in_line: number;
  rank: number;
  state: "lapsed" | "going" | "not_going" | "waiting" | "offered";
  turn: number | null;
  user_id: string;
}

export interface EventPlaces {
  answer_until: Timestamp | null;
  audience: Generated<"members" | "approved" | "investors">;
  cancelled_at: Timestamp | null;
  cancelled_reason: string | null;
  capacity: number | null;
  changed_at: Timestamp;
  ends_at: Timestamp;
  event_id: string;
  guests: Generated<number>;
  last_turn: Generated<number>;
  offer_hours: Generated<number>;
  revision: Generated<number>;
  sequence: Generated<number>;
  starts_at: Timestamp;
  taken: Generated<number>;
}

export interface ExitDealMoney {
  arrived_on: string | null;
  arrived_pence: Int8;
  costs_pence: Int8;
  deal_id: string | null;
  exit_id: string;
  gross_pence: Int8;
  paid_pence: Int8;
  shares: Int8;
}

export interface ExitDeals {
  arrived_on: string | null;
  arrived_pence: Int8;
  costs_paid_on: string | null;
  costs_pence: Int8;
  deal_id: string;
  deal_name: string;
  distributed_pence: Int8;
  exit_id: string;
  gross_pence: Int8;
  paid_pence: Int8;
  shares: Int8;
}

export interface ExitLineList {
  certificate_number: string | null;
  commitment_id: string | null;
  costs_pence: Int8;
  deal_id: string | null;
  deal_name: string | null;
  exit_id: string;
  full_name: string | null;
  gross_pence: Int8;
  holding_id: string | null;
  id: string;
  issued_on: string | null;
  member: number | null;
  owner_id: string;
  paid_on: string | null;
  paid_pence: Int8;
  shares: Int8;
  user_id: string | null;
}

export interface ExitLines {
  costs_pence: Int8;
  exit_id: string;
  gross_pence: Int8;
  holding_id: string | null;
  id: Generated<string>;
  paid_pence: Generated<Int8>;
  shares: Int8;
}

export interface ExitList {
  announced_by_name: string | null;
  company_id: string;
  company_name: string;
  confirmed_at: Timestamp | null;
  confirmed_by_name: string | null;
  costs_payee: string | null;
  costs_pence: Int8;
  earlier_id: string | null;
  gross_pence: Int8;
  happened_on: string;
  has_later: boolean;
  has_money: boolean;
  id: string;
  in_effect_at: Timestamp | null;
  is_of_all: boolean;
  kind: "sale" | "buyback" | "ipo" | "liquidation" | "dividend" | "holdback";
  members: number;
  note: string | null;
  paid_pence: Int8;
  price: string;
  proposed_at: Timestamp;
  proposed_by_name: string | null;
  refusal: string | null;
  shares: Int8;
  state: "proposed" | "confirmed" | "withdrawn";
  takes_effect_at: Timestamp | null;
  to_approve: number;
  to_propose: number;
  withdrawn_at: Timestamp | null;
  withdrawn_because: string | null;
  withdrawn_by_name: string | null;
}

export interface ExitOutside {
  announced_by_name: string | null;
  costs_pence: Int8;
  exit_id: string;
  gross_pence: Int8;
  members: number;
  paid_on: string | null;
  paid_pence: Int8;
  recorded_at: Timestamp | null;
  recorded_by_name: string | null;
  refusal: string | null;
  shares: Int8;
  source: string | null;
  takes_effect_at: Timestamp | null;
  waiting_id: string | null;
  waiting_paid_on: string | null;
  waiting_source: string | null;
}

export interface ExitOutsidePayments {
  confirmed_at: Timestamp | null;
  confirmed_by: string | null;
  exit_id: string;
  id: Generated<string>;
  paid_on: string;
  recorded_at: Generated<Timestamp>;
  recorded_by: string | null;
  refused_at: Timestamp | null;
  refused_because: string | null;
  refused_by: string | null;
  source: string;
}

export interface Exits {
  company_id: string;
  confirmed_at: Timestamp | null;
  confirmed_by: string | null;
  costs_payee: string | null;
  costs_pence: Int8;
  earlier_id: string | null;
  happened_on: string;
  id: Generated<string>;
  kind: "sale" | "buyback" | "ipo" | "liquidation" | "dividend" | "holdback";
  lots_sha256: string;
  note: string | null;
  price: Numeric;
  proposed_at: Generated<Timestamp>;
  proposed_by: string | null;
  shares: Int8 | null;
  state: Generated<"proposed" | "confirmed" | "withdrawn">;
  takes_shares: Generated<boolean>;
  withdrawn_at: Timestamp | null;
  withdrawn_because: string | null;
  withdrawn_by: string | null;
}

export interface FileChunks {
  content: Buffer;
  created_at: Generated<Timestamp>;
  file_id: string;
  first_byte: number;
  id: Generated<string>;
}

export interface Files {
  bytes: number | null;
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  kind: string;
  media_type: string | null;
  sha256: string | null;
  state: Generated<"uploading" | "uploaded" | "attached">;
  storage: "database" | "s3";
  user_id: string | null;
}

export interface FundsCalls {
  called_at: Generated<Timestamp>;
  called_by: string | null;
  deal_id: string;
  due_at: Timestamp;
  grace_until: Timestamp;
  id: Generated<string>;
  number: number;
  reason: string | null;
}

export interface FundsNudges {
  commitment_id: string;
  nudged_by: string | null;
  nudged_on: string;
}

export interface FundsReminders {
  about: Timestamp;
  commitment_id: string;
  id: Generated<string>;
  kind: "called" | "account_changed" | "first" | "second" | "late" | "extended" | "choose" | "decide" | "released" | "reduced" | "paid_before";
  queued_at: Timestamp | null;
}

export interface HeldCompanies {
  id: string;
  name: string;
  place: number;
  sector: string | null;
  shares: Int8;
  shares_added: Int8;
  shares_left: Int8;
  waiting_exits: number;
  waiting_prices: number;
  waiting_splits: number;
}

export interface HeldRounds {
  company_id: string;
  deal_id: string | null;
  deal_name: string | null;
  issued_on: string;
  price: Numeric;
  share_class: string;
  shares: Int8;
  shares_added: Int8;
  shares_left: Int8;
}

export interface HoldingImportLineList {
  certificate_on: string | null;
  company_id: string;
  company_name: string;
  cost_pence: Int8 | null;
  costs_pence: Int8 | null;
  email: string | null;
  fee_pence: Int8 | null;
  full_name: string | null;
  gross_pence: Int8 | null;
  happened_on: string;
  id: string;
  import_id: string;
  kind: "holding" | "distribution";
  line_number: number;
  price: Numeric | null;
  scheme: "SEIS" | "EIS" | null;
  share_class: string | null;
  shares: Int8 | null;
  uir: string | null;
  user_id: string | null;
}

export interface HoldingImportLines {
  certificate_on: string | null;
  company_id: string;
  cost_pence: Int8 | null;
  costs_pence: Int8 | null;
  fee_pence: Int8 | null;
  gross_pence: Int8 | null;
  happened_on: string;
  id: Generated<string>;
  import_id: string;
  kind: "holding" | "distribution";
  line_number: number;
  price: Numeric | null;
  scheme: "SEIS" | "EIS" | null;
  share_class: string | null;
  shares: Int8 | null;
  uir: string | null;
  user_id: string | null;
}

export interface HoldingImportList {
  announced_by_name: string | null;
  companies: number;
  confirmable_from: Timestamp | null;
  confirmed_at: Timestamp | null;
  confirmed_by_name: string | null;
  cost_pence: Int8;
  distributions: number;
  file_id: string;
  file_name: string;
  gross_pence: Int8;
  id: string;
  lots: number;
  members: number;
  obstacle: "exited" | "paid_out" | null;
  proposed_at: Timestamp;
  proposed_by_name: string | null;
  refusal: string | null;
  refused_at: Timestamp | null;
  refused_because: string | null;
  refused_by_name: string | null;
  sha256: string;
  state: "proposed" | "confirmed" | "refused" | "undone";
  takes_effect_at: Timestamp | null;
  undo_because: string | null;
  undo_id: string | null;
  undo_proposed_at: Timestamp | null;
  undo_proposed_by_name: string | null;
  undo_refusal: string | null;
  undone_at: Timestamp | null;
  undone_by_name: string | null;
}

export interface HoldingImports {
  confirmed_at: Timestamp | null;
  confirmed_by: string | null;
  file_id: string;
  file_name: string;
  id: Generated<string>;
  proposed_at: Generated<Timestamp>;
  proposed_by: string | null;
  refused_at: Timestamp | null;
  refused_because: string | null;
  refused_by: string | null;
  sha256: string;
  state: Generated<"proposed" | "confirmed" | "refused" | "undone">;
  undone_at: Timestamp | null;
}

export interface HoldingImportUndos {
  because: string;
  confirmed_at: Timestamp | null;
  confirmed_by: string | null;
  id: Generated<string>;
  import_id: string;
  proposed_at: Generated<Timestamp>;
  proposed_by: string | null;
  refused_at: Timestamp | null;
  refused_because: string | null;
  refused_by: string | null;
}

export interface Holdings {
  certificate_number: string | null;
  certificate_on: string | null;
  commitment_id: string | null;
  company_id: string;
  cost_pence: Int8;
  created_at: Generated<Timestamp>;
  deal_id: string | null;
  fee_pence: Int8;
  id: Generated<string>;
  import_id: string | null;
  issued_on: string;
  price: Numeric;
  record_id: string | null;
  scheme: "SEIS" | "EIS" | null;
  share_class: string;
  shares: Int8;
  uir: string | null;
}

export interface IdentityMarks {
  mark: string | null;
  user_id: string | null;
}

export interface ImportedPayouts {
  costs_pence: Int8;
  gross_pence: Int8;
  holding_id: string;
  id: Generated<string>;
  import_id: string;
  line_id: string;
  paid_on: string;
}

export interface IntroductionBlocks {
  blocked_at: Generated<Timestamp>;
  blocked_id: string;
  id: Generated<string>;
  user_id: string;
}

export interface IntroductionReportList {
  asked_at: Timestamp;
  asked_name: string;
  asker_id: string;
  asker_name: string;
  closed_at: Timestamp | null;
  closed_by_name: string | null;
  id: string;
  is_barred: boolean;
  message: string;
  note: string | null;
  outcome: "dismissed" | "barred" | null;
  reason: string;
  reported_at: Timestamp;
}

export interface IntroductionReports {
  closed_at: Timestamp | null;
  closed_by: string | null;
  id: Generated<string>;
  introduction_id: string;
  note: string | null;
  outcome: "dismissed" | "barred" | null;
  reason: string;
  reported_at: Generated<Timestamp>;
}

export interface Introductions {
  asked_at: Generated<Timestamp>;
  asked_id: string;
  asker_id: string;
  ended_at: Timestamp | null;
  expires_at: Timestamp;
  id: Generated<string>;
  is_unheard: Generated<boolean>;
  message: string;
  state: Generated<"open" | "accepted" | "declined" | "withdrawn" | "expired">;
}

export interface IntroductionSettings {
  barred_at: Timestamp | null;
  barred_because: string | null;
  is_off: Generated<boolean>;
  user_id: string;
}

export interface InvestorRecordList {
  created_at: Timestamp;
  email: string | null;
  full_name: string | null;
  id: string;
  is_complete: boolean;
  needed_until: string | null;
  retain_until: string | null;
  sealed_at: Timestamp | null;
  user_id: string | null;
}

export interface InvestorRecordOpenings {
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  opened_by: string | null;
  reason: string;
  record_id: string;
  statement_id: string | null;
  user_id: string | null;
}

export interface InvestorRecords {
  address: string | null;
  bank_account_name: string | null;
  country: string | null;
  created_at: Generated<Timestamp>;
  date_of_birth: string | null;
  id: Generated<string>;
  is_complete: Generated<boolean>;
  is_uk_taxpayer: boolean | null;
  legal_name: string | null;
  needed_until: string | null;
  retain_until: string | null;
  sealed_at: Timestamp | null;
  updated_at: Generated<Timestamp>;
  user_id: string | null;
}

export interface Invitations {
  code: string;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  email: string;
  expires_at: Timestamp;
  full_name: string | null;
  id: Generated<string>;
  note: string | null;
  tier: "trial" | "premium" | "vip" | null;
  used_at: Timestamp | null;
  used_by: string | null;
}

export interface LedgerChecks {
  bank_pence: Int8;
  checked_at: Generated<Timestamp>;
  deal_id: string;
  difference_pence: Int8;
  id: Generated<string>;
  ledger_pence: Int8;
}

export interface LedgerEntries {
  account: "1000" | "1100" | "2000" | "2100" | "2200" | "2300" | "2400";
  amount_pence: Int8;
  commitment_id: string | null;
  deal_id: string;
  id: Generated<string>;
  transaction_id: string;
}

export interface LedgerTransactions {
  bank_line_id: string | null;
  booked_on: string;
  commitment_id: string | null;
  deal_id: string;
  exit_id: string | null;
  id: Generated<string>;
  kind: "call" | "receipt" | "unidentified" | "leaving" | "club_bears" | "refund" | "return" | "wire" | "fee" | "reversal" | "exit" | "exit_costs" | "distribution" | "payment_returned";
  note: string | null;
  number: number;
  payment_id: string | null;
  posted_at: Generated<Timestamp>;
  posted_by: string | null;
  returned_id: string | null;
  reverses_id: string | null;
}

export interface MailConsents {
  agreed_at: Timestamp;
  id: Generated<string>;
  kind: "deal_release" | "deal_reminder" | "deal_call" | "deal_answers";
  user_id: string;
  way: Generated<"mail" | "weekly" | "here">;
  withdrawn_at: Timestamp | null;
}

export interface MailRefusals {
  answer: string | null;
  email: string;
  mail_id: string;
  refused_at: Timestamp;
  user_id: string;
}

export interface MemberProfiles {
  bio: string | null;
  company: string | null;
  created_at: Generated<Timestamp>;
  expertise: string[] | null;
  expertise_keys: Generated<string[]>;
  full_name: string;
  hidden_by_admin_at: Timestamp | null;
  hidden_by_owner_at: Timestamp | null;
  hidden_reason: string | null;
  id: Generated<string>;
  is_listed: Generated<boolean>;
  is_membership_open: Generated<boolean>;
  is_visible: Generated<boolean>;
  linkedin_url: string | null;
  location: string | null;
  picture_id: Generated<string | null>;
  position: string | null;
  profile_image_url: string | null;
  search_text: Generated<string>;
  services_offered: string | null;
  shows_tier: Generated<boolean>;
  updated_at: Generated<Timestamp>;
  user_id: string;
  website_url: string | null;
}

export interface MemberProfileSubmissions {
  admin_notes: string | null;
  bio: string | null;
  company: string | null;
  created_at: Generated<Timestamp>;
  expertise: string[] | null;
  full_name: string;
  id: Generated<string>;
  linkedin_url: string | null;
  location: string | null;
  picture_id: Generated<string | null>;
  position: string | null;
  profile_image_url: string | null;
  reviewed_at: Timestamp | null;
  reviewed_by: string | null;
  services_offered: string | null;
  status: Generated<"pending" | "approved" | "rejected">;
  submitted_at: Generated<Timestamp>;
  user_id: string;
  website_url: string | null;
}

export interface MembershipRequests {
  approved_at: Timestamp | null;
  approved_by: string | null;
  approved_by_name: string | null;
  commitments: Json | null;
  email: string;
  email_verified: boolean;
  ended_at: Timestamp | null;
  full_name: string | null;
  id: string;
  is_admin: boolean;
  is_decided_by_club: boolean;
  is_first_admin: boolean;
  requested_at: Timestamp;
  role: "member";
  standing_reason: string | null;
  status: "pending" | "approved" | "rejected";
  suspended_at: Timestamp | null;
  user_id: string;
}

export interface Memberships {
  created_at: Generated<Timestamp>;
  end_announced_at: Timestamp | null;
  end_told_at: Timestamp | null;
  from_date: string;
  id: Generated<string>;
  reason: string;
  set_by: string | null;
  tier: "trial" | "premium" | "vip";
  until_date: string | null;
  user_id: string;
}

export interface MessageList {
  approved_at: Timestamp | null;
  approved_by: string | null;
  approved_by_name: string | null;
  audience: Json;
  created_at: Timestamp;
  created_by: string | null;
  created_by_name: string | null;
  deal_company: string | null;
  deal_id: string | null;
  ended_at: Timestamp | null;
  id: string;
  is_offer: boolean | null;
  is_personal: boolean;
  kind: "service" | "club" | "company" | "event" | "offer" | "newsletter";
  not_offer_because: string | null;
  purpose: "rules" | "price" | "privacy" | "security" | "safety" | "meeting" | "money" | null;
  refusal: string | null;
  send_at: Timestamp | null;
  started_at: Timestamp | null;
  started_by: string | null;
  started_by_name: string | null;
  state: "draft" | "in_review" | "scheduled" | "sending" | "paused" | "stopped" | "sent";
  subject: string;
  submitted_at: Timestamp | null;
  submitted_by: string | null;
  submitted_by_name: string | null;
  tested_at: Timestamp | null;
  text: string;
  updated_at: Timestamp;
  updated_by: string | null;
  version: number;
}

export interface MessageMails {
  changed_at: Timestamp;
  id: Generated<string>;
  message_id: string;
  reason: string | null;
  state: Generated<"waiting" | "queued" | "sending" | "sent" | "unknown" | "dropped" | "failed" | "stopped">;
  subscription_id: string | null;
  user_id: string | null;
}

export interface MessageRecipients {
  changed_at: Timestamp;
  email: string | null;
  full_name: string | null;
  id: string;
  message_id: string;
  reason: string | null;
  state: "waiting" | "queued" | "sending" | "sent" | "unknown" | "dropped" | "failed" | "stopped";
  user_id: string | null;
}

export interface Messages {
  approved_at: Timestamp | null;
  approved_by: string | null;
  audience: Json;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  deal_id: string | null;
  ended_at: Timestamp | null;
  id: Generated<string>;
  is_offer: boolean | null;
  is_personal: Generated<boolean>;
  kind: "service" | "club" | "company" | "event" | "offer" | "newsletter";
  not_offer_because: string | null;
  purpose: "rules" | "price" | "privacy" | "security" | "safety" | "meeting" | "money" | null;
  send_at: Timestamp | null;
  started_at: Timestamp | null;
  started_by: string | null;
  state: Generated<"draft" | "in_review" | "scheduled" | "sending" | "paused" | "stopped" | "sent">;
  subject: string;
  submitted_at: Timestamp | null;
  submitted_by: string | null;
  tested_at: Timestamp | null;
  text: string;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface NewsletterSubscriptions {
  agreed_text: string;
  confirmed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  email: string;
  id: Generated<string>;
  requested_at: Generated<Timestamp>;
}

export interface NoticeChoices {
  choice: "mail" | "daily" | "never";
  chosen_at: Timestamp;
  topic: string;
  user_id: string;
}

export interface NoticeMails {
  changed_at: Timestamp;
  created_at: Timestamp;
  day: string;
  id: Generated<string>;
  kind: "weekly" | "daily" | "at_once";
  state: Generated<"queued" | "sending" | "sent" | "unknown" | "empty">;
  user_id: string;
}

export interface Notices {
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  kind: string;
  read_at: Timestamp | null;
  subject_id: string | null;
  text: string | null;
  user_id: string;
}

export interface OpenDealCalls {
  about: string;
  cancelled_reason: string | null;
  deal_id: string;
  ends_at: Timestamp;
  id: string;
  is_joinable: boolean;
  joined_at: Timestamp | null;
  requested_at: Timestamp | null;
  sequence: number;
  starts_at: Timestamp;
}

export interface OpenDealQuestions {
  answer: string | null;
  answered_at: Timestamp | null;
  asked_at: Timestamp;
  deal_id: string;
  declined_reason: string | null;
  id: string;
  is_followed: boolean;
  is_mine: boolean;
  merged_into: string | null;
  question: string;
}

export interface OpenDeals {
  approved_at: Timestamp;
  closes_at: Timestamp;
  closing_reason: string | null;
  content: Json;
  id: string;
  instead_of: Timestamp | null;
  page_sha256: string;
  released_at: Timestamp;
  state: "released" | "closing";
  version_id: string;
  version_number: number;
}

export interface OpenSettingProposals {
  announced_by_name: string | null;
  confirmable_from: Timestamp | null;
  id: string;
  key: "deals" | "fee_account" | "terms";
  proposed_at: Timestamp;
  proposed_by_name: string | null;
  refusal: string | null;
  takes_effect_at: Timestamp | null;
  value: Json;
}

export interface OutgoingPaymentList {
  amount_pence: Int8;
  approved_at: Timestamp | null;
  approved_by_name: string | null;
  asked_by_name: string | null;
  bank_line_id: string | null;
  commitment_id: string | null;
  deal_id: string;
  exit_id: string | null;
  id: string;
  is_own: boolean;
  kind: "refund" | "return" | "wire" | "fee" | "exit_costs" | "distribution";
  obstacle: string | null;
  paid_on: string | null;
  payee: string;
  proposed_at: Timestamp;
  proposed_by: string | null;
  proposed_by_name: string | null;
  reason: string;
  refusal: string | null;
  returned_on: string | null;
  state: "proposed" | "approved" | "paid" | "cancelled";
}

export interface OutgoingPayments {
  amount_pence: Int8;
  approved_at: Timestamp | null;
  approved_by: string | null;
  asked_by: string | null;
  bank_line_id: string | null;
  commitment_id: string | null;
  deal_id: string;
  exit_id: string | null;
  id: Generated<string>;
  kind: "refund" | "return" | "wire" | "fee" | "exit_costs" | "distribution";
  paid_on: string | null;
  payee: string;
  proposed_at: Generated<Timestamp>;
  proposed_by: string | null;
  reason: string;
  state: Generated<"proposed" | "approved" | "paid" | "cancelled">;
}

export interface OwnAllocationChanges {
  commitment_id: string;
  from_shares: Int8;
  is_own: boolean;
  number: number;
  reason: string;
  to_shares: Int8;
}

export interface OwnAllocations {
  asked_shares: Int8;
  base: Int8;
  base_shares: Int8;
  capacity_shares: Int8;
  commitment_id: string;
  confirmed_at: Timestamp;
  cost_pence: Int8;
  deal_id: string;
  due_pence: Int8;
  fee_pence: Int8;
  members: number;
  method: "pro_rata" | "level" | "first_come";
  minimum_shares: Int8;
  priority: Int8;
  priority_share_percent: number;
  priority_shares: Int8;
  rest: Int8;
  rest_shares: Int8;
  round_asked_shares: Int8;
  shares: Int8;
}

export interface OwnCommitmentEvents {
  amount_pence: Int8 | null;
  commitment_id: string;
  happened_at: Timestamp;
  id: string;
  kind: string;
  reason: string | null;
  shares: Int8 | null;
  terms_number: number | null;
}

export interface OwnCommitments {
  allocated_shares: Int8 | null;
  amount_pence: Int8;
  band: "priority" | "general";
  called_at: Timestamp | null;
  ceiling_pence: Int8;
  closes_at: Timestamp;
  closing_reason: string | null;
  company_name: string;
  completion_expected_on: string;
  content_after: Json | null;
  content_before: Json | null;
  cost_pence: Int8 | null;
  created_at: Timestamp;
  deal_id: string;
  deal_name: string;
  deal_state: "enquiry" | "screening" | "meeting" | "diligence" | "preparing" | "approved" | "released" | "closing" | "completed" | "exited" | "declined" | "withdrawn" | "parked" | "cancelled";
  due_at: Timestamp | null;
  due_pence: Int8 | null;
  extended_at: Timestamp | null;
  extended_by: string | null;
  extension_reason: string | null;
  fee_bp: number;
  fee_pence: Int8 | null;
  grace_until: Timestamp | null;
  held_at: Timestamp | null;
  id: string;
  instead_of: Timestamp | null;
  least_shares: Int8;
  minimum_pence: Int8;
  new_minimum_pence: Int8;
  new_price: Numeric;
  new_scheme: "SEIS" | "EIS" | "none";
  new_terms_id: string;
  new_terms_number: number;
  number: number;
  panel_after: Json | null;
  panel_before: Json | null;
  placed_at: Timestamp;
  price: Numeric;
  reconsent_until: Timestamp | null;
  record_id: string;
  reference: string | null;
  said_sent_at: Timestamp | null;
  scheme: "SEIS" | "EIS" | "none";
  shares: Int8;
  signed_as: string | null;
  state: "committed" | "needs_reconsent" | "waiting_list" | "allocated" | "called" | "part_paid" | "paid" | "completed" | "withdrawn" | "left_on_change" | "released_unpaid" | "deal_cancelled" | "refunded";
  state_since: Timestamp;
  terms_id: string;
  terms_number: number;
  tier: "trial" | "premium" | "vip";
  updated_at: Timestamp;
  wants_relief: boolean | null;
}

export interface OwnContacts {
  certificate_number: string | null;
  company_id: string;
  company_name: string;
  company_number: string | null;
  deal_id: string | null;
  holding_id: string;
  nominee: string | null;
  place: string | null;
  vehicle: string | null;
  website: string | null;
}

export interface OwnDeliveries {
  channel: "list" | "page" | "mail" | "document" | "answer" | "call";
  company_name: string | null;
  delivered_at: Timestamp;
  document_title: string | null;
  id: string;
  page_sha256: string;
  signed_on: string;
  statement_id: string;
  terms_number: number;
  terms_set_at: Timestamp;
  valid_through: string;
  version_number: number;
}

export interface OwnDocuments {
  added_at: Timestamp;
  bytes: number | null;
  company_id: string | null;
  company_name: string | null;
  dated_on: string;
  deal_id: string | null;
  deal_name: string | null;
  file_id: string | null;
  id: string;
  kind: "subscription_agreement" | "board_minutes" | "nominee_agreement" | "share_schedule" | "success_fee_invoice" | "company_certificate" | "ledger" | "beneficial_certificate" | "signed_commitment" | "relief_certificate" | "signed_statement" | "company_letter" | "deal_document" | "exit_statement" | "price_evidence" | "split_evidence";
  quarter: string | null;
  scheme: "SEIS" | "EIS" | null;
  sha256: string | null;
  title: string;
}

export interface OwnExitLines {
  arrived_on: string | null;
  certificate_number: string | null;
  commitment_id: string | null;
  company_id: string;
  company_name: string;
  confirmed_at: Timestamp;
  costs_pence: Int8;
  deal_id: string | null;
  deal_name: string | null;
  exit_id: string;
  gross_pence: Int8;
  happened_on: string;
  holding_id: string;
  id: string;
  in_effect_at: Timestamp;
  issued_on: string;
  kind: "sale" | "buyback" | "ipo" | "liquidation" | "dividend" | "holdback";
  note: string | null;
  paid_on: string | null;
  paid_pence: Int8;
  price: string;
  returned_on: string | null;
  shares: Int8;
}

export interface OwnHoldings {
  certificate_on: string | null;
  certificate_withdrawn_on: string | null;
  commitment_id: string | null;
  company_id: string;
  company_name: string;
  cost_pence: Int8;
  deal_id: string | null;
  deal_name: string | null;
  fee_pence: Int8;
  id: string;
  import_id: string | null;
  issued_on: string;
  one_line: string | null;
  payments: Json;
  pre_money_pence: Int8 | null;
  price: Numeric;
  record_id: string;
  reliefs: Json;
  round_total_pence: Int8;
  scheme: "SEIS" | "EIS" | null;
  sector: string | null;
  share_class: string;
  shares: Int8;
  wired_on: string;
}

export interface OwnImportedPayouts {
  costs_pence: Int8;
  gross_pence: Int8;
  holding_id: string;
  id: string;
  paid_on: string;
}

export interface OwnIntroductionBlocks {
  blocked_at: Timestamp;
  id: string;
  name: string;
}

export interface OwnIntroductions {
  asked_at: Timestamp;
  email: string | null;
  ended_at: Timestamp | null;
  expires_at: Timestamp;
  id: string;
  is_asker: boolean;
  is_blocked: boolean;
  is_reported: boolean;
  location: string | null;
  member_since: Timestamp | null;
  message: string;
  name: string;
  profile_id: string | null;
  state: "expired" | "open" | "accepted" | "declined" | "withdrawn";
  tier: "trial" | "premium" | "vip" | null;
}

export interface OwnMessages {
  id: string;
  kind: "service" | "club" | "company" | "event" | "offer" | "newsletter";
  message_id: string;
  sent_at: Timestamp | null;
  subject: string;
  text: string;
}

export interface OwnPapers {
  bytes: number;
  commitment_id: string;
  company_id: string;
  company_name: string;
  created_at: Timestamp;
  dated_on: string;
  deal_id: string;
  deal_name: string;
  file_id: string;
  file_name: string;
  id: string;
  kind: "subscription_agreement" | "board_minutes" | "nominee_agreement" | "share_schedule" | "success_fee_invoice" | "company_certificate" | "ledger" | "beneficial_certificate" | "signed_commitment" | "relief_certificate";
  scheme: "SEIS" | "EIS" | null;
  sha256: string;
}

export interface OwnRecordOpenings {
  created_at: Timestamp;
  id: string;
  opened_by_name: string | null;
  reason: string;
  statement_id: string | null;
}

export interface OwnReturnedPayouts {
  amount_pence: Int8;
  commitment_id: string;
  exit_id: string | null;
  id: string;
  returned_on: string;
}

export interface OwnShareActions {
  company_id: string;
  effective_on: string;
  has_evidence: boolean;
  id: string;
  is_by_two_admins: boolean;
  lines: Json;
  new_shares: number;
  old_shares: number;
  share_class: string | null;
  source: string;
}

export interface OwnTopUps {
  available_shares: Int8;
  closes_at: Timestamp;
  commitment_id: string;
  id: string;
  least_shares: Int8;
  offered_shares: Int8;
  taken_shares: Int8;
}

export interface OwnUnissued {
  commitment_id: string;
  company_id: string;
  company_name: string;
  deal_name: string;
  payments: Json;
}

export interface OwnWithdrawnPapers {
  commitment_id: string;
  id: string;
  reason: string;
  withdrawn_at: Timestamp | null;
}

export interface PaperList {
  author_name: string | null;
  bytes: number;
  commitment_id: string | null;
  created_at: Timestamp;
  dated_on: string;
  deal_id: string;
  file_name: string;
  found: Json | null;
  full_name: string | null;
  id: string;
  kind: "subscription_agreement" | "board_minutes" | "nominee_agreement" | "share_schedule" | "success_fee_invoice" | "company_certificate" | "ledger" | "beneficial_certificate" | "signed_commitment" | "relief_certificate";
  matched_at: Timestamp | null;
  member: number | null;
  sha256: string;
}

export interface Papers {
  author_id: string | null;
  commitment_id: string | null;
  created_at: Generated<Timestamp>;
  dated_on: string;
  deal_id: string;
  drawing: number | null;
  file_id: string;
  file_name: string;
  found: Json | null;
  id: Generated<string>;
  kind: "subscription_agreement" | "board_minutes" | "nominee_agreement" | "share_schedule" | "success_fee_invoice" | "company_certificate" | "ledger" | "beneficial_certificate" | "signed_commitment" | "relief_certificate";
  matched_at: Timestamp | null;
  matched_by: string | null;
  removed_at: Timestamp | null;
  removed_by: string | null;
  withdrawn_reason: string | null;
}

export interface PendingMembers {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  email: string;
  full_name: string;
  id: Generated<string>;
  tier: "trial" | "premium" | "vip" | null;
}

export interface People {
  email: string;
  email_verified: boolean;
  full_name: string | null;
  id: string;
  is_first_admin: boolean;
  name: string;
}

export interface PeopleList {
  email: string;
  full_name: string | null;
  has_second_factor: boolean;
  id: string;
  is_admin: boolean;
  last_signed_in_at: Timestamp | null;
  profile_state: "hidden_by_admin" | "hidden_by_owner" | "shown" | "not_listed" | "sent_back" | "in_review" | "none";
  since: Timestamp;
  status: "ended" | "suspended" | "pending" | "approved" | "rejected" | "invited";
  tier: "trial" | "premium" | "vip" | null;
  tier_until: string | null;
  user_id: string | null;
}

export interface PeopleSessions {
  created_at: Timestamp;
  id: string;
  last_used_at: Timestamp;
  user_agent: string | null;
  user_id: string;
}

export interface Pictures {
  created_at: Generated<Timestamp>;
  file_id: string;
  height: number;
  id: Generated<string>;
  name: string;
  user_id: string;
  width: number;
}

export interface PriceEvidence {
  author_id: string | null;
  created_at: Generated<Timestamp>;
  file_id: string;
  file_name: string;
  id: Generated<string>;
  price_id: string;
}

export interface ProposedCancellings {
  author_id: string | null;
  confirmed_at: Timestamp | null;
  confirmed_by: string | null;
  deal_id: string;
  id: Generated<string>;
  proposed_at: Generated<Timestamp>;
  reason: string;
  withdrawn_at: Timestamp | null;
}

export interface PublishedContent {
  content: Json;
  first_published_at: Timestamp;
  id: string;
  is_example: boolean;
  kind: "article" | "news" | "faq" | "site_page" | "page" | "co_founder" | "event" | "company";
  position: number;
  published_at: Timestamp;
  slug: string;
}

export interface ReadableDeals {
  approved_at: Timestamp;
  closes_at: Timestamp;
  closing_reason: string | null;
  content: Json;
  id: string;
  instead_of: Timestamp | null;
  is_bought: boolean;
  page_sha256: string;
  released_at: Timestamp | null;
  state: "enquiry" | "screening" | "meeting" | "diligence" | "preparing" | "approved" | "released" | "closing" | "completed" | "exited" | "declined" | "withdrawn" | "parked" | "cancelled";
  version_id: string;
  version_number: number;
}

export interface ReliefMembers {
  address: string | null;
  commitment_id: string;
  cost_pence: Int8;
  deal_id: string;
  full_name: string | null;
  issued_on: string;
  legal_name: string | null;
  matched_at: Timestamp | null;
  member: number;
  paper_id: string | null;
  price: Numeric;
  scheme: "SEIS" | "EIS" | null;
  share_class: string;
  shares: Int8;
  wants_relief: boolean | null;
}

export interface ReliefRecords {
  claimed_on: string;
  created_at: Generated<Timestamp>;
  holding_id: string | null;
  id: Generated<string>;
  is_carried_back: Generated<boolean>;
  kind: "income" | "loss";
  lost_on: string | null;
  pence: Int8;
  record_id: string | null;
  typed_holding_id: string | null;
}

export interface ReliefSteps {
  deal_id: string;
  happened_on: string;
  id: Generated<string>;
  recorded_at: Generated<Timestamp>;
  recorded_by: string | null;
  step: "filed" | "authorised" | "certified" | "chased";
  uir: string | null;
}

export interface RemovedFiles {
  created_at: Generated<Timestamp>;
  id: string;
}

export interface SettingProposals {
  confirmed_at: Timestamp | null;
  confirmed_by: string | null;
  ended_at: Timestamp | null;
  id: Generated<string>;
  key: "deals" | "fee_account" | "terms";
  outcome: "in_force" | "withdrawn" | "failed" | null;
  proposed_at: Generated<Timestamp>;
  proposed_by: string | null;
  value: Json;
}

export interface ShareActionEvidence {
  action_id: string;
  author_id: string | null;
  created_at: Generated<Timestamp>;
  file_id: string;
  file_name: string;
  id: Generated<string>;
}

export interface ShareActionLineList {
  action_id: string;
  deal_id: string | null;
  deal_name: string | null;
  full_name: string | null;
  id: string;
  is_rounded: boolean;
  issued_on: string;
  place: number;
  share_class: string;
  shares_after: Int8;
  shares_before: Int8;
}

export interface ShareActionLines {
  action_id: string;
  holding_id: string;
  id: Generated<string>;
  shares_added: Generated<Int8>;
  shares_after: Int8;
  shares_before: Int8;
}

export interface ShareActionList {
  company_id: string;
  confirmable_from: Timestamp | null;
  confirmed_at: Timestamp | null;
  confirmed_by_name: string | null;
  effective_on: string;
  evidence_name: string | null;
  id: string;
  is_waiting: boolean;
  members: number;
  new_shares: number;
  old_shares: number;
  proposed_at: Timestamp;
  proposed_by: string | null;
  proposed_by_name: string | null;
  refusal: string | null;
  refused_at: Timestamp | null;
  refused_because: string | null;
  rounded_members: number;
  share_class: string | null;
  shares_after: Int8;
  shares_before: Int8;
  source: string;
}

export interface ShareActions {
  company_id: string;
  confirmed_at: Timestamp | null;
  confirmed_by: string | null;
  effective_on: string;
  id: Generated<string>;
  new_shares: number;
  old_shares: number;
  proposed_at: Generated<Timestamp>;
  proposed_by: string | null;
  refused_at: Timestamp | null;
  refused_because: string | null;
  refused_by: string | null;
  share_class: string | null;
  source: string;
}

export interface SharePriceList {
  announced_by_name: string | null;
  as_of: string;
  basis: "last_round" | "offer" | "club_estimate" | "impaired" | "nil";
  company_id: string;
  confirmable_from: Timestamp | null;
  confirmed_at: Timestamp | null;
  confirmed_by_name: string | null;
  entered_at: Timestamp;
  entered_by: string | null;
  entered_by_name: string | null;
  evidence_name: string | null;
  id: string;
  impaired_percent: number | null;
  in_effect_at: Timestamp | null;
  is_replaced: boolean;
  is_waiting: boolean;
  needs_evidence: boolean;
  price: Numeric;
  price_before: Numeric | null;
  refusal: string | null;
  refused_at: Timestamp | null;
  refused_because: string | null;
  share_class: string | null;
  shares_in_issue: Int8 | null;
  source: string;
  takes_effect_at: Timestamp | null;
}

export interface SharePrices {
  as_of: string;
  basis: "last_round" | "offer" | "club_estimate" | "impaired" | "nil";
  company_id: string;
  confirmed_at: Timestamp | null;
  confirmed_by: string | null;
  entered_at: Generated<Timestamp>;
  entered_by: string | null;
  id: Generated<string>;
  impaired_percent: number | null;
  price: Numeric;
  refused_at: Timestamp | null;
  refused_because: string | null;
  refused_by: string | null;
  share_class: string | null;
  shares_in_issue: Int8 | null;
  source: string;
}

export interface ShownEvents {
  answer: "lapsed" | "going" | "not_going" | "waiting" | "offered" | null;
  answer_id: string | null;
  answer_until: Timestamp | null;
  answered_at: Timestamp | null;
  attended: number;
  attended_at: Timestamp | null;
  cancelled_at: Timestamp | null;
  cancelled_reason: string | null;
  capacity: number | null;
  changed_at: Timestamp;
  ends_at: Timestamp;
  entry_changes: number | null;
  going: number;
  guest_name: string | null;
  guests: number;
  id: string;
  offer_hours: number;
  offered_until: Timestamp | null;
  sequence: number;
  starts_at: Timestamp;
  taken: number;
  turn: number | null;
  waiting: number;
}

export interface ShownTiers {
  profile_id: string;
  tier: "trial" | "premium" | "vip";
}

export interface Signatories {
  announced_at: Timestamp | null;
  capacity: "admin" | "second";
  confirmed_at: Timestamp | null;
  confirmed_by: string | null;
  end_member_confirmed_by: string | null;
  end_proposed_at: Timestamp | null;
  end_proposed_by: string | null;
  end_reason: string | null;
  ended_at: Timestamp | null;
  ended_by: string | null;
  how_known: string | null;
  id: Generated<string>;
  member_confirmed_at: Timestamp | null;
  member_confirmed_by: string | null;
  origin: Generated<"proposed" | "setting" | "taken_over">;
  proposed_at: Generated<Timestamp>;
  proposed_by: string | null;
  told_at: Timestamp | null;
  user_id: string | null;
}

export interface SignatoryList {
  announced_at: Timestamp | null;
  capacity: "admin" | "second";
  confirmed_at: Timestamp | null;
  confirmed_by_name: string | null;
  email: string | null;
  end_member_confirmed_by_name: string | null;
  end_proposed_at: Timestamp | null;
  end_proposed_by_name: string | null;
  end_reason: string | null;
  end_refusal: string | null;
  full_name: string | null;
  how_known: string | null;
  id: string;
  is_first_admin: boolean;
  is_objected_to: boolean | null;
  is_own: boolean;
  member_confirmed_by_name: string | null;
  needs_members: boolean | null;
  objections: Json;
  origin: "proposed" | "setting" | "taken_over";
  proposed_at: Timestamp;
  proposed_by_name: string | null;
  refusal: string | null;
  standing_since: Timestamp | null;
  stands_from: Timestamp | null;
  user_id: string;
}

export interface SignatoryObjections {
  id: Generated<string>;
  objected_at: Generated<Timestamp>;
  reason: string;
  signatory_id: string;
  user_id: string | null;
  withdrawn_at: Timestamp | null;
}

export interface StandingTransactions {
  bank_line_id: string | null;
  booked_on: string;
  commitment_id: string | null;
  deal_id: string;
  exit_id: string | null;
  id: string;
  kind: "call" | "receipt" | "unidentified" | "leaving" | "club_bears" | "refund" | "return" | "wire" | "fee" | "reversal" | "exit" | "exit_costs" | "distribution" | "payment_returned";
  note: string | null;
  number: number;
  payment_id: string | null;
  posted_at: Timestamp;
  posted_by: string | null;
  returned_id: string | null;
  reverses_id: string | null;
}

export interface StatementAttempts {
  attempted_at: Timestamp;
  id: Generated<string>;
  outcome: "refused" | "contradiction" | "declined";
  record_id: string;
}

export interface StatementForms {
  author_id: string | null;
  content: Json;
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  is_sample: Generated<boolean>;
  kind: "high_net_worth" | "self_certified_sophisticated";
  law_reference: string;
  sha256: string;
  signed_off_at: Timestamp | null;
  signed_off_by: string | null;
  valid_from: string;
  valid_until: string | null;
  version_label: string;
  withdrawn_at: Timestamp | null;
  withdrawn_by: string | null;
  withdrawn_reason: string | null;
}

export interface StatementFormVersions {
  author_id: string | null;
  author_name: string | null;
  content: Json;
  created_at: Timestamp;
  id: string;
  is_left_to_author: boolean;
  is_sample: boolean;
  kind: "high_net_worth" | "self_certified_sophisticated";
  law_reference: string;
  sha256: string;
  signed_off_at: Timestamp | null;
  signed_off_by: string | null;
  signed_off_by_name: string | null;
  valid_from: string;
  valid_until: string | null;
  version_label: string;
  withdrawn_at: Timestamp | null;
  withdrawn_by: string | null;
  withdrawn_reason: string | null;
}

export interface StatementPages {
  key_id: string;
  sealed: Buffer;
  statement_id: string;
}

export interface StatementRegister {
  decided_by_name: string | null;
  email: string | null;
  ended_at: Timestamp | null;
  flags: string[];
  form_id: string;
  full_name: string | null;
  id: string;
  kind: "high_net_worth" | "self_certified_sophisticated";
  live_from: Timestamp | null;
  page_sha256: string;
  reason: string | null;
  record_id: string;
  signed_at: Timestamp;
  signed_on: string;
  state: "live" | "in_review" | "refused" | "withdrawn" | "revoked";
  user_id: string | null;
  valid_through: string;
  version_label: string;
}

export interface StatementReminders {
  days_before: number;
  id: Generated<string>;
  sent_at: Timestamp;
  statement_id: string;
}

export interface Statements {
  accept_reason: string | null;
  decided_by: string | null;
  ended_at: Timestamp | null;
  flags: Generated<string[]>;
  form_id: string;
  id: Generated<string>;
  ip_address: string | null;
  live_from: Timestamp | null;
  page_sha256: string;
  reason: string | null;
  record_id: string;
  signed_at: Timestamp;
  signed_on: Generated<string>;
  state: "live" | "in_review" | "refused" | "withdrawn" | "revoked";
  user_agent: string | null;
  valid_through: Generated<string>;
}

export interface SubmissionViews {
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  user_id: string;
  viewed_at: Generated<Timestamp>;
  viewed_on: Generated<string>;
  viewer_id: string | null;
}

export interface SuccessFeeDecisions {
  allowed_bp: number | null;
  article: string | null;
  deal_id: string;
  decided_at: Generated<Timestamp>;
  decided_by: string | null;
  id: Generated<string>;
  waived_because: string | null;
}

export interface SuccessFeeInvoices {
  article: string;
  deal_id: string;
  fee_bp: number;
  fee_pence: Int8;
  id: Generated<string>;
  invoiced_on: string;
  number: number;
  raised_pence: Int8;
}

export interface ToldWaiting {
  kind: string;
  notice_mail_id: string;
  subject_id: string;
  user_id: string;
}

export interface TopUpLines {
  answered_at: Timestamp | null;
  commitment_id: string;
  id: Generated<string>;
  offered: Int8;
  taken: Generated<Int8>;
  top_up_id: string;
  unfilled: Int8;
}

export interface TopUps {
  closes_at: Timestamp;
  deal_id: string;
  ended_at: Timestamp | null;
  id: Generated<string>;
  number: number;
  opened_at: Generated<Timestamp>;
  opened_by: string | null;
  shares: Int8;
}

export interface TypedCompanies {
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  name: string;
  user_id: Generated<string>;
}

export interface TypedHoldings {
  certificate_on: string | null;
  company_id: string;
  cost_pence: Int8;
  created_at: Generated<Timestamp>;
  fee_pence: Int8;
  id: Generated<string>;
  issued_on: string;
  note: string | null;
  price: Numeric;
  scheme: "SEIS" | "EIS" | null;
  share_class: string;
  shares: Int8;
  updated_at: Generated<Timestamp>;
  user_id: Generated<string>;
}

export interface TypedPrices {
  as_of: string;
  company_id: string;
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  price: Numeric;
  source: string | null;
  user_id: Generated<string>;
}

export interface TypedSales {
  company_id: string;
  costs_pence: Int8;
  created_at: Generated<Timestamp>;
  gross_pence: Int8;
  id: Generated<string>;
  shares: Int8;
  sold_on: string;
  user_id: Generated<string>;
}

export interface UnfilledWishes {
  commitment_id: string;
  deal_id: string;
  least: Int8;
  placed_at: Timestamp;
  unfilled: Int8;
  user_id: string | null;
}

export interface UserRoles {
  approved_at: Timestamp | null;
  approved_by: string | null;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  id: Generated<string>;
  requested_at: Generated<Timestamp>;
  role: "admin" | "member";
  standing_by: string | null;
  standing_reason: string | null;
  status: Generated<"pending" | "approved" | "rejected">;
  suspended_at: Timestamp | null;
  user_id: string;
}

export interface WebhookDeliveries {
  answer: string | null;
  attempts: Generated<number>;
  data: Json;
  endpoint_id: string;
  event_id: string;
  event_type: "membership.requested" | "membership.approved" | "event.rsvp" | "deal.released" | "deal.completed" | "message.sent" | "person.deleted";
  id: Generated<string>;
  last_attempt_at: Timestamp | null;
  next_attempt_at: Generated<Timestamp | null>;
  occurred_at: Generated<Timestamp>;
  reason: string | null;
  state: Generated<"waiting" | "delivered" | "failed">;
  status: number | null;
}

export interface WebhookEndpoints {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  events: ("membership.requested" | "membership.approved" | "event.rsvp" | "deal.released" | "deal.completed" | "message.sent" | "person.deleted")[];
  failing_since: Timestamp | null;
  id: Generated<string>;
  name: string;
  switched_off_at: Timestamp | null;
  switched_off_because: "admin" | "failing" | "gone" | null;
  url: string;
}

export interface WebhookSecrets {
  created_at: Generated<Timestamp>;
  endpoint_id: string;
  ends_at: Timestamp | null;
  id: Generated<string>;
  key_id: string;
  sealed: Buffer;
}

export interface DB {
  account_belongings: AccountBelongings;
  act_list: ActList;
  act_objection_list: ActObjectionList;
  act_objections: ActObjections;
  act_part_list: ActPartList;
  act_parts: ActParts;
  acts: Acts;
  act_signatures: ActSignatures;
  admin_actions: AdminActions;
  admin_emails: AdminEmails;
  admins: Admins;
  adviser_openings: AdviserOpenings;
  adviser_seats: AdviserSeats;
  allocation_lines: AllocationLines;
  allocation_list: AllocationList;
  allocations: Allocations;
  allocation_terms: AllocationTerms;
  announced_confirmations: AnnouncedConfirmations;
  asked_sums: AskedSums;
  audit_events: AuditEvents;
  audit_log: AuditLog;
  audit_people: AuditPeople;
  "auth.accounts": AuthAccounts;
  "auth.api_keys": AuthApiKeys;
  "auth.devices": AuthDevices;
  "auth.email_changes": AuthEmailChanges;
  "auth.email_verifications": AuthEmailVerifications;
  "auth.jwks": AuthJwks;
  "auth.passkeys": AuthPasskeys;
  "auth.rate_limits": AuthRateLimits;
  "auth.refresh_tokens": AuthRefreshTokens;
  "auth.sessions": AuthSessions;
  "auth.two_factors": AuthTwoFactors;
  "auth.used_totp_codes": AuthUsedTotpCodes;
  "auth.users": AuthUsers;
  "auth.verifications": AuthVerifications;
  backups: Backups;
  balance_sightings: BalanceSightings;
  bank_feed_files: BankFeedFiles;
  bank_feed_items: BankFeedItems;
  bank_feed_list: BankFeedList;
  bank_feeds: BankFeeds;
  bank_feed_tokens: BankFeedTokens;
  bank_file_list: BankFileList;
  bank_files: BankFiles;
  bank_line_list: BankLineList;
  bank_lines: BankLines;
  bank_mappings: BankMappings;
  bank_matches: BankMatches;
  bank_match_list: BankMatchList;
  brand_files: BrandFiles;
  bulk_mail_pace: BulkMailPace;
  calendar_domains: CalendarDomains;
  calendar_feeds: CalendarFeeds;
  cancelling_proposals: CancellingProposals;
  client_errors: ClientErrors;
  closing_announcements: ClosingAnnouncements;
  closing_members: ClosingMembers;
  closing_proposals: ClosingProposals;
  closing_sums: ClosingSums;
  club_setting_revisions: ClubSettingRevisions;
  club_settings: ClubSettings;
  club_setup: ClubSetup;
  club_setup_state: ClubSetupState;
  collection_account_list: CollectionAccountList;
  collection_accounts: CollectionAccounts;
  commitment_events: CommitmentEvents;
  commitment_history: CommitmentHistory;
  commitment_people: CommitmentPeople;
  commitments: Commitments;
  companies: Companies;
  company_account_list: CompanyAccountList;
  company_account_requests: CompanyAccountRequests;
  company_accounts: CompanyAccounts;
  company_logos: CompanyLogos;
  company_prices: CompanyPrices;
  company_update_letters: CompanyUpdateLetters;
  company_update_offers: CompanyUpdateOffers;
  company_update_requests: CompanyUpdateRequests;
  company_updates: CompanyUpdates;
  content_files: ContentFiles;
  content_installations: ContentInstallations;
  content_item_revisions: ContentItemRevisions;
  content_items: ContentItems;
  content_revisions: ContentRevisions;
  current_tiers: CurrentTiers;
  deal_call_people: DealCallPeople;
  deal_call_requests: DealCallRequests;
  deal_calls: DealCalls;
  deal_completion_list: DealCompletionList;
  deal_completions: DealCompletions;
  deal_document_pages: DealDocumentPages;
  deal_documents: DealDocuments;
  deal_ends: DealEnds;
  deal_interests: DealInterests;
  deal_ledger: DealLedger;
  deal_ledger_sums: DealLedgerSums;
  deal_mailing_list: DealMailingList;
  deal_mailings: DealMailings;
  deal_mails: DealMails;
  deal_moves: DealMoves;
  deal_notes: DealNotes;
  deal_panel: DealPanel;
  deal_question_follows: DealQuestionFollows;
  deal_question_list: DealQuestionList;
  deal_questions: DealQuestions;
  deal_room: DealRoom;
  deals: Deals;
  deal_terms: DealTerms;
  deal_version_list: DealVersionList;
  deal_versions: DealVersions;
  deletion_requests: DeletionRequests;
  deliveries: Deliveries;
  delivery_register: DeliveryRegister;
  delivery_seals: DeliverySeals;
  desk_commitments: DeskCommitments;
  desk_deal_ends: DeskDealEnds;
  directory_revisions: DirectoryRevisions;
  directory_terms: DirectoryTerms;
  document_opening_list: DocumentOpeningList;
  document_openings: DocumentOpenings;
  event_answers: EventAnswers;
  event_attendees: EventAttendees;
  event_places: EventPlaces;
  exit_deal_money: ExitDealMoney;
  exit_deals: ExitDeals;
  exit_line_list: ExitLineList;
  exit_lines: ExitLines;
  exit_list: ExitList;
  exit_outside: ExitOutside;
  exit_outside_payments: ExitOutsidePayments;
  exits: Exits;
  file_chunks: FileChunks;
  files: Files;
  funds_calls: FundsCalls;
  funds_nudges: FundsNudges;
  funds_reminders: FundsReminders;
  held_companies: HeldCompanies;
  held_rounds: HeldRounds;
  holding_import_line_list: HoldingImportLineList;
  holding_import_lines: HoldingImportLines;
  holding_import_list: HoldingImportList;
  holding_imports: HoldingImports;
  holding_import_undos: HoldingImportUndos;
  holdings: Holdings;
  identity_marks: IdentityMarks;
  imported_payouts: ImportedPayouts;
  introduction_blocks: IntroductionBlocks;
  introduction_report_list: IntroductionReportList;
  introduction_reports: IntroductionReports;
  introductions: Introductions;
  introduction_settings: IntroductionSettings;
  investor_record_list: InvestorRecordList;
  investor_record_openings: InvestorRecordOpenings;
  investor_records: InvestorRecords;
  invitations: Invitations;
  ledger_checks: LedgerChecks;
  ledger_entries: LedgerEntries;
  ledger_transactions: LedgerTransactions;
  mail_consents: MailConsents;
  mail_refusals: MailRefusals;
  member_profiles: MemberProfiles;
  member_profile_submissions: MemberProfileSubmissions;
  membership_requests: MembershipRequests;
  memberships: Memberships;
  message_list: MessageList;
  message_mails: MessageMails;
  message_recipients: MessageRecipients;
  messages: Messages;
  newsletter_subscriptions: NewsletterSubscriptions;
  notice_choices: NoticeChoices;
  notice_mails: NoticeMails;
  notices: Notices;
  open_deal_calls: OpenDealCalls;
  open_deal_questions: OpenDealQuestions;
  open_deals: OpenDeals;
  open_setting_proposals: OpenSettingProposals;
  outgoing_payment_list: OutgoingPaymentList;
  outgoing_payments: OutgoingPayments;
  own_allocation_changes: OwnAllocationChanges;
  own_allocations: OwnAllocations;
  own_commitment_events: OwnCommitmentEvents;
  own_commitments: OwnCommitments;
  own_contacts: OwnContacts;
  own_deliveries: OwnDeliveries;
  own_documents: OwnDocuments;
  own_exit_lines: OwnExitLines;
  own_holdings: OwnHoldings;
  own_imported_payouts: OwnImportedPayouts;
  own_introduction_blocks: OwnIntroductionBlocks;
  own_introductions: OwnIntroductions;
  own_messages: OwnMessages;
  own_papers: OwnPapers;
  own_record_openings: OwnRecordOpenings;
  own_returned_payouts: OwnReturnedPayouts;
  own_share_actions: OwnShareActions;
  own_top_ups: OwnTopUps;
  own_unissued: OwnUnissued;
  own_withdrawn_papers: OwnWithdrawnPapers;
  paper_list: PaperList;
  papers: Papers;
  pending_members: PendingMembers;
  people: People;
  people_list: PeopleList;
  people_sessions: PeopleSessions;
  pictures: Pictures;
  price_evidence: PriceEvidence;
  proposed_cancellings: ProposedCancellings;
  published_content: PublishedContent;
  readable_deals: ReadableDeals;
  relief_members: ReliefMembers;
  relief_records: ReliefRecords;
  relief_steps: ReliefSteps;
  removed_files: RemovedFiles;
  setting_proposals: SettingProposals;
  share_action_evidence: ShareActionEvidence;
  share_action_line_list: ShareActionLineList;
  share_action_lines: ShareActionLines;
  share_action_list: ShareActionList;
  share_actions: ShareActions;
  share_price_list: SharePriceList;
  share_prices: SharePrices;
  shown_events: ShownEvents;
  shown_tiers: ShownTiers;
  signatories: Signatories;
  signatory_list: SignatoryList;
  signatory_objections: SignatoryObjections;
  standing_transactions: StandingTransactions;
  statement_attempts: StatementAttempts;
  statement_forms: StatementForms;
  statement_form_versions: StatementFormVersions;
  statement_pages: StatementPages;
  statement_register: StatementRegister;
  statement_reminders: StatementReminders;
  statements: Statements;
  submission_views: SubmissionViews;
  success_fee_decisions: SuccessFeeDecisions;
  success_fee_invoices: SuccessFeeInvoices;
  told_waiting: ToldWaiting;
  top_up_lines: TopUpLines;
  top_ups: TopUps;
  typed_companies: TypedCompanies;
  typed_holdings: TypedHoldings;
  typed_prices: TypedPrices;
  typed_sales: TypedSales;
  unfilled_wishes: UnfilledWishes;
  user_roles: UserRoles;
  webhook_deliveries: WebhookDeliveries;
  webhook_endpoints: WebhookEndpoints;
  webhook_secrets: WebhookSecrets;
}
