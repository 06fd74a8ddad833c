// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ImportInput } from "#shared/imports/imports.ts";
import {
  type Answer,
  expectToast,
  fill,
  findField,
  json,
  list,
  openPage,
  press,
  problem,
  sessionOf,
} from "#tests/support/open-page.tsx";

const address = "/members?tab=admin&view=import";
const box = /^Members, one per line/;
const noServer = json({ checks: [{ key: "mail", state: "wrong", value: "missing" }] });
const linesOf = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => `Guest ${first + n}, guest${first + n}@lost.example`).join("\n");

/** As the server does, to which an imported member is known. */
function importOnce(): (body: unknown) => Answer {
  const known = new Set<string>();
  return (body) => {
    const items = (body as ImportInput).members.map((member) => {
      const result = known.has(member.email) ? "exists" : "created";
      known.add(member.email);
      return { ...member, result, message: result };
    });
    return json({ items, created: items.filter(({ result }) => result === "created").length, total: items.length });
  };
}

/** Two calls of 200 lines; what comes second decides how the import ends. */
async function importWith(second: (call: { body: unknown }, importMembers: (body: unknown) => Answer) => Answer) {
  const session = sessionOf({ role: "admin" });
  const importMembers = importOnce();
  let calls = 0;
  const page = await openPage(address, {
    session,
    answers: {
      "GET /system": noServer,
      "GET /invitations": list(),
      "POST /member-imports/preview": json({ items: [] }),
      "POST /member-imports": (call) => {
        calls += 1;
        return calls === 2 ? second(call, importMembers) : importMembers(call.body);
      },
    },
  });
  return { ...page, session };
}

