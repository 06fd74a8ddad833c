import type { z } from "zod";
import { isLoopback } from "./platform/http/loopback.ts";
import type { Settings } from "./settings.ts";
import type { environmentSchema } from "./settings-schema.ts";

/** Settings that are each good and do not go together, as `readSettings` words them. */
export function findConflicts(settings: Settings, env: z.infer<typeof environmentSchema>): string[] {
  const conflicts: string[] = [];
  if (settings.databaseUrl && !settings.authSecret) {
    conflicts.push(
      "AUTH_SECRET: is required with DATABASE_URL, the same for every process that shares the database; accepted: 32 characters or more, for example from `openssl rand -base64 32`.",
    );
  }
  if (Boolean(env.GOOGLE_CLIENT_ID) !== Boolean(env.GOOGLE_CLIENT_SECRET)) {
    const missing = env.GOOGLE_CLIENT_ID ? "GOOGLE_CLIENT_SECRET" : "GOOGLE_CLIENT_ID";
    conflicts.push(`${missing}: is missing; accepted: GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET both set, or neither.`);
  }
  for (const name of publicAddresses(settings)) {
    conflicts.push(
      `${name}: would let others reach the sample club, whose passwords everybody knows; set ADMIN_EMAILS to start a real club, or keep to this machine with 127.0.0.1, ::1 or localhost.`,
    );
  }
  return conflicts;
}

function publicAddresses(settings: Settings): string[] {
  if (!settings.isSampleClub) return [];
  const appHost = new URL(settings.appUrl).hostname;
  if (!isLoopback(settings.host)) return ["HOST"];
  return isLoopback(appHost) ? [] : ["APP_URL"];
}
