import { describe, expect, it } from "vitest";
import { type BankLineReason, describeBankLineReason } from "#shared/funds/bank-files-messages.ts";
import { paymentReference } from "#shared/funds/payment-reference.ts";
import { alderBankFile, alderDues } from "#tests/support/alder-bank-file.ts";
import {
  type Due,
  type GradedLine,
  gradeLines,
  type LineToGrade,
  type OutgoingPayment,
  type ReturnableReceipt,
} from "./grade-lines.ts";
import { readBankFile } from "./read-bank-file.ts";

const dues: Due[] = alderDues.map(([commitment_id, reference, due_pence, legal_name]) => ({
  commitment_id,
  reference,
  due_pence,
  legal_name,
  applied_pence: 0,
  bank_account_name: null,
  surname: legal_name.split(" ").at(-1) ?? "",
}));
const { lines } = readBankFile(new TextEncoder().encode(alderBankFile), { today: "2027-02-03" });
const received = lines.filter(({ amount_pence }) => amount_pence > 0);
const payments: OutgoingPayment[] = [
  { payment_id: "refund", kind: "refund", amount_pence: 1000, payee: "Esther Brown" },
  { payment_id: "wire", kind: "wire", amount_pence: 9_999_980, payee: "Alder Analytics Ltd" },
  { payment_id: "fee", kind: "fee", amount_pence: 355_172, payee: "Kindling Club Ltd" },
];
const equalSum = { kind: "distribution", amount_pence: 20_000 } as const;
const lineOf = (payer: string, reference: string, amount_pence: number, date = "2027-01-26"): LineToGrade => ({
  payer,
  reference,
  amount_pence,
  date,
});
const gradesOf = (some: LineToGrade[], of: Due[] = dues) =>
  gradeLines(some, of).map(({ grade, commitment_id, said }) => [grade, commitment_id, describeBankLineReason(said)]);
const fits = "The reference, the amount and the name fit";

describe("The bank file of a round", () => {
  it("The bank file of a round has 8 sure lines, 3 with another amount and 1 likely one", () => {
    expect(gradesOf(received)).toEqual([
      ["sure", "M01", fits],
      ["amount", "M03", "£5,000.00 of £11,412.96; £6,412.96 would stay open"],
      ["amount", "M05", "£10.00 more than the £13,228.72 due"],
      ["sure", "M11", fits],
      ["sure", "M02", fits],
      ["amount", "M03", "The rest, after the first part"],
      ["sure", "M04", fits],
      ["sure", "M06", fits],
      [
        "likely",
        "M09",
        "The reference lacks its last character; the amount is all that one member still owes, and the name fits",
      ],
      ["sure", "M08", fits],
      ["sure", "M12", fits],
      ["sure", "M10", fits],
    ]);
  });

  it("The bank file of a round has 7 sure lines of £62,860.36 at the due time", () => {
    const grades = gradeLines(received.slice(0, 11), dues);
    const sumOf = (grade: string) =>
      received
        .slice(0, 11)
        .reduce((sum, line, place) => sum + (grades[place]?.grade === grade ? line.amount_pence : 0), 0);
    expect([sumOf("sure"), sumOf("amount"), sumOf("likely"), sumOf("unknown")]).toEqual([
      6_286_036, 2_465_168, 645_327, 0,
    ]);
  });

  it("Lines of payments that the club sent out are known by payee and amount", () => {
    expect(gradeLines(lines, dues, payments).slice(12)).toEqual(
      ["refund", "wire", "fee"].map((payment_id) => ({
        grade: "sure",
        commitment_id: null,
        payment_id,
        said: { code: "payment_fits" },
      })),
    );
    expect(gradeLines(lines, dues).slice(12)).toEqual(
      [1, 2, 3].map(() => ({
        grade: "unknown",
        commitment_id: null,
        payment_id: null,
        said: { code: "nothing_fits" },
      })),
    );
  });

  it("Equal sums are known by their payees' names, one of which is a part of the others", () => {
    const payees = ["Member Ltd", "Member Lord", "Jo Member", "Ann Member"];
    const equal = payees.map((payee, place) => ({ payee, payment_id: String(place), ...equalSum }));
    const sent = ["JO MEMBER", "MEMBER LORD", "MEMBER LTD", "MISS A MEMBER"].map((payer) =>
      lineOf(payer, "EXIT", -20_000),
    );
    expect(gradeLines(sent, [], equal).map(({ grade, payment_id }) => [grade, payment_id])).toEqual([
      ["sure", "2"],
      ["sure", "1"],
      ["sure", "0"],
      // By its name of Ann, or to the company; of this sum Ann's alone is left.
      ["likely", "3"],
    ]);
  });

  it("A line suggests the one payment or exit of exactly its sum, and nothing where two lines or two things have it", () => {
    const stranger = { payment_id: "return", kind: "return" as const, amount_pence: 7_700, payee: "Stranger Limited" };
    const back = lineOf("FPO SOMEBODY RETURN", "", -7_700);
    const bought = lineOf("BIDCO", "PURCHASE", 23_335_66);
    const grade = (some: (typeof bought)[], exits: { amount_pence: number }[]) =>
      gradeLines(some, [], [stranger], exits).map(({ grade, payment_id, said }) => [grade, payment_id, said.code]);
    const exit = { amount_pence: 23_335_66 };
    const nothing = ["unknown", null, "nothing_fits"];
    expect(grade([back, bought], [exit])).toEqual([
      ["likely", "return", "payment_amount"],
      ["likely", null, "exit_amount"],
    ]);
    expect(grade([back, back, bought, bought], [exit])).toEqual([nothing, nothing, nothing, nothing]);
    expect(grade([bought], [exit, exit])).toEqual([nothing]);
    expect(grade([{ ...bought, amount_pence: 23_335_67 }], [exit])).toEqual([nothing]);
  });

  it("A bank file has the same grades with the newest line first", () => {
    const oneADay = received.map((line, place) => ({ ...line, date: `2027-01-${place + 10}` }));
    expect(gradeLines(oneADay.toReversed(), dues).toReversed()).toEqual(gradeLines(received, dues));
  });
});

