import type { StatementFormContent, StatementFormInput } from "#shared/statements/statements.ts";

const plain = (text: string) => [{ text, is_bold: false }];
const bold = (text: string) => [{ text, is_bold: true }];

const declarations: StatementFormContent["declarations"] = [
  { key: "true", runs: plain("What I have answered is true, and I have told the club nothing that misleads.") },
  {
    key: "risk",
    runs: [...plain("I know that "), ...bold("I could lose all the money I invest"), ...plain(" and may wait years.")],
  },
  { key: "advice", runs: plain("I know that I can ask somebody who is authorised to advise on such investments.") },
];

const introduction = (about: string): StatementFormContent["blocks"] => [
  {
    style: "paragraph",
    runs: plain(`This form is about ${about}. Answer for yourself and sign with your legal name.`),
  },
  { style: "heading", runs: plain("What you take on") },
  {
    style: "paragraph",
    runs: [
      ...plain("Offers that this form opens to you are not checked by a regulator. "),
      ...bold("Do not sign unless you can bear to lose what you invest."),
    ],
  },
];

const none_text = "None of these apply to me";

/** The sample club's, in our own words: no form that the law prescribes is in this repository. */
export const sampleStatementForms: readonly Pick<
  StatementFormInput,
  "kind" | "version_label" | "law_reference" | "content"
>[] = [
  {
    kind: "high_net_worth",
    version_label: "Sample 1",
    law_reference: "Sample, after article 48 of the Financial Promotion Order",
    content: {
      title: "Sample statement of a high net worth individual",
      blocks: introduction("what you earn and own"),
      conditions: [
        {
          key: "income",
          runs: plain(
            "I earned £100,000 or more in the last financial year. One-off sums out of a pension do not count.",
          ),
          fields: [{ key: "amount", label: "Income, to the nearest £10,000", least: 100_000, nearest: 10_000 }],
        },
        {
          key: "net_assets",
          runs: plain(
            "I owned £250,000 or more throughout the last financial year, without my home, my pension and my insurance.",
          ),
          fields: [{ key: "amount", label: "Net assets, to the nearest £100,000", least: 250_000, nearest: 100_000 }],
        },
      ],
      none_text,
      declarations,
    },
  },
  {
    kind: "self_certified_sophisticated",
    version_label: "Sample 1",
    law_reference: "Sample, after article 50A of the Financial Promotion Order",
    content: {
      title: "Sample statement of a self-certified sophisticated investor",
      blocks: introduction("what you know of investing in small companies"),
      conditions: [
        {
          key: "private_equity",
          runs: plain(
            "In the last two years I worked in private equity, or in finance for small and medium companies.",
          ),
          fields: [{ key: "organisation", label: "Name of the organisation", least: null, nearest: null }],
        },
        {
          key: "director",
          runs: plain(
            "In the last two years I was a director of a company that turned over £1 million or more a year.",
          ),
          fields: [
            { key: "company", label: "Name of the company", least: null, nearest: null },
            { key: "company_number", label: "Company number", least: null, nearest: null },
          ],
        },
        {
          key: "investments",
          runs: plain("In the last two years I invested two or more times in companies that are not listed."),
          fields: [{ key: "number", label: "How many times", least: 2, nearest: null }],
        },
        {
          key: "network",
          runs: plain("For more than six months I have been a member of a network of business angels."),
          fields: [{ key: "network", label: "Name of the network", least: null, nearest: null }],
        },
      ],
      none_text,
      declarations,
    },
  },
];
