import type { BrandFileRole } from "#shared/settings/brand-file-rules.ts";
import { planNames } from "#shared/settings/plans.ts";
import type { SettingKey } from "#shared/settings/settings.ts";
import { dealTextLabels, toldSettings } from "#shared/settings/settings-messages.ts";
import { type NumberKind, orNaN, readCount, readPercent, readPounds } from "#shared/typed-numbers.ts";

export interface SettingField {
  /** The path leads into the setting's value: "taglines.0". */
  path: string;
  label: string;
  kind: "line" | "text" | "lines" | "pounds" | "percent" | "number" | "colour" | "choice" | "check" | "picture";
  hint?: string;
  isOptional?: boolean;
  role?: BrandFileRole;
  options?: readonly { value: string; label: string }[];
}

export interface SettingSection {
  key: SettingKey;
  /** In the address, where two sections hold fields of one setting. */
  id?: string;
  label: string;
  /** What it is for, in a sentence. */
  text: string;
  groups: readonly { label?: string; fields: readonly SettingField[] }[];
}

type FormValue = string | boolean;
export type FormValues = Record<string, FormValue>;

/** React Hook Form takes a dot for a path. */
export const nameOf = ({ path }: Pick<SettingField, "path">): string => path.replaceAll(".", "-");

/** In the address, and of its draft. */
export const idOf = ({ key, id = key }: SettingSection): string => id;

export const fieldsOf = ({ groups }: SettingSection): SettingField[] => groups.flatMap(({ fields }) => fields);

const typedKinds: Partial<Record<SettingField["kind"], NumberKind>> = {
  pounds: "pounds",
  percent: "percent",
  number: "count",
};

/** Returns what a field for a number takes; undefined for all others. */
export const numberKindOf = ({ kind }: SettingField): NumberKind | undefined => typedKinds[kind];

export const toFormValues = (fields: readonly SettingField[], value: unknown): FormValues =>
  Object.fromEntries(fields.map((field) => [nameOf(field), toFormValue(field, read(value, field.path))]));

/** The setting's value with what the fields hold; a number that cannot be read is NaN. */
export function toSettingValue(fields: readonly SettingField[], values: FormValues, before: unknown): unknown {
  const value = structuredClone(before);
  for (const field of fields) write(value, field.path, toValue(field, values[nameOf(field)] ?? ""));
  return value;
}

/** @param path of the server's error: "value.0.features.3". @returns the field that holds it. */
export function fieldAt(fields: readonly SettingField[], path: string): SettingField | undefined {
  const inValue = path.replace(/^value\./, "");
  return fields.find((field) => inValue === field.path || inValue.startsWith(`${field.path}.`));
}

/** The name in the form of what the server names in the value. */
export function nameAt(fields: readonly SettingField[], path: string): string {
  const field = fieldAt(fields, path);
  return field ? nameOf(field) : path;
}

function toFormValue({ kind }: SettingField, value: unknown): FormValue {
  if (kind === "check") return value === true;
  if (kind === "lines") return (value as string[]).join("\n");
  if (kind === "pounds") return String((value as number) / 100);
  return value === null || value === undefined ? "" : String(value);
}

function toValue({ kind, isOptional }: SettingField, value: FormValue): unknown {
  if (typeof value === "boolean") return value;
  const text = value.trim();
  if (kind === "lines") return text.split("\n").flatMap((line) => line.trim() || []);
  if (kind === "pounds") return orNaN(readPounds(text));
  if (kind === "percent") return orNaN(readPercent(text));
  if (kind === "number") return orNaN(readCount(text));
  if (isOptional && text === "") return null;
  return text;
}

const read = (value: unknown, path: string): unknown => readNames(value, path.split("."));

