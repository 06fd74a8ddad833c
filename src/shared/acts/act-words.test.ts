import { expect, it } from "vitest";
import { closingList, waitingList } from "#tests/support/signed-lists.ts";
import { callBackOf, mostWords, nobodySecond, oddShares, partSummary, proofLines } from "./act-words.ts";

it("partSummary sums up the part of the list that a signer ticks", () => {
  expect(partSummary(closingList, "shares")).toBe("3 people, 4,204 shares, £5,769.99");
  expect(partSummary(closingList, "wire")).toBe("£5,769.99 to Fern Robotics Ltd");
  const { content } = closingList;
  const smaller = { content: { ...content, shares: content.shares && { ...content.shares, capacity_shares: 4300 } } };
  expect(partSummary(smaller, "wire")).toBe("£5,769.99 to Fern Robotics Ltd, without 96 shares that members asked for");
  expect(partSummary(closingList, "company_account")).toBe(
    "Fern Robotics Ltd, 10-20-30, 00004321, A Bank: new, entered by Amara Okafor",
  );
  expect(partSummary(closingList, "completion")).toBe("Expected on 7 June 2027, success fee 8%");
});

it("A signer reads who got an odd share, and whom they came before", () => {
  const shares = closingList.content.shares;
  if (!shares) throw new Error("A closing list has shares.");
  expect(oddShares(shares)).toEqual([]);
  expect(oddShares({ ...shares, odd: [{ name: "Daniel Price", than: [8, 9, 10] }] })).toEqual([
    "Daniel Price gets one share more than M08, M09 and M10, who asked for the same: the last odd share goes to who placed first.",
  ]);
});

it("proofLines writes the lines as they were hashed", () => {
  expect(proofLines(closingList)).toBe(
    "M01,1457,365,848,1213,166484,0\nM03,2185,365,1413,1778,244031,0\nM06,1457,365,848,1213,166484,6659\n",
  );
});

it("The signer is told why nobody else on the panel can sign second, and what helps", () => {
  expect(nobodySecond([])).toBe(
    "Nobody else is on the panel. Sign a new offer with somebody on its panel who can sign second.",
  );
  expect(
    nobodySecond([
      { name: "Daniel Price", reason: "same_device" },
      { name: "Ruth Bell", reason: "own_gain" },
    ]),
  ).toBe(
    "Nobody else of the panel can sign it second now: Daniel Price used the same browser as the other signer in the last 30 days; Ruth Bell gets more by a line that was changed. Sign a new offer with somebody else on its panel.",
  );
});

it("callBackOf finds who called back the one account, and not the other", () => {
  const [first] = waitingList.signatures;
  if (!first) throw new Error("Amara has signed it.");
  const list = { signatures: [{ ...first, call_backs: { company_account: "Jo Fern." } }] };
  expect(callBackOf(list, "company_account")).toEqual({ name: "Amara Okafor", note: "Jo Fern." });
  expect(callBackOf(list, "collection_account")).toBeUndefined();
});

it("A signer of whom nothing was said is shown as taking no part, once they have signed so", () => {
  const [signature] = waitingList.signatures;
  if (!signature) throw new Error("A list that waits has a signature.");
  const amara = { name: "Amara Okafor", invests_pence: null };
  const signed = { ...waitingList, signatures: [{ ...signature, takes_part_pence: 0 }] };
  expect(mostWords(signed, amara)).toBe("Takes no part");
  expect(mostWords({ ...signed, kind: "offer" }, amara)).toBe("Not said");
  expect(mostWords(waitingList, amara)).toBe("Not said");
  expect(mostWords(signed, { ...amara, name: "Ruth Bell" })).toBe("Not said");
  expect(mostWords(signed, { ...amara, invests_pence: 200_000 })).toBe("£2,000.00");
});
