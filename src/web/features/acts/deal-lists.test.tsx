// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Act } from "#shared/acts/acts.ts";
import { paths } from "#shared/paths.ts";
import {
  type Answers,
  expectAccessible,
  expectToast,
  fill,
  json,
  list,
  openPage,
  press,
  problem,
  sessionOf,
} from "#tests/support/open-page.tsx";
import { closingList, waitingList } from "#tests/support/signed-lists.ts";
import { markupOf, textOf } from "#tests/support/static-markup.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { SignedLists } from "./signed-lists.tsx";

const address = paths.dealLists(closingList.deal_id);
const actsPath = `GET /deals/${closingList.deal_id}/acts`;
const account = { passkeys: [], has_password: true };

const open = (act: Act, answers: Answers = {}) =>
  openPage(address, {
    session: sessionOf({
      user: { ...sessionOf().user, factors: [{ id: "1", factor_type: "totp", status: "verified" }] as never },
    }),
    answers: { [actsPath]: list([act]), "GET /account": json(account), ...answers },
  });

it.each([
  [false, "No list is signed yet. The first is the offer, the second the closing list."],
  [true, "This deal was done before lists were signed."],
])("A deal without lists tells whether they are still to come: called %s", (isCalled, words) => {
  const markup = markupOf(<SignedLists dealId={closingList.deal_id} isCalled={isCalled} />, [
    [queryKeys.dealActs(closingList.deal_id), { items: [] }],
  ]);
  expect(textOf(markup)).toContain(words);
});

it.each([
  ["waiting", "No account is entered yet. It goes into the closing list."],
  ["executed", "This list names no account: the closing list does."],
] as const)("An offer without an account tells where it is named: %s", (state, words) => {
  const offer = { ...waitingList, kind: "offer", state, content: { ...waitingList.content, collection_account: null } };
  const text = textOf(
    markupOf(<SignedLists dealId={closingList.deal_id} isCalled={false} />, [
      [queryKeys.dealActs(closingList.deal_id), { items: [offer] }],
    ]),
  );
  expect(text).toContain(words);
  expect(text.includes("yet")).toBe(state === "waiting");
});

it("A second signer sees what is signed, each sum and account, and who has signed", async () => {
  await open(waitingList);
  const article = await screen.findByRole("article", { name: "Closing list, Fern Robotics Ltd" });
  expect(article.textContent).toContain("Code of this list: d283 7fb0; both signers see the same.");
  expect(article.textContent).toContain("The second signature is needed by Mon 31 May 2027, 18:00.");
  const part = (name: string) => within(article).getByRole("region", { name });
  expect(part("Shares").textContent).toContain("3 people4,204 shares");
  expect(part("Shares").textContent).toContain("By the published method (pro rata), unchanged: check it yourself.");
  expect(part("Accounts").textContent).toContain("Harbour Nominees Ltd, 00-00-00, 00004471");
  expect(part("Accounts").textContent).toContain("As in the last deal.");
  expect(part("Accounts").textContent).toContain("A Bank. New, entered by Amara Okafor.");
  expect(part("To the company").textContent).toContain("£5,769.99");
  expect(part("Fees").textContent).toContain("£5,836.58");
  expect(within(article).getByRole("complementary", { name: "Signatures" }).textContent).toContain(
    "Amara OkaforAdmintakes part with shares for £1,664.84Signed on Mon 17 May 2027, 18:00, by passkey",
  );
  await expectAccessible(article);
});

it("Signing asks for each part, a call back and a proof, and sends the code of what was read", async () => {
  let sent: unknown;
  const { user } = await open(waitingList, {
    [`POST /acts/${closingList.id}/signatures`]: ({ body }) => {
      sent = body;
      return json({ status: true }, 201);
    },
  });
  await press(user, "Sign the closing list");
  const dialog = await screen.findByRole("dialog", { name: "Sign the closing list of Fern Robotics Ltd" });
  expect(dialog.textContent).toContain("Code of this list: d283 7fb0.");
  expect(dialog.textContent).toContain("Fern Robotics Ltd, 10-20-30, 00004321, A Bank: new, entered by Amara Okafor");
  await press(user, "Sign");
  await waitFor(() => expect(within(dialog).getAllByText("Tick each part that you have checked.")).toHaveLength(5));
  for (const box of within(dialog).getAllByRole("checkbox")) await user.click(box);
  await fill(
    user,
    within(dialog).getByLabelText("Whom you called back for Fern Robotics Ltd, when, and where the number is from"),
    "Jo Fern, on the number at Companies House.",
  );
  await fill(user, within(dialog).getByLabelText("Your password"), "nine slow ferries");
  await fill(user, within(dialog).getByLabelText("Code of your authenticator app"), "123456");
  await press(user, "Sign");
  await expectToast("Signed by two", "What it says is carried out in its order. The page says when.");
  expect(sent).toEqual({
    content_sha256: closingList.content_sha256,
    ticks: closingList.content.parts,
    call_backs: { company_account: "Jo Fern, on the number at Companies House." },
    password: "nine slow ferries",
    code: "123456",
  });
});