describe("A line with a reference", () => {
  it.each([
    ["AMARA OKAFOR", "kda7f-3qx94"],
    ["AMARA OKAFOR", "KINDLING KDA7F 3QX94 SHARES"],
    ["A OKAFOR KDA7F3QX94 FPI", ""],
  ])("A line is sure with its reference anywhere: %s, %s", (payer, reference) => {
    expect(gradesOf([lineOf(payer, reference, 1_900_424)])).toEqual([["sure", "M01", fits]]);
  });

  it("A line with a reference is sure by the name of the bank account, and not by another's", () => {
    const line = lineOf("OKAFOR HOLDINGS LTD", "KDA7F3QX94", 1_900_424);
    const other = "The reference and the amount fit; the payer has another name";
    expect(gradesOf([line])).toEqual([["payer", "M01", other]]);
    const withAccount = dues.map((due) => ({ ...due, bank_account_name: "Okafor Holdings Limited" }));
    expect(gradesOf([line], withAccount)).toEqual([["sure", "M01", fits]]);
  });

  it("A line with a reference is sure with the rest of what is booked in part", () => {
    const booked = dues.map((due) => ({ ...due, applied_pence: due.commitment_id === "M03" ? 500_000 : 0 }));
    expect(gradesOf([lineOf("CHLOE MARTIN", "KDA7FC2VT5", 641_296)], booked)).toEqual([["sure", "M03", fits]]);
  });

  it("A line with a reference says what differs in amount and name", () => {
    const of = (payer: string, pounds: number) => lineOf(payer, "KDA7FC2VT5", pounds * 100);
    expect(gradesOf([of("D MARTIN", 5000), of("CHLOE MARTIN", 412), of("X", 6000.96), of("CHLOE MARTIN", 1)])).toEqual([
      ["amount", "M03", "£5,000.00 of £11,412.96; £6,412.96 would stay open; the payer has another name"],
      ["amount", "M03", "£412.00 of £6,412.96; £6,000.96 would stay open"],
      ["amount", "M03", "The rest, after the earlier parts; the payer has another name"],
      ["amount", "M03", "Nothing is open for this reference; all of it would be owed back"],
    ]);
  });

  it("A line with a reference is not sure beside its return by the bank, and the payment after it is looked at", () => {
    const came = { ...lineOf("DEV SHAH", "KDA7F9WRDF", 713_372), line_id: "first" };
    const back = { ...lineOf("D SHAH", "RETURN KDA7F9WRDF", -713_372, "2027-01-27"), line_id: "back" };
    const again = { ...lineOf("DEV SHAH", "KDA7F9WRDF", 713_372, "2027-01-28"), line_id: "again" };
    const grades = gradeLines([came, back, again], dues);
    expect(grades.map(({ grade, said }) => [grade, said.code])).toEqual([
      ["likely", "taken_back_later"],
      ["likely", "taken_back"],
      ["amount", "nothing_open"],
    ]);
    expect(grades[1]).toMatchObject({ commitment_id: "M04", returned_id: "first", returns: [{ is_booked: false }] });
    // What came after it is not what it takes back.
    expect(gradeLines([back, again], dues).map(({ said }) => said.code)).toEqual(["nothing_fits", "fits"]);
  });

  it("A line that left is of the one payment that it can take back; of several a person chooses, and an approved payment comes first", () => {
    const due = (id: string, legal_name: string): Due => ({
      commitment_id: id,
      reference: id,
      due_pence: 500_00,
      applied_pence: 500_00,
      legal_name,
      bank_account_name: null,
      surname: legal_name.split(" ").at(-1) ?? "",
    });
    const shahs = [due("one", "Dev Shah"), due("two", "Dina Shah")];
    const receipt = { booked_on: "2027-01-26", amount_pence: 500_00, is_booked: true, refusal: null };
    const receipts: ReturnableReceipt[] = shahs.map(({ commitment_id }) => ({
      ...receipt,
      commitment_id,
      returned_id: `of ${commitment_id}`,
    }));
    const of = (payer: string, some = receipts, approved: OutgoingPayment[] = []) => {
      const left = lineOf(payer, "UNPAID", -500_00, "2027-01-27");
      const [{ said, returned_id, returns }] = gradeLines([left], shahs, approved, [], [], some) as [GradedLine];
      return [said.code, returned_id, returns?.length];
    };
    expect(of("Dev Shah")).toEqual(["taken_back", "of one", 1]);
    expect(of("D Shah")).toEqual(["taken_back_which", undefined, 2]);
    expect(of("D Shah", [])).toEqual(["nothing_fits", undefined, undefined]);
    expect(of("Bank charge")).toEqual(["nothing_fits", undefined, undefined]);
    const refund = { payment_id: "refund", kind: "refund", amount_pence: 500_00, payee: "Dev Shah" } as const;
    expect(of("Dev Shah", receipts, [refund])).toEqual(["payment_fits", undefined, undefined]);
    const refused = receipts.map((each) => ({ ...each, refusal: "return_company_paid" }));
    expect(of("Dev Shah", refused)).toEqual(["taken_back_paid_on", undefined, undefined]);
  });

  it("A line with a reference is not sure a second time", () => {
    const line = lineOf("DEV SHAH", "KDA7F9WRDF", 713_372);
    expect(gradesOf([line, line]).map(([grade]) => grade)).toEqual(["sure", "amount"]);
  });

  it("A line with a reference comes before one without, of an earlier day", () => {
    const without = lineOf("ISLA REID", "", 645_327, "2027-01-25");
    expect(gradesOf([without, lineOf("ISLA REID", "KDA7FTDAQP", 645_327)]).map(([grade]) => grade)).toEqual([
      "unknown",
      "sure",
    ]);
  });

  it.each([
    ["KDA7FTDAQ", "The reference lacks its last character"],
    ["KDA7F TDAQ ISLA", "The reference lacks its last character"],
    ["KDA7FTDAQH", "The reference is mistyped"],
    ["KDA7FDTAQP", "The reference is mistyped"],
    ["FOR SHARES", "The reference is none of ours"],
    ["", "There is no reference"],
  ])("A line whose reference reads %s is likely by amount and name, and said as it is", (reference, words) => {
    const said = `${words}; the amount is all that one member still owes, and the name fits`;
    expect(gradesOf([lineOf("ISLA REID", reference, 645_327)])).toEqual([["likely", "M09", said]]);
  });

  it("A line is unknown with a reference that nobody has, or with several", () => {
    const foreign = paymentReference("ZZZ", "ZZZZ");
    expect(gradesOf([lineOf("ISLA REID", foreign, 645_327), lineOf("DEV SHAH", "KDA7F9WRDF KDA7F3QX94", 100)])).toEqual(
      [
        ["unknown", null, `Nothing was called with the reference ${foreign}`],
        ["unknown", null, "There are several references in one payment"],
      ],
    );
  });
});