const readNames = (value: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>((part, name) => (part as Record<string, unknown> | null)?.[name], value);

function write(value: unknown, path: string, part: unknown): void {
  const names = path.split(".");
  const last = names.pop() ?? "";
  (readNames(value, names) as Record<string, unknown>)[last] = part;
}

const line = (path: string, label: string, more: Partial<SettingField> = {}): SettingField => ({
  path,
  label,
  kind: "line",
  ...more,
});

export const settingSections: readonly SettingSection[] = [
  {
    key: "identity",
    label: "Identity",
    text: "Who the club is. Site, mails and files follow within seconds of saving.",
    groups: [
      {
        fields: [
          line("name", "Name of the club"),
          line("operator", "Operator"),
          line("company_number", "Company number"),
          line("contact_email", "Contact email"),
          line("address", "Postal address", { kind: "lines", hint: "A line each" }),
        ],
      },
      {
        label: "What it says of itself",
        fields: [
          line("taglines.0", "First tagline"),
          line("taglines.1", "Second tagline"),
          line("motto", "Motto"),
          line("mission", "Mission", { kind: "text" }),
          line("regulation", "What the operator is to the regulator", {
            kind: "text",
            hint: "In the questions, terms and investor types. Say what is true",
          }),
        ],
      },
    ],
  },
  {
    key: "brand",
    label: "Logo and colours",
    text: "On the site, in emails and link previews. A colour that would be hard to read is refused, with the nearest that passes.",
    groups: [
      {
        fields: [
          line("logo_file_id", "Logo", {
            kind: "picture",
            role: "logo",
            isOptional: true,
            hint: "PNG, JPEG or WebP, at least 320 px wide, up to 512 KB",
          }),
          line("icon_file_id", "Icon", {
            kind: "picture",
            role: "icon",
            isOptional: true,
            hint: "Square, at least 180 px, up to 512 KB. In browser tabs and on phones",
          }),
          line("main_colour", "Main colour: buttons, focus, links in the members area", { kind: "colour" }),
          line("accent_colour", "Accent colour: Join, badges", { kind: "colour" }),
        ],
      },
    ],
  },
  {
    key: "links",
    label: "Links",
    text: "Where buttons and links of the site lead. What is empty is not shown.",
    groups: [
      {
        fields: [
          line("linkedin", "LinkedIn", { isOptional: true }),
          line("founder_enquiry", "Form for founders", { isOptional: true }),
          line("booking", "Booking of a call", { isOptional: true }),
          line("ai_search", "Ask AI about the club", { isOptional: true }),
        ],
      },
    ],
  },
  {
    key: "plans",
    label: "What each plan offers",
    text: "What the pages say of each plan. Their prices and fees are under Fees and minimum.",
    groups: planNames.map((name, index) => ({
      label: name,
      fields: [
        line(`${index}.features`, "Features", {
          kind: "lines",
          isOptional: true,
          hint: "A line each, without fees: those come from Fees and minimum",
        }),
        line(`${index}.button_label`, "Button"),
        line(`${index}.application_url`, "Where the button leads", {
          isOptional: true,
          hint: "Empty: to the contact page",
        }),
        line(`${index}.is_highlighted`, "Highlighted", { kind: "check" }),
      ],
    })),
  },
  {
    key: "figures",
    label: "Numbers on the public pages",
    text: "Numbers that the pages give of how the club works.",
    groups: [
      {
        fields: [
          line("founders_met_per_week", "Founders met a week", { kind: "number" }),
          line("deals_per_year", "Deals a year", { hint: "Such as 6-12" }),
          line("weeks_to_close", "Weeks to close", { kind: "number" }),
          line("weeks_to_close_for_founders", "Weeks to close, for founders", { hint: "Such as 4-8" }),
          line("founder_success_fee_percent", "Success fee of founders, %", { kind: "percent" }),
          line("cheque_minimum_pence", "Smallest cheque, £", { kind: "pounds" }),
          line("cheque_maximum_pence", "Largest cheque, £", { kind: "pounds" }),
        ],
      },
    ],
  },
  {
    key: "stats",
    label: "Figures in the members area",
    text: "The three figures at the head of the members area, typed or counted by the club.",
    groups: ["First", "Second", "Third"].map((label, index) => ({
      label,
      fields: [
        line(`${index}.value`, "Figure"),
        line(`${index}.label`, "What it counts"),
        line(`${index}.note`, "Note"),
        line(`${index}.computed`, "Counted by", {
          kind: "choice",
          isOptional: true,
          options: [
            { value: "", label: "Typed, as above" },
            { value: "companies", label: "The club: active companies" },
            { value: "held_companies", label: "The club: companies with members’ holdings" },
            { value: "members", label: "The club: approved members" },
            { value: "invested", label: "The club: invested, the cost of all shares" },
          ],
        }),
      ],
    })),
  },
  {
    key: "warnings",
    label: toldSettings.warnings,
    text: "On every page and beside every offer. Ask your lawyer before you shorten them.",
    groups: [
      {
        fields: [
          line("risk", "In four words or so"),
          line("offers", "Who may be offered anything"),
          line("risk_warning", "In full", { kind: "text", hint: "The sentence on offers follows it" }),
        ],
      },
    ],
  },
  {
    key: "deals",
    label: toldSettings.deals,
    text: "What holds for members who invest.",
    groups: [
      {
        fields: [
          line("is_enabled", "Deals are on", {
            kind: "check",
            hint: "Members with a valid statement see deals. Needs both statement forms, signed off",
          }),
          line("countries_allowed", "Countries", {
            kind: "lines",
            hint: "Two letters, a line each: who lives there may be shown deals",
          }),
          line("retention_years", "Years that investor records are kept", {
            kind: "number",
            hint: "After the last day that counts, for deleted accounts too. Six is usual; ask your lawyer",
          }),
          line("cooling_off_hours", "Hours before a first commitment", {
            kind: "number",
            hint: "From a member’s first look at an open deal. 0 leaves it out",
          }),
          line("reconsent_hours", "Hours to answer a change of terms", { kind: "number" }),
          line("top_up_hours", "Hours that freed shares are kept for each member", { kind: "number" }),
          line("funds_window_hours", "Hours to send money after a call", {
            kind: "number",
            hint: "Public pages say it too",
          }),
          line("grace_hours", "Hours of grace after that", { kind: "number" }),
          line("hold_hours", "Hours more while a member’s bank holds the payment", { kind: "number", hint: "Once" }),
        ],
      },
    ],
  },
  {
    key: "nominee",
    label: toldSettings.nominee,
    text: "Who holds members’ shares for them. It is named in the copy that members keep in case the club is gone.",
    groups: [
      {
        fields: [
          line("name", "Name", { isOptional: true }),
          line("company_number", "Company number", { isOptional: true }),
          line("address", "Address", { kind: "lines", hint: "A line each", isOptional: true }),
        ],
      },
    ],
  },
  {
    key: "fee_account",
    label: toldSettings.fee_account,
    text: "Where the partner sends the club’s fees of each deal. Those who sign a closing list read it there.",
    groups: [
      {
        fields: [
          line("account_name", "Name of the account", { isOptional: true }),
          line("sort_code", "Sort code", { isOptional: true }),
          line("account_number", "Account number", { isOptional: true }),
          line("bank", "Bank", { isOptional: true }),
        ],
      },
    ],
  },
  {
    key: "price_ages",
    label: "Ages of prices",
    text: "How long the price of a share counts in what members own. One that is too old gives a range in place of a value.",
    groups: [
      {
        fields: [
          line("fresh", "Fresh, up to so many months", { kind: "number" }),
          line("ageing", "Ageing, up to so many months", { kind: "number" }),
          line("stale", "Stale, up to so many months", { kind: "number", hint: "Beyond them a value is a range" }),
        ],
      },
    ],
  },
  {
    key: "deal_texts",
    label: toldSettings.deal_texts,
    text: "Before every deal, in versions from now on. Ask your lawyer.",
    groups: [
      {
        fields: [
          line("headline", dealTextLabels.headline),
          line("risk", dealTextLabels.risk, { kind: "text" }),
          line("sender", dealTextLabels.sender, {
            kind: "text",
            hint: "{operator} and {address} come from Identity",
          }),
          line("exemption", dealTextLabels.exemption, { kind: "text" }),
        ],
      },
    ],
  },
  {
    key: "identity",
    id: "sender",
    label: "Sender",
    text: "Whom the club’s emails are from.",
    groups: [
      { fields: [line("info_email", "Sender of emails", { hint: "Unless the server’s settings name another" })] },
    ],
  },
  {
    key: "emails",
    id: "dkim",
    label: "Signature of emails",
    text: "The mail server signs emails with DKIM, so that receivers know that they are the club’s. System looks the key up.",
    groups: [
      {
        fields: [
          line("dkim_selector", "DKIM selector", {
            isOptional: true,
            hint: "The name of the key, before “._domainkey”, as the mail server’s own pages say it",
          }),
        ],
      },
    ],
  },
  {
    key: "emails",
    id: "pace",
    label: "Messages to many",
    text: "Messages to members and the newsletter leave one after another, so that mail servers keep taking them. Other emails do not wait for them.",
    groups: [
      { fields: [line("bulk_mails_per_minute", "Emails a minute", { kind: "number", hint: "Between 10 and 60,000" })] },
    ],
  },
  {
    key: "welcome",
    label: "Welcome",
    text: "What a new member reads first in the email that says they are approved. The risk warning and what they can do next follow it.",
    groups: [
      {
        fields: [
          line("subject", "Subject", { isOptional: true, hint: "Empty: as the club usually says it" }),
          line("text", "Text", {
            kind: "text",
            isOptional: true,
            hint: "{first_name} is the member’s first name, or “there” without one. Each line is a paragraph",
          }),
        ],
      },
    ],
  },
  {
    key: "newsletter",
    label: "Newsletter",
    text: "The box in the footer. The privacy page (Content) has to say what becomes of an address: where it has the value “What the newsletter box does”, it follows this setting; in words of your own, say that you keep the address, when it was confirmed and what was agreed to, until its owner unsubscribes.",
    groups: [
      {
        fields: [
          line("mode", "The box", {
            kind: "choice",
            options: [
              { value: "local", label: "Shown; says thanks and sends nothing" },
              { value: "list", label: "Shown; a list, confirmed by email" },
              { value: "off", label: "Not shown" },
            ],
          }),
          line("agreement", "What people agree to", {
            kind: "text",
            hint: "Of a list: in the box, in the email that asks to confirm, and kept with each address",
          }),
        ],
      },
    ],
  },
];
