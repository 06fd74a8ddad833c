/** Subset of `npm audit --json`. */
export interface AuditReport {
  vulnerabilities?: Record<string, { via: (string | Advisory)[] }>;
  message?: string;
}

interface Advisory {
  name: string;
  severity: string;
  title: string;
  url: string;
  range: string;
}

export interface Judgement {
  /** One per advisory, most severe first. */
  lines: string[];
  /** High or critical, and not mentioned in the document. */
  unnamed: string[];
}

const severities = ["critical", "high", "moderate", "low", "info"];
const serious = ["critical", "high"];

/** @returns undefined when the registry has no audit endpoint. */
export function judgeAdvisories({ vulnerabilities }: AuditReport, document: string): Judgement | undefined {
  if (!vulnerabilities) return undefined;
  const found = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one !== "string"));
  const advisories = [...new Map(found.map((advisory) => [advisory.url, advisory])).values()];
  const rank = ({ severity }: Advisory) => severities.indexOf(severity);
  advisories.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  const idOf = ({ url }: Advisory) => url.split("/").at(-1) ?? url;
  const isUnnamed = (advisory: Advisory) => serious.includes(advisory.severity) && !document.includes(idOf(advisory));
  return {
    lines: advisories.map((one) => `${one.severity}\t${one.name} ${one.range}\t${idOf(one)}\t${one.title}`),
    unnamed: advisories.filter(isUnnamed).map(idOf),
  };
}
