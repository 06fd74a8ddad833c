import { expect, it } from "vitest";
import { closingList, waitingList } from "#tests/support/signed-lists.ts";
import { roundSteps } from "./deal-closing.tsx";

type Facts = Parameters<typeof roundSteps>[0];

const nobody = { members: 0, pence: 0 };
const facts: Facts = {
  deal: {
    state: "closing",
    terms: [],
    closes_at: "2027-05-17T16:00:00.000Z",
    versions: [],
    released_at: "2027-05-10T09:00:00.000Z",
    moves: [
      {
        id: "0190a0a0-0000-7000-8000-0000000000f1",
        from: "released",
        to: "closing",
        reason: null,
        moved_at: "2027-05-17T16:05:00.000Z",
        moved_by_name: null,
        is_by_clock: true,
      },
    ],
  },
  board: {
    company_name: "Fern Robotics Ltd",
    called_at: null,
    due_at: null,
    due_pence: 0,
    open_pence: 0,
    payments: [],
    wired_pence: 0,
    counts: { called: nobody, paid: nobody, part_paid: nobody, held: nobody, late: nobody },
  },
  acts: [waitingList],
  completion: { papers: [], proposal: null },
};
const lineOf = (given: Partial<Facts> = {}) =>
  roundSteps({ ...facts, ...given }).map(({ label, detail, phase }) => `${phase}: ${label}. ${detail}`);

it("The round's steps show the times of what is done, who has signed, and what comes", () => {
  expect(lineOf().slice(1, 5)).toEqual([
    "done: Opened to members. Mon 10 May 2027, 10:00",
    "done: Closed, 5,099 shares asked for. Mon 17 May 2027, 17:00",
    "ahead: Closing list. Amara Okafor has signed, one more is needed",
    "ahead: Money called. By the clock, once two have signed",
  ]);
});

it("The step of the offer's approval ignores versions that were approved while it was open", () => {
  const version = (approved_at: string) => ({ approved_at }) as Facts["deal"]["versions"][number];
  const versions = [version("2027-05-12T09:00:00.000Z"), version("2027-05-09T17:00:00.000Z")];
  expect(lineOf({ deal: { ...facts.deal, versions } })[0]).toBe("done: Offer approved. Sun 9 May 2027, 18:00");
});

it("The round's steps tell who has signed when, how many have paid, and by when the rest is due", () => {
  const [first] = waitingList.signatures;
  const second = { ...first, name: "Daniel Price", signed_at: "2027-05-17T20:15:00.000Z" };
  const lines = lineOf({
    acts: [{ ...closingList, state: "signed", signatures: [first, second] as typeof waitingList.signatures }],
    board: {
      ...facts.board,
      called_at: "2027-05-18T09:00:00.000Z",
      due_at: "2027-05-20T09:00:00.000Z",
      due_pence: 583_658,
      open_pence: 173_143,
      counts: { ...facts.board.counts, called: { members: 3, pence: 583_658 }, paid: { members: 2, pence: 410_515 } },
    },
  });
  expect(lines.slice(3, 6)).toEqual([
    "done: Closing list signed. Amara Okafor Mon 17 May 2027, 18:00; Daniel Price Mon 17 May 2027, 21:15",
    "done: £5,836.58 called. Tue 18 May 2027, 10:00",
    "ahead: 2 of 3 have paid. £1,731.43 is due by Thu 20 May 2027, 10:00",
  ]);
});

it("The step of the closing list shows who signed before the money was called, whatever list came after", () => {
  const [first] = waitingList.signatures;
  const by = (signed_at: string) =>
    [
      { ...first, signed_at },
      { ...first, name: "Daniel Price", signed_at },
    ] as typeof waitingList.signatures;
  const withdrawn = { ...closingList, state: "withdrawn" as const, signatures: by("2027-05-17T17:00:00.000Z") };
  const later = { ...closingList, state: "signed" as const, signatures: by("2027-05-21T17:00:00.000Z") };
  const board = { ...facts.board, called_at: "2027-05-18T09:00:00.000Z" };
  for (const acts of [[withdrawn], [waitingList, withdrawn], [later, withdrawn]])
    expect(lineOf({ acts, board })[3]).toBe(
      "done: Closing list signed. Amara Okafor Mon 17 May 2027, 18:00; Daniel Price Mon 17 May 2027, 18:00",
    );
});

