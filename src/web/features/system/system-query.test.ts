import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { decisionMessages } from "#shared/audit/admin-messages.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { toldWords } from "./system-query.ts";

it.each([
  ["sent", "Nell Quillon will be told by email."],
  ["missing", "No mail server is set, so no email goes to Nell Quillon: tell them yourself."],
])("A notice tells whether a person is mailed, where the checklist has %s for emails: %s", async (value, words) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(queryKeys.systemState, { checks: [{ key: "mail", value }] });
  expect(await toldWords(client, "Nell Quillon", decisionMessages.toldByEmail)).toBe(words);
});
