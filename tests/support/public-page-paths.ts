import { paths } from "#shared/paths.ts";

/** One of each kind of public page: those whose first view is promised to be quick and still. */
export const publicPagePaths = [
  paths.home,
  paths.membership,
  paths.insights,
  paths.article("eis-seis-tax-schemes"),
  paths.calculator,
  paths.login,
];