it("The steps of a cancelled deal stop at what was done", () => {
  expect(lineOf({ deal: { ...facts.deal, state: "cancelled" } })).toEqual([
    "done: Opened to members. Mon 10 May 2027, 10:00",
    "done: Closed, 5,099 shares asked for. Mon 17 May 2027, 17:00",
  ]);
});

it("The closing step shows the announced end while commitments are open, also after a closing was taken back", () => {
  const terms = [{ closes_at: "2027-05-17T16:00:00.000Z" }] as Facts["deal"]["terms"];
  const open = { ...facts.deal, terms, state: "released" as const, closes_at: "2027-05-15T11:00:00.000Z" };
  expect(lineOf({ deal: { ...open, moves: [] } })[2]).toBe("ahead: Closes. Sat 15 May 2027, 12:00");
  expect(lineOf({ deal: open })[2]).toBe("ahead: Closes. Sat 15 May 2027, 12:00");
  expect(lineOf({ deal: { ...open, closes_at: null, moves: [] } })[2]).toBe("ahead: Closes. Mon 17 May 2027, 17:00");
});

it("A completed deal's steps show when commitments ended, not the end in its terms", () => {
  const terms = [{ closes_at: "2027-05-17T16:00:00.000Z" }] as Facts["deal"]["terms"];
  const deal = { ...facts.deal, terms, state: "completed" as const, closes_at: "2027-05-15T11:00:00.000Z", moves: [] };
  expect(lineOf({ deal, acts: [] })[2]).toBe("done: Closed. Sat 15 May 2027, 12:00");
});

it("A cancelled deal's steps show no sum and no payments, and the shares of the list that shared them out", () => {
  const { shares } = closingList.content;
  const content = {
    ...closingList.content,
    parts: ["wire" as const],
    ...(shares && { shares: { ...shares, lines: shares.lines.slice(1) } }),
  };
  const deal = { ...facts.deal, state: "cancelled" as const };
  const board = { ...facts.board, called_at: "2027-05-18T09:00:00.000Z" };
  const [first] = waitingList.signatures;
  const signed = { ...closingList, signatures: [first, first] as typeof waitingList.signatures };
  expect(lineOf({ deal, board, acts: [{ ...closingList, content }, signed] }).slice(1)).toEqual([
    "done: Closed, 5,099 shares asked for. Mon 17 May 2027, 17:00",
    "done: Closing list signed. Amara Okafor Mon 17 May 2027, 18:00; Amara Okafor Mon 17 May 2027, 18:00",
    "done: Money called. Tue 18 May 2027, 10:00",
  ]);
  expect(lineOf({ deal, board, acts: [{ ...closingList, content }] })[1]).toBe("done: Closed. Mon 17 May 2027, 17:00");
  const one = { members: 1, pence: 166_484 };
  const refunding = { ...board, due_pence: 166_484, counts: { ...board.counts, called: one, paid: one } };
  expect(lineOf({ deal, board: refunding }).join()).not.toMatch(/£|have paid/);
});

it("A completed deal's payment to the company is done, with the ledger's sum where none was made here", () => {
  const deal = { ...facts.deal, state: "completed" as const };
  const lines = (wired_pence: number) => lineOf({ deal, board: { ...facts.board, wired_pence } });
  expect(lines(2_100_000)).toContain("done: £21,000.00 to Fern Robotics Ltd. As booked");
  expect(lines(0).slice(-3)).toEqual([
    "done: Payment to Fern Robotics Ltd. Before it was kept here",
    "done: Shares issued. Before it was kept here",
    "done: Completed. Before it was kept here",
  ]);
});
