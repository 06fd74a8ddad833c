import { connectDatabase } from "../../platform/db/connect.ts";
import { reachClub } from "../backup/connect-source.ts";
import { type CommandContext, OperatorError } from "../backup/operator-command.ts";
import { deliverLinks, welcomeAdmins } from "./first-admins.ts";
import { describeLinks } from "./welcome.ts";

/** `npm run first-admin`. */
export async function showFirstAdmins({ settings }: CommandContext): Promise<string> {
  if (settings.isSampleClub) throw new OperatorError("ADMIN_EMAILS names the first admins, and it is not set.");
  const { address, leave } = await reachClub(settings, false);
  try {
    const { db, close } = connectDatabase(address, 1);
    const links = await welcomeAdmins(db, settings, new Date()).finally(close);
    const { dataDir } = settings;
    const [first, ...rest] = describeLinks(deliverLinks(links, { dataDir }, process.stdout.isTTY));
    return [first ?? "Every admin in ADMIN_EMAILS has an account.", ...rest].join("\n\n");
  } finally {
    await leave();
  }
}
