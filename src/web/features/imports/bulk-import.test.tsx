// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ImportInput } from "#shared/imports.ts";
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
  it("without any valid line says what a line looks like, and is kept for a reload", async () => {
    const session = sessionOf({ role: "admin" });
    const { user } = await openPage(address, { session });
    const text = await findField(box);
    await fill(user, text, "nobody");
    await press(user, "Import members");
    await expectToast(
      "No valid members found",
      "Please check your format. Use: Name, name@kindling.example (one per line)",
    );
    expect(text.value).toBe("nobody");
    expect(sessionStorage.getItem(`member-import:${session.user.id}:text`)).toBe("nobody");
  });

  it("keeps the lines that were not answered when the connection is lost, and imports no line twice", async () => {
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

  it("keeps the remaining lines when the session ends, until the admin has signed in again", async () => {
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