describe("A line without a reference", () => {
  const likely = "There is no reference; the amount is all that one member still owes, and the name fits";
  const foreign = "The reference is none of ours; the amount is all that one member still owes, and the name fits";
  const nothing = "It has no reference of ours, and nothing open fits its amount and name";

  it.each([
    ["likely", "ISLA REID", "SHARES", 645_327, foreign],
    ["likely", "REID FAMILY", "", 645_327, likely],
    ["likely", "THE JOINT ACCOUNT", "Isla Reid", 645_327, foreign],
    ["unknown", "ISLA GRANT", "", 645_327, nothing],
    ["unknown", "ISLA REID", "", 645_326, nothing],
    ["unknown", "ISLA REID", "KDA7FTDAQX", 645_000, nothing],
    ["unknown", "ISLA REID", "", 0, nothing],
  ])("A line without a reference is %s: %s, %s, %i", (grade, payer, reference, pence, text) => {
    const commitment = grade === "likely" ? "M09" : null;
    expect(gradesOf([lineOf(payer, reference, pence)])).toEqual([[grade, commitment, text]]);
  });

  it("A line without a reference is likely once for the member of its name, where another one owes the same", () => {
    const twins = dues.map((due) => ({ ...due, due_pence: due.commitment_id === "M12" ? 645_327 : due.due_pence }));
    const line = lineOf("ISLA REID", "", 645_327);
    expect(gradesOf([line, line], twins)).toEqual([
      ["likely", "M09", likely],
      ["unknown", null, nothing],
    ]);
    expect(gradesOf([lineOf("SOMEBODY ELSE", "", 645_327)], twins)).toEqual([["unknown", null, nothing]]);
  });

  it("A surname that two who owe the same share leaves a line unknown, unless it is the name of one in full", () => {
    const finlay = { due_pence: 645_327, legal_name: "Finlay Reid", surname: "Reid" };
    const reids = dues.map((due) => ({ ...due, ...(due.commitment_id === "M12" && finlay) }));
    const commitmentOf = (payer: string) => gradesOf([lineOf(payer, "", 645_327)], reids)[0]?.[1];
    expect(["REID FAMILY", "FINLAY REID", "ISLA REID"].map(commitmentOf)).toEqual([null, "M12", "M09"]);
  });

  it("A line without a reference can be the rest after a part with one", () => {
    const part = lineOf("CHLOE MARTIN", "KDA7FC2VT5", 500_000);
    expect(gradesOf([part, lineOf("C MARTIN", "", 641_296)])[1]).toEqual(["likely", "M03", likely]);
  });
});