it("Signing asks for a call back of each account by name, and shows an error at the one that lacks it", async () => {
  const act: Act = { ...waitingList, call_backs_needed: ["collection_account", "company_account"] };
  const { user } = await open(act, {
    [`POST /acts/${closingList.id}/signatures`]: () =>
      problem(422, "invalid_body", "Say whom.", [{ path: "call_backs.collection_account", message: "Say whom." }]),
  });
  await press(user, "Sign the closing list");
  const dialog = await screen.findByRole("dialog", { name: "Sign the closing list of Fern Robotics Ltd" });
  const noteOf = (name: string) =>
    within(dialog).getByLabelText(`Whom you called back for ${name}, when, and where the number is from`);
  for (const box of within(dialog).getAllByRole("checkbox")) await user.click(box);
  await fill(user, noteOf("Fern Robotics Ltd"), "Jo Fern.");
  await fill(user, within(dialog).getByLabelText("Your password"), "nine slow ferries");
  await fill(user, within(dialog).getByLabelText("Code of your authenticator app"), "123456");
  await press(user, "Sign");
  await within(dialog).findByText("Say whom you called back, at which number, and where that number is from.");
  await fill(user, noteOf("Harbour Nominees Ltd"), "Ann Harbour.");
  await press(user, "Sign");
  await within(dialog).findByText("Say whom.");
  expect(noteOf("Harbour Nominees Ltd").getAttribute("aria-invalid")).toBe("true");
  expect(noteOf("Fern Robotics Ltd").getAttribute("aria-invalid")).not.toBe("true");
});

it("Each call back is shown at its own account, with why nobody could sign second", async () => {
  const [first] = waitingList.signatures;
  if (!first) throw new Error("Amara has signed it.");
  const no_second = "Nobody else of the panel can sign it second now: Daniel Price cannot sign it.";
  await open({
    ...waitingList,
    no_second,
    refusal: "same_account",
    can: { sign: false, withdraw: true, object: false },
    signatures: [{ ...first, call_backs: { collection_account: "Ann Harbour." } }],
  });
  const accounts = await screen.findByRole("region", { name: "Accounts" });
  expect(accounts.textContent).toContain("As in the last deal.Called back by Amara Okafor: Ann Harbour.");
  expect(accounts.textContent?.match(/Called back/g)).toHaveLength(1);
  expect(screen.getByText(no_second)).toBeDefined();
});

