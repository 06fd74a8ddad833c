import { productName } from "#shared/settings/club.ts";
import type { LinkDelivery, RegistrationLink } from "./first-admins.ts";

interface SampleAccount {
  email: string;
  password: string;
}

export interface Welcome {
  appUrl: string;
  /** Sample club only. */
  sample?: { admin: SampleAccount; member: SampleAccount };
  /** Admins of ADMIN_EMAILS without an account. */
  registrations: RegistrationLink[];
}

export function describeWelcome({ appUrl, sample }: Omit<Welcome, "registrations">, delivery: LinkDelivery): string {
  const parts = [`${productName} is ready: ${appUrl}`];
  if (sample) {
    parts.push(
      "This is a sample club. Sign in with",
      list([
        ["as admin:", `${sample.admin.email}  password: ${sample.admin.password}`],
        ["as member:", `${sample.member.email}  password: ${sample.member.password}`],
      ]),
      "For a club of your own, set ADMIN_EMAILS to the e-mail addresses of its admins.",
    );
  }
  return `\n${[...parts, ...describeLinks(delivery)].join("\n\n")}\n\n`;
}

/** Paragraphs; empty when every admin has an account. */
export function describeLinks(delivery: LinkDelivery): string[] {
  if (delivery.by === "terminal") {
    if (delivery.links.length === 0) return [];
    const links = list(delivery.links.map(({ email, url }) => [email, url]));
    return ["These admins have no account yet. Their registration links:", links];
  }
  const { count } = delivery;
  if (count === 0) return [];
  const without = count === 1 ? "One admin has no account yet." : `${count} admins have no account yet.`;
  if (delivery.by === "file") return [`${without} Registration links, readable by this user only: ${delivery.file}`];
  return [`${without} Registration links are mailed once; npm run first-admin shows them.`];
}

function list(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, text]) => `  ${label.padEnd(width)}  ${text}`).join("\n");
}
