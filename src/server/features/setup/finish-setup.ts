import type { Transaction } from "kysely";
import type { SettingValues } from "#shared/settings/settings.ts";
import type { SetupInput } from "#shared/setup/setup.ts";
import { defaultRegulation, setupMessages } from "#shared/setup/setup-messages.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { dateLegalPages } from "../content/date-legal-pages.ts";
import { removeExamples } from "../content/remove-examples.ts";
import { changeSetting, changeUntouchedSetting } from "../settings/change-setting.ts";
import { setupPolicy } from "./policy.ts";
import { markFinished, readSetup } from "./queries.ts";

/** All of it or nothing. @throws HttpError 409 setup_closed. */
export function finishSetup({ dependencies, actor }: Caller, input: SetupInput): Promise<void> {
  return dependencies.asActor(actor, async (tx, effects) => {
    await close(tx, actor, "finish");
    await changeSetting(tx, effects, "identity", (before) => identityOf(before, input));
    await replaceSampleValues(tx, effects);
    await dateLegalPages(tx, dependencies.now());
    if (input.start_with === "empty") await removeExamples(tx, effects);
    effects.audit("club_set_up", actor.userId, { start_with: input.start_with });
  });
}

/** Nothing changes but that nobody is asked again. @throws HttpError 409 setup_closed. */
export function skipSetup({ dependencies, actor }: Caller): Promise<void> {
  return dependencies.asActor(actor, async (tx, effects) => {
    await close(tx, actor, "skip");
    effects.audit("club_set_up", actor.userId, { start_with: "skipped" });
  });
}

async function close(tx: Transaction<DB>, actor: Caller["actor"], action: "finish" | "skip"): Promise<void> {
  const can = setupPolicy(actor, await readSetup(tx));
  // Of two presses at once, the later one finds it finished.
  if (!can[action] || !(await markFinished(tx))) {
    throw new HttpError(409, "setup_closed", setupMessages.closed);
  }
}

function identityOf(
  before: SettingValues["identity"],
  { start_with: _, regulation, ...given }: SetupInput,
): SettingValues["identity"] {
  return {
    ...before,
    ...given,
    info_email: given.contact_email,
    regulation: regulation || defaultRegulation(given.operator),
  };
}

/** Links and figures of the sample cannot be marked as examples. */
async function replaceSampleValues(tx: Transaction<DB>, effects: Effects): Promise<void> {
  await changeUntouchedSetting(tx, effects, "links", () => ({
    linkedin: null,
    founder_enquiry: null,
    booking: null,
    ai_search: null,
  }));
  await changeUntouchedSetting(tx, effects, "plans", (plans) =>
    plans.map((plan) => ({ ...plan, application_url: null })),
  );
  await changeUntouchedSetting(tx, effects, "stats", ([companies, members, deployed]) => [
    { ...companies, computed: "companies" },
    // Shown until there are enough to be counted.
    { ...members, value: "1+", computed: "members" },
    // Too few investments would tell of single people, and are not published.
    { ...deployed, value: "–", computed: "invested" },
  ]);
}
