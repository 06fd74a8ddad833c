import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DocumentGiven } from "./build-document.ts";

interface SamplePage {
  width: number;
  height: number;
  text: string;
}

/** The room of the open sample deal, its pages drawn ahead by `npm run pictures:room`. @param builtRoot with its files. */
export function readSampleRoom(builtRoot: string, author_id: string, addedAt: Date): DocumentGiven[] {
  const read = (name: string) => readFileSync(join(builtRoot, "sample-room", name));
  const pages: Record<string, SamplePage[]> = JSON.parse(read("pages.json").toString());
  const drawn = (name: string) => ({
    content: read(`${name}.pdf`),
    pages: (pages[name] ?? []).map((page, index) => ({ ...page, content: read(`${name}-${index + 1}.webp`) })),
  });
  const added = { author_id, created_at: addedAt, checked_at: addedAt };
  const table = {
    ...added,
    title: "Cap table",
    file_name: "Cap table.csv",
    media_type: "text/csv",
    is_downloadable: true,
  };
  const earlier = { ...table, content: Buffer.from(capTable.slice(0, 3).join("\r\n")) };
  return [
    { ...added, ...drawn("accounts"), title: "Accounts to 30 September 2026", file_name: "Accounts 2026.pdf" },
    { ...table, content: Buffer.from(capTable.join("\r\n")), earlier },
    { ...added, ...drawn("deck"), title: "Founders’ deck", file_name: "Alder Analytics, November 2026.pdf" },
  ];
}

const capTable = [
  "Holder,Class,Shares,Per cent",
  "Ruth Sandford,Ordinary,512500,41",
  "Idris Bell,Ordinary,475000,38",
  "Clare Whitfield,Ordinary,150000,12",
  "Owain Parry,Ordinary,112500,9",
  "",
];
