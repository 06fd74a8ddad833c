import { expect, it } from "vitest";
import { partRefusals } from "#shared/acts/act-messages.ts";
import { closingList } from "#tests/support/signed-lists.ts";
import { offerSummary, partState } from "./part-words.ts";

const now = new Date("2027-05-18T09:00:00Z");
const wireWith = (given: object, state: "signed" | "waiting" | "withdrawn" = "signed") => {
  const parts = closingList.parts.map((part) => (part.part === "wire" ? { ...part, ...given } : part));
  return partState({ state, parts, is_stopped: false }, "wire", now);
};

it("Members too read that a list is stopped, and are not told why a part waits", () => {
  const parts = closingList.parts.map((part) => ({ ...part, executed_at: null, refusal: null }));
  expect(partState({ state: "signed", parts, is_stopped: true }, "wire", now)).toEqual({
    tone: "refused",
    text: "Stopped: somebody objects",
  });
});

it("A part tells when it was carried out, and until when another waits", () => {
  expect(wireWith({ executed_at: "2027-05-20T16:01:00.000Z", refusal: null })).toEqual({
    tone: "live",
    text: "Approved for payment on Thu 20 May 2027, 17:01",
  });
  expect(wireWith({ not_before: "2027-05-18T20:15:00.000Z", refusal: "not_yet" })).toEqual({
    tone: "waiting",
    text: "Waits until Tue 18 May 2027, 21:15, unless somebody objects",
  });
  expect(wireWith({ refusal: "not_yet" }).text).toBe("Waits for the parts before it");
});

it("A part that waits tells what somebody can do about it", () => {
  expect(wireWith({ refusal: "no_balance" }).text).toBe(
    "Waits until one of the panel types the balance that the bank shows",
  );
  expect(wireWith({ refusal: "balance_differs" }).tone).toBe("refused");
  expect(wireWith({ refusal: null }, "waiting").text).toBe("Waits for two signatures");
  expect(wireWith({ refusal: "not_signed" }, "withdrawn").text).toBe("Not carried out");
});

it.each(partRefusals.filter((refusal) => refusal !== "executed" && refusal !== "not_in_list"))(
  "A part that waits has words of its own for %s",
  (refusal) => {
    expect(wireWith({ refusal }).text).not.toBe("Waits for its conditions");
  },
);

it("An offer is summed up in its price, times and signers, before its checklist", () => {
  expect(offerSummary(closingList.content)).toEqual([]);
  const terms = {
    price: "1.3725",
    pre_money_pence: 900_000_00,
    round_total_pence: 300_000_00,
    scheme: "EIS",
    club_minimum_pence: 20_000_00,
    club_maximum_pence: 25_000_00,
    minimum_commitment_pence: 1_000_00,
    share_class: "Ordinary",
    allocation_method: "pro_rata",
    completion_expected_on: "2027-06-07",
    opens_at: "2027-05-10T09:00:00.000Z",
    closes_at: "2027-05-17T16:00:00.000Z",
  };
  expect(offerSummary({ ...closingList.content, terms })).toEqual([
    "Version 1: £1.3725 a share. The club takes £20,000.00 to £25,000.00.",
    "Opens Mon 10 May 2027, 10:00, closes Mon 17 May 2027, 17:00.",
    "Signed for by Amara Okafor and Daniel Price.",
  ]);
});
