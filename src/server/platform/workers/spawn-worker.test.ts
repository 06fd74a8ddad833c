import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { spawnWorker, type WorkerLimits } from "./spawn-worker.ts";

const folder = mkdtempSync(join(tmpdir(), "kindling-worker-"));
afterAll(() => rmSync(folder, { recursive: true }));

const usual = { dataKibibytes: 1280 * 1024, stackKibibytes: 2048, cpuSeconds: 20 };

/** What a program writes, and how it ends. */
async function run(program: string, limits: WorkerLimits, nodeFlags: string[] = []) {
  const file = join(folder, "program.mts");
  writeFileSync(file, program);
  const { child } = spawnWorker({ name: "", source: pathToFileURL(file), nodeFlags, limits });
  child.stdin.end();
  const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, "close")]);
  return { output, hasFailed: code !== 0 || signal !== null };
}

it("A worker sees no secret and no folder of the server's", async () => {
  const { output } = await run("console.log(JSON.stringify([Object.keys(process.env), process.cwd()]))", usual);
  const [names, folderName] = JSON.parse(output);
  // The shell that sets its limits adds where it is.
  expect(names.filter((name: string) => name !== "PWD").toSorted()).toEqual([
    "LC_ALL",
    "MALLOC_ARENA_MAX",
    "UV_THREADPOOL_SIZE",
    "VIPS_CONCURRENCY",
  ]);
  expect(folderName).toBe("/");
});

it.skipIf(process.platform !== "linux")("A worker ends before it takes more memory than its limit", async () => {
  const hungry = `
    const kept = [];
    for (let count = 1; count <= 40; count++) {
      kept.push(Buffer.alloc(64 * 1024 * 1024, 1));
      process.stdout.write(count + " ");
    }`;
  const { output, hasFailed } = await run(hungry, usual);
  const allocated = output.trim().split(" ").length;
  expect([hasFailed, allocated < 20]).toEqual([true, true]);
});

it("WebAssembly gets no more memory than the flag says", async () => {
  const program = `
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 32768 });
    try { memory.grow(8192); console.log("grown"); } catch (error) { console.log(error.name); }`;
  const { output } = await run(program, usual, ["--wasm-max-mem-pages=8192"]);
  expect(output).toBe("RangeError\n");
});