describe("A payment out", () => {
  it.each([
    ["of another amount", "ALDER ANALYTICS LTD", -9_999_979],
    ["that came in", "ALDER ANALYTICS LTD", 9_999_980],
  ])("A line %s is not known as a payment out", (_name, payer, pence) => {
    expect(gradeLines([lineOf(payer, "", pence)], dues, payments)).toMatchObject([
      { grade: "unknown", payment_id: null },
    ]);
  });

  it("A payment out is likely to another payee, where nothing else has its amount", () => {
    expect(gradeLines([lineOf("HAZEL HEALTH LTD", "", -9_999_980)], dues, payments)).toMatchObject([
      { grade: "likely", payment_id: "wire", said: { code: "payment_amount" } },
    ]);
  });

  it("A payment out is unknown where two have its amount, and a second time", () => {
    const wire = lineOf("ALDER ANALYTICS", "", -9_999_980);
    const grades = (some: typeof payments) => gradeLines([wire, wire], dues, some).map(({ grade }) => grade);
    expect(grades(payments)).toEqual(["sure", "unknown"]);
    expect(grades([...payments, ...payments])).toEqual(["unknown", "unknown"]);
  });

  it("A payment out is distinguished by its payee where several have its amount", () => {
    const paid = (payment_id: string, payee: string) => ({
      payment_id,
      kind: "distribution" as const,
      amount_pence: 20_000,
      payee,
    });
    const some = [
      paid("a", "Amara Okafor"),
      paid("b", "Ben Lindqvist"),
      paid("c", "Niamh O’Brien"),
      paid("d", "Bea Lindqvist"),
    ];
    const lines = ["AMARA OKAFOR", "BEN LINDQVIST", "N O BRIEN", "B LINDQVIST"].map((payer) =>
      lineOf(payer, "", -20_000),
    );
    expect(gradeLines(lines, dues, some).map(({ grade, payment_id }) => [grade, payment_id])).toEqual([
      ...["a", "b", "c"].map((id) => ["sure", id]),
      // Either of the two by its name, and the one that is left by its amount.
      ["likely", "d"],
    ]);
  });
});

