import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { canReach, chooseServerUser, refuseForeignOwner, type ServerUser } from "./server-user.ts";

interface Log {
  warn(message: string): void;
}

/** Creates a symlink to /var/lib where root has a service user that cannot enter `dataDir`. @returns the real path. */
export function findOrCreateHome(dataDir: string, folder: string, log: Log): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const home = join(realpathSync(dataDir), folder);
  if (!lstatSync(home, { throwIfNoEntry: false })) create(home, log);
  if (!existsSync(home)) {
    throw new Error(
      `${home} is a link to a folder that is gone. Restore that folder, or remove the link to begin a new, empty database.`,
    );
  }
  const realHome = realpathSync(home);
  refuseForeignOwner(realHome, join(realHome, "data"));
  return realHome;
}

function create(home: string, log: Log): void {
  const user = chooseServerUser(home);
  mkdirSync(home, { mode: user ? 0o755 : 0o700 });
  if (!user) return;
  chmodSync(home, 0o755);
  if (canReach(user, home) || letPass(user, home)) return;
  const elsewhere = createElsewhere(home);
  rmdirSync(home);
  symlinkSync(elsewhere, home);
  log.warn(
    `The database is kept in ${elsewhere}, to which ${home} is a link: PostgreSQL does not run as root, and the user it runs as may not enter ${home}.`,
  );
}

/** Grants the user's group passage through root's dataDir; false when a parent is closed too. */
function letPass(user: ServerUser, home: string): boolean {
  const dataDir = dirname(home);
  const { uid, gid, mode } = statSync(dataDir);
  if (uid !== 0 || gid !== 0) return false;
  chownSync(dataDir, uid, user.gid);
  chmodSync(dataDir, (mode & 0o7707) | 0o010);
  if (canReach(user, home)) return true;
  chownSync(dataDir, uid, gid);
  chmodSync(dataDir, mode & 0o7777);
  return false;
}

function createElsewhere(home: string): string {
  try {
    const folder = mkdtempSync("/var/lib/kindling-");
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, "README"), `The database of the club that is started with ${home}.\n`);
    return folder;
  } catch (error) {
    rmSync(home, { recursive: true });
    throw new Error(
      `PostgreSQL does not run as root, and the user it runs as may not enter ${home}. Set DATA_DIR to a folder that every user may enter, such as /srv/kindling, or start as an ordinary user.`,
      { cause: error },
    );
  }
}
