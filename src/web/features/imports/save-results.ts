import type { ImportLine } from "#shared/imports/import-lines.ts";
import type { Invitation } from "#shared/invitations/invitations.ts";
import { type List, maximumPageSize } from "#shared/lists.ts";
import { fileStem } from "#shared/slug.ts";
import { toCsv } from "#shared/to-csv.ts";
import { callApi } from "#web/lib/api.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { withQuery } from "#web/lib/use-list.ts";

/** UTF-8 marker for spreadsheets. */
const byteOrderMark = "\uFEFF";

export async function saveResults(items: readonly ImportLine[], today: Date, clubName: string): Promise<void> {
  const codes = items.some(({ result }) => result === "created") ? await readCodes() : new Map<string, string>();
  const name = `${fileStem(clubName)}-import-${today.toISOString().slice(0, 10)}.csv`;
  saveFile(name, "text/csv", byteOrderMark + resultsAsCsv(items, codes));
}

/** Of unused invitations, by address: the results that are kept for a reload have none. */
async function readCodes(): Promise<Map<string, string>> {
  const codes = new Map<string, string>();
  let cursor: string | null = "";
  while (cursor !== null) {
    const query = { state: "unused", limit: String(maximumPageSize), ...(cursor && { cursor }) };
    const page: List<Invitation> = await callApi("GET", withQuery("/invitations", query));
    for (const { email, code } of page.items) codes.set(email, code);
    cursor = page.next_cursor;
  }
  return codes;
}

/** Escapes formulas. @param codes of invitations, by address */
export function resultsAsCsv(items: readonly ImportLine[], codes: ReadonlyMap<string, string> = new Map()): string {
  const rows = items.map(({ line, full_name, email, tier, result, message, note, input }) => ({
    line,
    name: full_name ?? "",
    email: email ?? "",
    tier: tier ?? "",
    result: message,
    invitation_code: (result === "created" && email && codes.get(email)) || "",
    note: note ?? "",
    input,
  }));
  return toCsv(rows);
}