it("A reader who cannot sign is told why", async () => {
  await open({
    ...waitingList,
    refusal: "same_device",
    can: { sign: false, withdraw: true, object: false },
  });
  expect(await screen.findByText(/^Sign in on your own device/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Sign the closing list" })).toBeNull();
});

it("A member objects with a reason that everybody reads, and an admin answers", async () => {
  const member: Act = { ...waitingList, can: { sign: false, withdraw: false, object: true } };
  const objection = {
    id: "0190a0a0-0000-7000-8000-0000000000e9",
    number: 3,
    reason: "I asked for more.",
    answer: null,
    objected_at: "2027-05-17T21:00:00.000Z",
    withdrawn_at: null,
    answered_at: null,
    answered_by_name: null,
    can: { withdraw: true, answer: true },
  };
  let isObjected = false;
  let answered: unknown;
  const stopped: Act = {
    ...member,
    answerers: ["Ruth Bell"],
    is_stopped: true,
    objections: [objection],
    can: { ...member.can, object: false },
  };
  const { user } = await open(member, {
    [actsPath]: () => list([isObjected ? stopped : member]),
    [`POST /acts/${closingList.id}/objections`]: () => {
      isObjected = true;
      return json(stopped, 201);
    },
    [`POST /act-objections/${objection.id}/answer`]: ({ body }) => {
      answered = body;
      return json(stopped);
    },
  });
  await press(user, "I object...");
  await fill(user, await screen.findByLabelText("Reason"), "I asked for more.");
  await press(user, "I object");
  const objections = await screen.findByRole("region", { name: "Objections" });
  await waitFor(() => expect(objections.textContent).toContain("Member M03 objects"));
  expect(
    screen.getByText(
      "Somebody objects. Nothing of this list is carried out until Ruth Bell has answered and a day has passed.",
    ),
  ).toBeDefined();
  await press(user, "Answer the objection...");
  await fill(user, await screen.findByLabelText("Answer"), "Line M03 follows from the method.");
  await press(user, "Answer the objection");
  await waitFor(() => expect(answered).toEqual({ answer: "Line M03 follows from the method." }));
});

it("A member who objects is told who answers an objection", async () => {
  const member: Act = { ...waitingList, answerers: ["Ruth Bell"], can: { sign: false, withdraw: false, object: true } };
  const { user } = await open(member);
  await press(user, "I object...");
  expect((await screen.findByRole("dialog")).textContent).toContain(
    "Nothing of it is carried out until you withdraw the objection, or Ruth Bell has answered it and a day has passed.",
  );
});

it("A member who objects is told when nobody may answer an objection", async () => {
  const member: Act = { ...waitingList, can: { sign: false, withdraw: false, object: true } };
  const { user } = await open(member);
  await press(user, "I object...");
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("Nobody who signs for this deal may answer it");
  expect(dialog.textContent).not.toContain("a day has passed");
});

it("A signer is told what is left to do where nobody may answer an objection", async () => {
  const parts = waitingList.parts.map((part) => ({ ...part, is_discretionary: part.part === "shares" }));
  await open({ ...waitingList, parts, is_stopped: true, can: { sign: false, withdraw: true, object: false } });
  expect(
    await screen.findByText(
      "Somebody objects. Nobody may answer: whoever signs for this deal made the list, or takes part in the round. Withdraw the list. Then put the changed lines back, or change them with another reason, and sign a new list.",
    ),
  ).toBeDefined();
});

it("One of the panel is asked for the balance, without the sum that is expected", async () => {
  const parts = waitingList.parts.map((part) =>
    part.part === "wire" ? { ...part, refusal: "no_balance" as const } : part,
  );
  const signed: Act = { ...waitingList, state: "signed", parts, can: { sign: false, withdraw: true, object: false } };
  let sent: unknown;
  const { user } = await open(signed, {
    [`POST /deals/${closingList.deal_id}/balance`]: ({ body }) => {
      sent = body;
      return problem(409, "balance_differs", "The bank’s balance and the list differ by £1,276.43.");
    },
  });
  const field = await screen.findByLabelText<HTMLInputElement>("Type the balance that the bank shows");
  expect(field.value).toBe("");
  await fill(user, field, "19,917.56");
  await press(user, "Save the balance");
  expect(await screen.findByText("The bank’s balance and the list differ by £1,276.43.")).toBeDefined();
  expect(sent).toEqual({ balance_pence: 1_991_756 });
});

it("A signer is asked to type the balance again where it does not agree", async () => {
  const parts = waitingList.parts.map((part) =>
    part.part === "wire" ? { ...part, refusal: "balance_differs" as const } : part,
  );
  await open({ ...waitingList, state: "signed", parts, can: { sign: false, withdraw: true, object: false } });
  expect(await screen.findByLabelText("Type it again: the balance that the bank shows")).toBeDefined();
});

it("Somebody who takes no part is told that there is no list to read", async () => {
  await openPage(address, { session: sessionOf(), answers: { [actsPath]: list() } });
  expect(await screen.findByText("No list for you to read")).toBeDefined();
});

it("The reader's own line is marked", async () => {
  await open({ ...waitingList, own_number: 3 });
  const lines = await screen.findByRole("table", { name: /Who gets how many shares/, hidden: true });
  const members = within(lines)
    .getAllByRole("row", { hidden: true })
    .flatMap(({ textContent }) => /^M\d\d(, you)?/.exec(textContent ?? "")?.[0] ?? []);
  expect(members).toEqual(["M01", "M03, you", "M06"]);
});
