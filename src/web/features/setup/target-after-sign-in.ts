import type { Session } from "#shared/account/session.ts";
import { paths } from "#shared/paths.ts";
import type { SetupState } from "#shared/setup/setup.ts";
import { callApi } from "#web/lib/api.ts";

export async function targetAfterSignIn(session: Session, wanted: string): Promise<string> {
  if (session.role !== "admin" || wanted !== paths.members) return wanted;
  const setup = await callApi<SetupState>("GET", "/setup").catch(() => undefined);
  const isTheirs = setup?.can.finish || (setup?.is_mine && setup.state === "started");
  return isTheirs ? paths.setup : wanted;
}
