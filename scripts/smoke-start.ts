import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Whether the sample club starts on this machine and serves a page: `npm run smoke`, on any system. */
const patienceMilliseconds = 300_000;

const port = await findPort();
const env = { ...process.env, PORT: String(port), DATA_DIR: mkdtempSync(join(tmpdir(), "kindling-smoke-")) };
// npm is a script on Windows, which only a shell finds.
const club = spawn("npm start", { shell: true, env, stdio: "inherit" });
const ended = new Promise<never>((_, reject) => {
  club.once("exit", (code) => reject(new Error(`The club ended with ${code}.`)));
});
await Promise.race([serves(`http://127.0.0.1:${port}`), ended]);
console.log("The sample club serves its home page.");
club.kill();
process.exit(0);

async function serves(url: string): Promise<void> {
  const deadline = Date.now() + patienceMilliseconds;
  for (;;) {
    const page = await fetch(url)
      .then((answer) => answer.text())
      .catch(() => "");
    if (page.includes("Invest in Start-ups")) return;
    if (Date.now() > deadline) throw new Error("The club did not serve its home page.");
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
