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
  /** At the foot of the page, as in a letterhead. */
  company?: string;
}

/** As a company makes one out, in a table. */
export const certificateOf = ({
  name,
  shares,
  amount_pence,
  issued_on = "2027-02-02",
  uir = "Z1234 567",
  company,
}: Certified) =>
  pdfOfRows(
    [
      ["Name of the investor", name],
      ["Number of shares", shares.toLocaleString("en-GB")],
      ["Amount subscribed for the shares", formatPence(amount_pence)],
      ["Date of issue of the shares", formatDay(issued_on)],
      ["Unique investment reference", uir],
    ],
    company,
  );

export const pdfOfRows = async (
  rows: readonly (readonly [string, string])[],
  company = "Alder Analytics Ltd",
): Promise<Buffer> =>
  Buffer.from(
    await textDocument(
      {
        title: "SEIS3",
        author: company,
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
        foot: company,
        createdAt: new Date("2027-08-12T10:00:00Z"),
      },
      join(process.cwd(), "dist"),
    ),
  );
