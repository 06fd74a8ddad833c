import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EmbeddedFont, PDF, type PDFPage, rgb } from "@libpdf/core";
import { documentWorkerLimits } from "../../src/server/features/deals/room/document-worker-limits.ts";
import { runDocumentWorker } from "../../src/server/features/deals/room/run-document-worker.ts";
import { type TextLine, textDocument } from "../../src/server/platform/pdf/text-document.ts";

/** The documents of the sample club's open deal, and their pages as the job draws them. */
const folder = "src/server/sample/room";
const fonts = "src/server/platform/pdf/fonts";
const createdAt = new Date("2026-11-10T09:00:00Z");
mkdirSync(folder, { recursive: true });

const pages: Record<"deck" | "accounts", { width: number; height: number; text: string }[]> = {
  deck: [],
  accounts: [],
};
for (const [name, content] of [
  ["deck", await drawDeck()],
  ["accounts", await writeAccounts()],
] as const) {
  writeFileSync(join(folder, `${name}.pdf`), content);
  const run = { signal: new AbortController().signal, seconds: documentWorkerLimits.seconds };
  const drawn = runDocumentWorker(content, "application/pdf", run);
  for await (const { content: picture, is_damaged: _whole, ...page } of drawn) {
    pages[name].push(page);
    writeFileSync(join(folder, `${name}-${pages[name].length}.webp`), picture);
  }
}
writeFileSync(join(folder, "pages.json"), `${JSON.stringify(pages, null, 2)}\n`);

async function drawDeck(): Promise<Uint8Array> {
  const pdf = PDF.create();
  pdf.setTitle("Alder Analytics: seed round");
  pdf.setAuthor("Alder Analytics");
  pdf.setLanguage("en-GB");
  pdf.setCreationDate(createdAt);
  pdf.setModificationDate(createdAt);
  const regular = pdf.embedFont(readFileSync(join(fonts, "inter-regular.ttf")));
  const bold = pdf.embedFont(readFileSync(join(fonts, "inter-semibold.ttf")));
  const ink = rgb(0.12, 0.16, 0.15);
  const green = rgb(0.13, 0.42, 0.33);
  const pale = rgb(0.86, 0.92, 0.89);
  const grey = rgb(0.42, 0.46, 0.45);
  let number = 0;
  const put = (
    page: PDFPage,
    text: string,
    x: number,
    y: number,
    size: number,
    font: EmbeddedFont = regular,
    color = ink,
  ) => page.drawText(text, { x, y, size, font, color });
  const slide = (title: string): PDFPage => {
    const page = pdf.addPage({ width: 960, height: 540 });
    number += 1;
    page.drawRectangle({ x: 0, y: 0, width: 14, height: 540, color: green });
    put(page, title, 64, 446, 34, bold);
    put(page, "Alder Analytics · Seed round, November 2026", 64, 36, 12, regular, grey);
    put(page, String(number), 900, 36, 12, regular, grey);
    return page;
  };
  const rows = (page: PDFPage, lines: readonly string[], top = 370) =>
    lines.forEach((line, index) => {
      page.drawRectangle({ x: 64, y: top - index * 52 + 5, width: 9, height: 9, color: green });
      put(page, line, 90, top - index * 52, 20);
    });

  const first = pdf.addPage({ width: 960, height: 540 });
  number += 1;
  first.drawRectangle({ x: 0, y: 0, width: 960, height: 540, color: green });
  put(first, "Alder Analytics", 64, 320, 60, bold, rgb(1, 1, 1));
  put(first, "How many vets and nurses a practice needs next week,", 64, 262, 24, regular, pale);
  put(first, "from its own bookings.", 64, 230, 24, regular, pale);
  put(first, "Seed round, SEIS · £150,000 at £1.20 a share · November 2026", 64, 64, 16, regular, pale);

  rows(slide("Rotas are guessed, and guessed wrong"), [
    "A practice of 20 people spends six hours a week on its rota.",
    "Too many people on a quiet day cost wages; too few cost patients, and staff.",
    "The bookings that would tell are in the practice’s own software, unread.",
  ]);
  rows(slide("Alder reads the bookings and says how many"), [
    "A forecast for each day of the next three weeks, by role.",
    "Off by more than one person on one day in six, and the practice sees when.",
    "A rota is made every week: once used, it is opened 31 times a month on average.",
    "No patient’s name leaves the practice.",
  ]);

  const traction = slide("Fourteen practices pay");
  const quarters = [
    ["Q1 25", 1],
    ["Q2", 3],
    ["Q3", 5],
    ["Q4", 8],
    ["Q1 26", 11],
    ["Q2", 13],
    ["Q3", 14],
  ] as const;
  quarters.forEach(([name, count], index) => {
    const x = 64 + index * 68;
    traction.drawRectangle({ x, y: 130, width: 44, height: count * 17, color: index === 6 ? green : pale });
    put(traction, String(count), x + (count > 9 ? 11 : 16), 138 + count * 17, 17, bold);
    put(traction, name, x, 106, 13, regular, grey);
  });
  const figures = [
    ["£8,400", "monthly recurring revenue, 31 Oct 2026"],
    ["2", "left in 2026, both sold to chains"],
    ["31", "openings of a rota a month"],
  ] as const;
  figures.forEach(([figure, what], index) => {
    put(traction, figure, 590, 350 - index * 92, 40, bold, green);
    put(traction, what, 590, 326 - index * 92, 15, regular, grey);
  });

  const money = slide("What the money is for");
  const uses = [
    ["Two engineers, eighteen months", 55],
    ["Sales to single practices", 25],
    ["Data protection and security", 12],
    ["This round’s costs, success fee included", 8],
  ] as const;
  uses.forEach(([what, percent], index) => {
    const y = 372 - index * 70;
    put(money, what, 64, y, 18);
    money.drawRectangle({ x: 64, y: y - 26, width: percent * 12, height: 14, color: green });
    put(money, `${percent}%`, 76 + percent * 12, y - 25, 15, bold);
  });
  put(money, "Spent a month, net: £11,200 (average Aug–Oct 2026). Money left: five months.", 64, 84, 15, regular, grey);

  const team = slide("Who builds it");
  put(team, "Ruth Sandford, chief executive", 64, 360, 24, bold);
  put(team, "Head nurse and rota manager at three practices, nine years. Full time, 41% of the shares.", 64, 328, 17);
  put(team, "Idris Bell, engineering", 64, 258, 24, bold);
  put(team, "Built the bookings system of a dental group, left in 2023. Full time, 38% of the shares.", 64, 226, 17);
  put(team, "The other 21% are held by two people who worked with the founders before.", 64, 150, 15, regular, grey);

  rows(slide("What could go wrong"), [
    "Two chains buy a third of the practices on the market, and could build their own.",
    "Without this round the company stops in five months.",
    "A practice that a forecast fails once leaves.",
    "Neither founder could be replaced within a year.",
  ]);
  rows(slide("The round"), [
    "£150,000 at £1.20 a share, £1,500,000 before the money. Ordinary shares, one vote each.",
    "SEIS: advance assurance given.",
    "£60,000 to £100,000 of it from members of the club.",
    "£50,000 from two people who worked with the founders before, on the same terms.",
  ]);
  return pdf.save({ subsetFonts: true });
}

