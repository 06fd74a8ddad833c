import { readdirSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, it } from "vitest";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { hostilePictures } from "./support/hostile-pictures.ts";
import { prepareStage } from "./support/stage.ts";
import { call, signIn } from "./support/visitor.ts";

const { spawn } = prepareStage();

it.skipIf(process.platform !== "linux")(
  "Pictures that decode to hundreds of megabytes are rejected in a separate process while people sign in",
  async () => {
    const pictures = await hostilePictures();
    const club = spawn({ LOG_LEVEL: "warn" });
    const url = await club.url();
    const people = [await signIn(url, sampleAccounts.admin), await signIn(url, sampleAccounts.member)];
    const before = peakMebibytes(club.process.pid);

    for (const [name, file] of pictures) expect([name, await upload(url, people[0], file)]).toEqual([name, 422]);
    const atOnce = pictures.slice(0, 4).map(([, file], index) => upload(url, people[index % 2], file));
    const signedIn = await call(url, "POST /api/auth/sign-in/email", sampleAccounts.member);
    const statuses = await Promise.all(atOnce);
    expect(signedIn.status).toBe(200);
    expect(statuses.toSorted()).toEqual([422, 422, 503, 503]);

    const photograph = await sharp({ create: { width: 900, height: 600, channels: 3, background: "red" } })
      .jpeg()
      .toBuffer();
    expect(await upload(url, people[0], photograph)).toBe(201);
    expect(peakMebibytes(club.process.pid) - before).toBeLessThan(100);
    expect(workersOf(club.process.pid)).toEqual([]);
  },
);

async function upload(url: string, cookie = "", file: Buffer): Promise<number> {
  const headers = { origin: url, cookie, "content-type": "image/png" };
  const response = await fetch(`${url}/api/pictures?name=me`, { method: "POST", headers, body: new Uint8Array(file) });
  await response.arrayBuffer();
  return response.status;
}

/** Peak resident memory. */
const peakMebibytes = (pid: number | undefined): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** Child processes that decode images. */
function workersOf(pid: number | undefined): string[] {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return processes.filter((id) => {
    try {
      const isChild = readFileSync(`/proc/${id}/stat`, "utf8").includes(`) S ${pid} `);
      return isChild && readFileSync(`/proc/${id}/cmdline`, "utf8").includes("picture-worker");
    } catch {
      // Exited meanwhile.
      return false;
    }
  });
}