it("A member is known by the name of their bank account, whether money comes in or goes out", () => {
  const olga = { legal_name: "Ольга Кузнецова", surname: "Кузнецова", bank_account_name: "O KUZNETSOVA" };
  const some = dues.map((due) => ({ ...due, ...(due.commitment_id === "M09" && olga) }));
  const refund: OutgoingPayment = {
    payment_id: "olga",
    kind: "refund",
    amount_pence: 75,
    payee: "Ольга Кузнецова",
    other_names: ["Ольга Кузнецова", "O KUZNETSOVA"],
  };
  const lines = [lineOf("O KUZNETSOVA", "", 645_327), lineOf("O KUZNETSOVA", "REFUND", -75)];
  expect(gradeLines(lines, some, [...payments, refund])).toMatchObject([
    { grade: "likely", commitment_id: "M09", said: { code: "no_reference" } },
    { grade: "sure", payment_id: "olga", said: { code: "payment_fits" } },
  ]);
});

it("5,000 lines are graded against 10,000 dues", () => {
  const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
  const member = (place: number) =>
    [27_000, 900, 30, 1].map((unit) => alphabet[Math.floor(place / unit) % alphabet.length]).join("");
  const many = Array.from(
    { length: 10_000 },
    (_, place): Due => ({
      commitment_id: String(place),
      reference: paymentReference("A7F", member(place)),
      due_pence: 50_000 + place,
      applied_pence: 0,
      legal_name: "Ben Lindqvist",
      bank_account_name: null,
      surname: "Lindqvist",
    }),
  );
  const half = many
    .slice(0, 5000)
    .map(({ reference, due_pence }, place) => lineOf("B LINDQVIST", place % 2 === 0 ? reference : "", due_pence));
  const grades = gradeLines(half, many);
  expect(grades.filter(({ grade }) => grade === "sure")).toHaveLength(2500);
  expect(grades.filter(({ grade }) => grade === "likely")).toHaveLength(2500);
});

describe("A line of the sum of a payment that was paid", () => {
  const first = dues[0] as Due;
  const paidDues = dues.map((due) => ({ ...due, applied_pence: due.due_pence }));
  const sent = {
    payment_id: "sent",
    kind: "refund",
    amount_pence: 1000,
    payee: "Esther Brown",
    paid_on: "2027-01-29",
    member_reference: first.reference,
  } as const;
  it.each([
    ["of its name", lineOf("RETURNED E BROWN", "", 1000, "2027-02-01"), "sent"],
    ["with its member's reference", lineOf("UNPAID TRANSFER", first.reference, 1000, "2027-02-01"), "sent"],
    ["of another name", lineOf("UNPAID TRANSFER", "", 1000, "2027-02-01"), null],
    ["of another sum", lineOf("E BROWN", "", 1001, "2027-02-01"), null],
    ["of a day before it", lineOf("E BROWN", "", 1000, "2027-01-28"), null],
  ])("%s: %o is taken for that payment, sent back: %s", (_what, line, payment_id) => {
    const [grade] = gradeLines([line], paidDues, [], [], [sent]);
    expect(grade?.payment_id).toBe(payment_id);
    expect(grade?.grade).not.toBe("sure");
  });
  it("is nobody's where two payments fit, and what a member still owes comes first", () => {
    const line = lineOf("E BROWN", "", 1000, "2027-02-01");
    const [none] = gradeLines([line], paidDues, [], [], [sent, { ...sent, payment_id: "other" }]);
    expect(none?.payment_id).toBe(null);
    const owed = { ...sent, amount_pence: first.due_pence, payee: first.legal_name };
    const [receipt] = gradeLines([lineOf(first.legal_name, first.reference, first.due_pence)], dues, [], [], [owed]);
    expect([receipt?.grade, receipt?.commitment_id, receipt?.payment_id]).toEqual(["sure", first.commitment_id, null]);
  });
});

it.each<[BankLineReason, string]>([
  [
    { code: "nothing_open", is_other_name: true },
    "Nothing is open for this reference; all of it would be owed back; the payer has another name",
  ],
  [{ code: "rest", earlier_parts: 2, is_other_name: false }, "The rest, after the earlier parts"],
])("The reason %j is said in words", (reason, text) => {
  expect(describeBankLineReason(reason)).toBe(text);
});
