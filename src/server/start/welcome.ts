import { club } from "#shared/club.ts";

interface SampleAccount {
  email: string;
  password: string;
}

/** What the operator has to know to begin with. */
export interface Welcome {
  appUrl: string;
  /** Only in a sample club. */
  sample?: { admin: SampleAccount; member: SampleAccount };
  /** Of each admin in ADMIN_EMAILS who has no account yet. */
  registrations: { email: string; url: string }[];
}

/** The welcome as text for the terminal. It holds sign-ins, so that it must not go into the log. */
export function describeWelcome({ appUrl, sample, registrations }: Welcome): string {
  const parts = [`${club.product} is ready: ${appUrl}`];
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
  if (registrations.length > 0) {
    parts.push("These admins have no account yet. Their registration links:");
    parts.push(list(registrations.map(({ email, url }) => [email, url])));
  }
  return `\n${parts.join("\n\n")}\n\n`;
}

function list(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, text]) => `  ${label.padEnd(width)}  ${text}`).join("\n");
}