describe("A list of members", () => {
  it("A list of members without any valid line shows what a line looks like, and stays after a reload", async () => {
    const session = sessionOf({ role: "admin" });
    const { user } = await openPage(address, { session, answers: { "GET /system": noServer } });
    const text = await findField(box);
    await screen.findByText(/^No mail server is set, so nobody gets an email: the results as CSV have the codes/);
    await fill(user, text, "nobody");
    await press(user, "Import members");
    await expectToast("No valid members found", "Please check your format. Use: Name, name@example.com (one per line)");
    expect(text.value).toBe("nobody");
    expect(sessionStorage.getItem(`member-import:${session.user.id}:text`)).toBe("nobody");
  });

  it("A list of members counts the lines that were refused, and has one person for each address of a line", async () => {
    const { user } = await importWith((call, importMembers) => importMembers(call.body));
    await fill(user, await findField(box), "Rosa <rosa@vale.example>; Tom <tom@reed.example>\nnobody\nno one");
    await press(user, "Import 2 members");
    await expectToast("Import completed", "2 members imported successfully out of 4 total.");
    expect((await findField(box)).value).toBe("nobody\nno one");
    expect(await screen.findByRole("button", { name: "Export CSV" })).toBeDefined();
    await fill(user, await findField(box), "Ann Ash <ann@ash.example>\nann@ash.example");
    expect(await screen.findByText("Twice in this list")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Export CSV" })).toBeNull();
  });

  it("A file whose columns nobody knows is matched on screen, and left-out columns are listed", async () => {
    const { user } = await importWith((call, importMembers) => importMembers(call.body));
    await findField(box);
    const text = "Vorname;Nachname;Telefon;Adresse\nRosa;Vale;07700 900123;rosa@vale.example\n";
    const input = document.querySelector<HTMLInputElement>("input[type=file]");
    if (!input) throw new Error("There is no place for a file.");
    await user.upload(input, new File([text], "mitglieder.csv", { type: "text/csv" }));
    const form = within(await screen.findByRole("form", { name: "Which column is which?" }));
    await user.click(form.getByRole("button", { name: "Read the file" }));
    const email = form.getByLabelText("Email");
    expect(document.activeElement).toBe(email);
    expect(form.getByText("Please choose the column")).toBeDefined();
    expect(within(email).getByRole("option", { name: "Adresse (rosa@vale.example)" })).toBeDefined();
    await user.selectOptions(email, "3");
    await user.selectOptions(form.getByLabelText(/^First name/), "0");
    await user.selectOptions(form.getByLabelText(/^Last name/), "0");
    await user.click(form.getByRole("button", { name: "Read the file" }));
    expect(form.getByText("This column is chosen twice")).toBeDefined();
    await user.selectOptions(form.getByLabelText(/^Last name/), "1");
    expect(form.getByText("Columns that are not read: Telefon.")).toBeDefined();
    await user.click(form.getByRole("button", { name: "Read the file" }));
    await expectToast("The members of mitglieder.csv are in the box.");
    expect((await findField(box)).value).toBe("name,email\nRosa Vale,rosa@vale.example");
    expect(screen.getByText("Columns that are not read: Telefon.")).toBeDefined();
    await press(user, "Import 1 member");
    await expectToast("Import completed", "1 member imported successfully out of 1 total.");
  });

  it("A new file, or typing, closes the question about the columns of the file before", async () => {
    const { user } = await importWith((call, importMembers) => importMembers(call.body));
    await findField(box);
    const input = document.querySelector<HTMLInputElement>("input[type=file]");
    if (!input) throw new Error("There is no place for a file.");
    const chooseUnknown = async () => {
      const text = "Nom;Prénom;Courriel;Rôle\nVale;Rosa;rosa@vale.example;membre\n";
      await user.upload(input, new File([text], "liste.csv", { type: "text/csv" }));
      const form = within(await screen.findByRole("form", { name: "Which column is which?" }));
      expect(form.getByText(/^File: liste\.csv\. /)).toBeDefined();
    };
    await chooseUnknown();
    const known = "Name;E-Mail;Rolle\nTom Reed;tom@reed.example;Gast\n";
    await user.upload(input, new File([known], "role.csv", { type: "text/csv" }));
    await expectToast("The members of role.csv are in the box.");
    expect(screen.queryByRole("form", { name: "Which column is which?" })).toBeNull();
    await chooseUnknown();
    await fill(user, await findField(box), "Ann Ash, ann@ash.example");
    expect(screen.queryByRole("form", { name: "Which column is which?" })).toBeNull();
    await screen.findByText("1 not checked yet");
    expect(screen.queryByRole("button", { name: "Match columns" })).toBeNull();
  });

  it("A list of members may have 5,000 members and a header, and is refused before it is sent if it has more", async () => {
    const { user } = await importWith((call, importMembers) => importMembers(call.body));
    const words = "This list has 5,001 members. Please import at most 5,000 at a time.";
    await fill(user, await findField(box), `name,email\n${linesOf(1, 5000)}`);
    await screen.findByRole("button", { name: "Import 5,000 members" }, { timeout: 20_000 });
    expect(screen.queryByText(words)).toBeNull();
    await fill(user, await findField(box), `name,email\n${linesOf(1, 5001)}`);
    expect(await screen.findByText(words, {}, { timeout: 20_000 })).toBeDefined();
  });

  it("A pasted list with columns that nobody knows is matched on screen too", async () => {
    const { user } = await importWith((call, importMembers) => importMembers(call.body));
    await fill(user, await findField(box), "Wer\tAdresse\tSeit\nRosa\tkeine\t2026\nTom\ttom@reed.example\t2025");
    await press(user, "Match columns");
    const form = within(await screen.findByRole("form", { name: "Which column is which?" }));
    await user.selectOptions(form.getByLabelText("Email"), "1");
    await user.selectOptions(form.getByLabelText(/^Full name/), "0");
    await user.click(form.getByRole("button", { name: "Read the file" }));
    expect((await findField(box)).value).toBe("name,email\nRosa,keine\nTom,tom@reed.example");
  });

  it("A list of members can be matched again where a column is not read, from a file and where it is pasted", async () => {
    const { user } = await importWith((call, importMembers) => importMembers(call.body));
    const text = "Nachname,Surname,Email,Band\nRosa,Vale,rosa@vale.example,vip\n";
    await findField(box);
    const matchAgain = async () => {
      await press(user, "Match columns");
      const form = within(await screen.findByRole("form", { name: "Which column is which?" }));
      await user.selectOptions(form.getByLabelText(/^First name/), "0");
      await user.selectOptions(form.getByLabelText(/^Plan/), "3");
      await user.click(form.getByRole("button", { name: "Read the file" }));
      expect((await findField(box)).value).toBe("name,email,tier\nRosa Vale,rosa@vale.example,vip");
    };
    const input = document.querySelector<HTMLInputElement>("input[type=file]");
    if (!input) throw new Error("There is no place for a file.");
    await user.upload(input, new File([text], "members.csv", { type: "text/csv" }));
    await expectToast("The members of members.csv are in the box.");
    expect((await findField(box)).value).toBe("name,email\nVale,rosa@vale.example");
    await matchAgain();
    expect(screen.queryByRole("button", { name: "Match columns" })).toBeNull();
    await fill(user, await findField(box), text);
    await matchAgain();
  });

  it("An import's unanswered lines stay when the connection is lost, and no line is imported twice", async () => {
    const { user } = await importWith(({ body }, importMembers) => {
      // The request succeeds; only its response is lost.
      importMembers(body);
      return "no network";
    });
    await fill(user, await findField(box), linesOf(1, 500));
    await press(user, "Import 500 members");
    await expectToast("Import failed", "The club could not be reached. Please check your connection and try again.");
    expect(screen.getByText(/It came to 200 of 500 members\..*The last answer was lost/)).toBeDefined();
    expect((await findField(box)).value).toBe(linesOf(201, 500));
    await press(user, "Import 300 members");
    await expectToast("Import completed", "100 members imported successfully out of 300 total.");
  });

  it("An import's remaining lines stay when the session ends, until the admin has signed in again", async () => {
    const { user, api, session } = await importWith(() => {
      api["GET /session"] = json({ session: null });
      return problem(401, "session_missing", "Auth session missing!");
    });
    await fill(user, await findField(box), linesOf(1, 300));
    await press(user, "Import 300 members");
    await expectToast("You must be logged in as an admin to import members.");
    api["POST /auth/sign-in/email"] = json({ redirect: false });
    await fill(user, await findField("Email"), "amara@kindling.example");
    await fill(user, await findField("Password"), "a password");
    api["GET /session"] = json({ session });
    await press(user, "Sign in");
    expect(await screen.findByText(/It came to 200 of 300 members\./)).toBeDefined();
    await press(user, "Import 100 members");
    await expectToast("Import completed", "100 members imported successfully out of 100 total.");
  });
});
