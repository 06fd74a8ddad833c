import type { Backup, QueuedJob } from "#shared/system/system.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";

export const jobTones: Record<QueuedJob["state"], BadgeTone> = {
  waiting: "waiting",
  running: "upcoming",
  failed: "refused",
  done: "live",
};

export const backupTones: Record<Backup["state"], BadgeTone> = {
  running: "upcoming",
  verified: "live",
  failed: "refused",
};
