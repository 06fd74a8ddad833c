import { paths } from "#shared/paths.ts";

export const publicPagePaths = [
  paths.home,
  paths.membership,
  paths.insights,
  paths.article("eis-seis-tax-schemes"),
  paths.calculator,
  paths.login,
];