function writeAccounts(): Promise<Uint8Array> {
  const plain = (style: TextLine["style"], text: string): TextLine => ({ style, runs: [{ text, is_bold: false }] });
  return textDocument(
    {
      title: "Accounts to 30 September 2026",
      author: "Alder Analytics",
      foot: "Alder Analytics Ltd · Unaudited",
      createdAt,
      lines: [
        plain("title", "Alder Analytics Ltd: accounts to 30 September 2026"),
        plain("paragraph", "Unaudited, prepared by the directors. In pounds; twelve months to the date."),
        plain("heading", "Profit and loss"),
        plain("item", "Turnover: 84,300 (2025: 21,700)"),
        plain("item", "Cost of sales: 14,900 (2025: 5,200)"),
        plain("item", "Gross profit: 69,400 (2025: 16,500)"),
        plain("item", "Salaries and contractors: 158,200 (2025: 96,400)"),
        plain("item", "Other costs: 39,100 (2025: 24,800)"),
        plain("item", "Loss before tax: 127,900 (2025: 104,700)"),
        plain("heading", "Balance sheet"),
        plain("item", "Cash at bank: 67,200"),
        plain("item", "Debtors: 9,600"),
        plain("item", "Creditors due within one year: 18,300"),
        plain("item", "Net assets: 58,500"),
        plain("heading", "Notes"),
        plain("item", "No loans are owed to directors, and none by them."),
        plain("item", "Fourteen customers; the largest is 11% of turnover."),
        plain("item", "The company depends on new money within five months: there is a material uncertainty about it."),
      ],
    },
    // The builder of a PDF reads the `fonts` folder below this one.
    "src/server/platform/pdf",
  );
}
