/** The part of `npm audit --json` that is read here. */
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
  /** One per advisory, the worst first. */
  lines: string[];
  /** High or critical, and not named in the document that says what each means for us. */
  unnamed: string[];
}

const severities = ["critical", "high", "moderate", "low", "info"];
const serious = ["critical", "high"];

/** @returns undefined where the registry did not answer the question. */
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
