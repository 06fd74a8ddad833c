import { paths } from "#shared/paths.ts";

export const mainLinks = [
  { label: "Home", to: paths.home },
  { label: "About", to: paths.about },
  { label: "Membership", to: paths.membership },
  { label: "Insights", to: paths.insights },
  { label: "Founders", to: paths.founders },
  { label: "Contact", to: paths.contact },
] as const;
