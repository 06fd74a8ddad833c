import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../../settings.ts";

export interface RegistrationLink {
  email: string;
  url: string;
}

/** Registration links grant admin rights: never log them. */
export type LinkDelivery =
  | { by: "mail"; count: number }
  | { by: "terminal"; links: RegistrationLink[] }
  | { by: "file"; count: number; file: string };

const fileName = "registration-links.txt";

/** @param isTerminal output of a non-terminal may be stored as a log. */
export function deliverLinks(
  links: RegistrationLink[],
  { smtpUrl, dataDir }: Pick<Settings, "smtpUrl" | "dataDir">,
  isTerminal: boolean,
): LinkDelivery {
  const count = links.length;
  if (smtpUrl) return withoutFile(dataDir, { by: "mail", count });
  if (isTerminal || count === 0) return withoutFile(dataDir, { by: "terminal", links });
  return { by: "file", count, file: writeLinks(dataDir, links) };
}

/** Removes links of an earlier start. */
function withoutFile(dataDir: string, delivery: LinkDelivery): LinkDelivery {
  rmSync(join(dataDir, fileName), { force: true });
  return delivery;
}

/** Mode 0600, replaced by rename: does not follow links. */
function writeLinks(dataDir: string, links: RegistrationLink[]): string {
  const file = join(dataDir, fileName);
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  rmSync(`${file}.part`, { force: true });
  writeFileSync(`${file}.part`, links.map(({ email, url }) => `${email}  ${url}\n`).join(""), {
    mode: 0o600,
    flag: "wx",
  });
  renameSync(`${file}.part`, file);
  return file;
}
