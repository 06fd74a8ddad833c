import { publicPagePaths } from "#tests/support/public-page-paths.ts";
import { runClub } from "#tests/support/running-club.ts";
import { isMet } from "./support/figure.ts";
import { openLighthouse } from "./support/lighthouse-run.ts";

/**
 * Lighthouse with its mobile preset against the built club: prints the medians and what it found wanting, and fails below
 * the goals. `npm run lighthouse`, or for other pages `npm run lighthouse -- /news /founders`.
 */
const named = process.argv.slice(2);
const club = await runClub();
const lighthouse = await openLighthouse();
let isBelow = false;
for (const path of named.length > 0 ? named : publicPagePaths) {
  const { figures, faults } = await lighthouse.measure(`${club.url}${path}`, path);
  console.log(path);
  for (const figure of figures) {
    if (!isMet(figure)) isBelow = true;
    console.log(`  ${isMet(figure) ? "ok  " : "MISS"} ${figure.name.padEnd(28)} ${figure.value} ${figure.unit}`);
  }
  for (const fault of faults) console.log(`  - ${fault}`);
}
await lighthouse.close();
await club.stop();
if (isBelow) process.exit(1);
