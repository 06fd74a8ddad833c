import type { Act } from "#shared/acts/acts.ts";

const id = "0190a0a0-0000-7000-8000-0000000000e1";
const line = (number: number, asked: number, rest: number, cost_pence: number, fee_pence: number) => ({
  number,
  asked,
  base: 365,
  rest,
  shares: 365 + rest,
  cost_pence,
  fee_pence,
  reason: null,
});
const part = (name: Act["parts"][number]["part"], is_discretionary = false) => ({
  part: name,
  is_discretionary,
  not_before: null,
  executed_at: null,
  refusal: "not_signed" as const,
});

/** Of three members of the worked example, made by Amara and signed by nobody. */
export const closingList: Act = {
  id,
  deal_id: "0190a0a0-0000-7000-8000-0000000000d1",
  company_name: "Fern Robotics Ltd",
  deal_name: "Seed round",
  kind: "closing",
  number: 2,
  content_sha256: `d2837fb0${"0".repeat(56)}`,
  content: {
    kind: "closing",
    company: "Fern Robotics Ltd",
    deal: "Seed round",
    version: 1,
    page_sha256: "a".repeat(64),
    parts: ["shares", "company_account", "wire", "fees", "completion"],
    panel: [
      { name: "Amara Okafor", capacity: "admin", arranges: true, invests_pence: 200_000 },
      { name: "Daniel Price", capacity: "admin", arranges: true, invests_pence: 150_000 },
    ],
    collection_account: {
      id,
      account_name: "Harbour Nominees Ltd",
      sort_code: "00-00-00",
      account_number: "00004471",
      bank: "Harbour Bank",
      partner: "Harbour Nominees",
      entered_by: "Amara Okafor",
      is_new: false,
    },
    shares: {
      method: "pro_rata",
      input_sha256: "b".repeat(64),
      capacity_shares: 4204,
      price: "1.3725",
      result_sha256: "c".repeat(64),
      lines: [line(1, 1457, 848, 166_484, 0), line(3, 2185, 1413, 244_031, 0), line(6, 1457, 848, 166_484, 6659)],
    },
    company_account: {
      id,
      account_name: "Fern Robotics Ltd",
      sort_code: "10-20-30",
      account_number: "00004321",
      bank: "A Bank",
      entered_by: "Amara Okafor",
      is_new: true,
    },
    wire: { pence: 576_999 },
    fees: { pence: 6659 },
    completion: {
      expected_on: "2027-06-07",
      success_fee_bp: 800,
      article: "14",
      allowed_bp: 800,
      waived_because: null,
    },
  },
  prepared_by_name: "Amara Okafor",
  prepared_at: "2027-05-17T17:00:00.000Z",
  state: "prepared",
  signed_at: null,
  expires_at: null,
  ended_at: null,
  ended_because: null,
  is_stale: false,
  is_stopped: false,
  answerers: [],
  parts: [part("shares"), part("company_account", true), part("wire"), part("fees"), part("completion")],
  signatures: [],
  objections: [],
  refusal: null,
  call_backs_needed: [],
  no_second: null,
  own_number: null,
  can: { sign: true, withdraw: true, object: false },
};

/** Amara has signed it, so that it waits for a second signature. */
export const waitingList: Act = {
  ...closingList,
  state: "waiting",
  expires_at: "2027-05-31T17:00:00.000Z",
  call_backs_needed: ["company_account"],
  signatures: [
    {
      name: "Amara Okafor",
      capacity: "admin",
      takes_part_pence: 166_484,
      method: "passkey",
      ticks: [],
      signed_at: "2027-05-17T17:00:00.000Z",
      call_backs: {},
    },
  ],
};
