import { join } from "node:path";
import { textDocument } from "#server/platform/pdf/text-document.ts";
import { formatDay } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";

interface Certified {
  name: string;
  shares: number;
  amount_pence: number;
  issued_on?: string;
  uir?: string;
}

/** As a company makes one out, in a table. */
export const certificateOf = ({ name, shares, amount_pence, issued_on = "2027-02-02", uir = "Z1234 567" }: Certified) =>
  pdfOfRows([
    ["Name of the investor", name],
    ["Number of shares", shares.toLocaleString("en-GB")],
    ["Amount subscribed for the shares", formatPence(amount_pence)],
    ["Date of issue of the shares", formatDay(issued_on)],
    ["Unique investment reference", uir],
  ]);

export const pdfOfRows = async (rows: readonly (readonly [string, string])[]): Promise<Buffer> =>
  Buffer.from(
    await textDocument(
      {
        title: "SEIS3",
        author: "Alder Analytics Ltd",
        lines: [
          { style: "title", runs: [{ text: "Certificate for tax relief", is_bold: false }] },
          {
            columns: [
              { title: "What", share: 1 },
              { title: "As certified", share: 1 },
            ],
            rows,
          },
        ],
        foot: "Alder Analytics Ltd",
        createdAt: new Date("2027-08-12T10:00:00Z"),
      },
      join(process.cwd(), "dist"),
    ),
  );
