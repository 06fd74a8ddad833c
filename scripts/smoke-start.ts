import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Whether the sample club starts on this machine and serves a page: `npm run smoke`, on any system. */
const patienceMilliseconds = 300_000;

const port = await findPort();
const env = { ...process.env, PORT: String(port), DATA_DIR: mkdtempSync(join(tmpdir(), "kindling-smoke-")) };
const [, ...start] = JSON.parse(readFileSync("package.json", "utf8")).scripts.start.split(" ");
const club = spawn(process.execPath, start, { env, stdio: "inherit" });
const ended = once(club, "exit");
const isServing = await Promise.race([serves(`http://127.0.0.1:${port}`), ended.then(() => false)]);
console.log(isServing ? "The sample club serves its home page." : "The club did not serve its home page.");
club.kill();
await ended;
process.exit(isServing ? 0 : 1);

async function serves(url: string): Promise<boolean> {
  const deadline = Date.now() + patienceMilliseconds;
  for (;;) {
    const page = await fetch(url)
      .then((answer) => answer.text())
      .catch(() => "");
    if (page.includes("Invest in Start-ups")) return true;
    if (Date.now() > deadline) return false;
    await wait(1000);
  }
}

function findPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
