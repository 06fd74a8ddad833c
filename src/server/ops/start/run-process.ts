import { productName } from "#shared/settings/club.ts";
import { readSettings } from "../../settings.ts";
import { explainFailure } from "../backup/operator-command.ts";
import { collectWhenIdle } from "./collect-when-idle.ts";
import { createLog } from "./create-log.ts";
import { deliverLinks } from "./first-admins.ts";
import { type Club, type ClubContext, type RunningClub, startClub } from "./start-club.ts";
import { describeWelcome } from "./welcome.ts";

/** Longer than requests, jobs and PostgreSQL need. */
const stopWithinMilliseconds = 60_000;

/** Stops gracefully on SIGTERM or SIGINT (exit code 0), or on a fatal error (1). */
export async function runProcess(env: NodeJS.ProcessEnv, openApp: (context: ClubContext) => Promise<Club>) {
  // As process 1 in a container, unhandled signals are ignored.
  let end = (exitCode: number): void => process.exit(exitCode);
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => end(0));
  try {
    const settings = readSettings(env);
    const log = createLog(settings.logLevel);
    const club = await startClub(settings, log, openApp);
    end = endOnce(club, settings.drainSeconds * 1000 + stopWithinMilliseconds);
    const lose = (error: unknown) => {
      log.fatal({ err: error }, "fatal error, stopping");
      end(1);
    };
    collectWhenIdle();
    followNpm(env, () => end(0));
    process.on("uncaughtException", lose);
    club.onLost(lose);
    const delivery = deliverLinks(club.welcome.registrations, settings, process.stdout.isTTY);
    process.stdout.write(describeWelcome(club.welcome, delivery));
  } catch (error) {
    process.stderr.write(`\n${productName} cannot start. ${explainFailure(error)}\n\n`);
    process.exit(1);
  }
}

/** Ctrl+C under npm arrives twice: ignore the second. */
function endOnce(club: RunningClub, withinMilliseconds: number): (exitCode: number) => void {
  let isEnding = false;
  return (exitCode) => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), withinMilliseconds).unref();
    void club.stop().then(() => process.exit(exitCode));
  };
}

const lookMilliseconds = 500;

/** npm sends SIGTERM only to its shell, which dies and orphans this process. */
function followNpm(env: NodeJS.ProcessEnv, stop: () => void): void {
  if (!env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(look);
    stop();
  }, lookMilliseconds);
  look.unref();
}
