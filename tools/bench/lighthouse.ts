import { publicPagePaths } from "#tests/support/public-page-paths.ts";
import { isMet, printFigures } from "./support/figure.ts";
import { measurePages } from "./support/measure-pages.ts";

/** `npm run lighthouse`, or for other pages `npm run lighthouse -- /news /founders`: fails below the goals. */
const named = process.argv.slice(2);
const figures = await measurePages(named.length > 0 ? named : publicPagePaths);
printFigures("Lighthouse", figures);
if (!figures.every(isMet)) process.exitCode = 1;
