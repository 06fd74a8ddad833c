import { type ErrorCode, statuses } from "#shared/errors.ts";

/** Internals: stack, SQL, table or file names, library errors. */
const inside = [
  /\n\s+at .+[:(]\d+/,
  /node_modules|node:internal|\.ts:\d+|\.js:\d+|\/dist\/server|\/src\/server/,
  /\b(auth\.(users|sessions|accounts|verifications)|pgboss|club_(member|visitor)|pg_catalog|member_profile_submissions)\b/,
  /\b(syntax error at|violates (unique|check|foreign)|relation ".*" does not exist|invalid input syntax|duplicate key value)/i,
  /\b(ZodError|TypeError|RangeError|SyntaxError|ReferenceError|ECONNREFUSED|ENOENT|Kysely|BetterAuth)\b/,
  /cannot read propert|is not a function|undefined \(reading|unexpected token .* in JSON/i,
];

/** Returns an empty list when the response is acceptable. */
export function faultsOf(path: string, answer: Response, text: string): string[] {
  const type = answer.headers.get("content-type") ?? "";
  const isCode = /javascript|css|image|font/.test(type);
  return [
    ...(answer.status >= 500 && !isBusyWithPictures(path, answer, text) ? [`status ${answer.status}`] : []),
    ...(isCode ? [] : inside.filter((pattern) => pattern.test(text)).map((pattern) => `says ${pattern}`)),
    ...(answer.headers.get("x-content-type-options") === "nosniff" ? [] : ["no nosniff"]),
    ...(answer.headers.get("content-security-policy")?.includes("default-src 'none'") ? [] : ["no CSP"]),
    ...(answer.status >= 400 && isApi(path) ? problemFaults(answer, type, text) : []),
  ];
}

/** 429 or 503 for concurrent uploads. */
const isBusyWithPictures = (path: string, { status, headers }: Response, text: string): boolean =>
  path === "/api/pictures" &&
  status === 503 &&
  headers.has("retry-after") &&
  (JSON.parse(text) as { code: ErrorCode }).code === "pictures_busy";

const isApi = (path: string) => /^\/api(\/|\?|$)/.test(path);

function problemFaults({ status }: Response, type: string, text: string): string[] {
  if (type !== "application/problem+json") return [`a failure of type "${type}"`];
  // HEAD has no body.
  if (text === "") return [];
  const problem = JSON.parse(text) as { status: number; code: ErrorCode; detail: unknown };
  return [
    ...(problem.code in statuses ? [] : [`code ${problem.code}`]),
    ...(problem.status === status ? [] : [`says ${problem.status}, is ${status}`]),
    ...(typeof problem.detail === "string" && problem.detail ? [] : ["no detail"]),
  ];
}
