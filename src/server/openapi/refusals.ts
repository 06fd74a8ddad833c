import { STATUS_CODES } from "node:http";
import { type ErrorCode, statuses } from "#shared/errors.ts";
import { offerGates } from "#shared/statements/signed-statement-messages.ts";
import type { Audience } from "../auth/guard.ts";
import { signInHeaders } from "../platform/http/problem.ts";
import type { DeclaredRoute, Refusal } from "../route.ts";
import type { ResponseObject } from "./document.ts";

const ofAnyOperation: Refusal[] = [
  "invalid_jwt",
  "api_key_invalid",
  "session_missing",
  "api_key_closed",
  "internal_error",
  "database_unavailable",
  "stopping",
];
const ofMembers: Refusal[] = ["membership_ended", "membership_rejected", "membership_suspended"];
const gateCodes = offerGates.filter((gate) => gate !== "open").map((gate) => `403 ${gate}` as const);
const ofAudience: Record<Audience, Refusal[]> = {
  anyone: [],
  person: ["forbidden"],
  member: ["forbidden", ...ofMembers],
  approved: ["forbidden", ...ofMembers, "membership_required"],
  reader: ["forbidden", ...ofMembers, ...gateCodes],
  investor: ["forbidden", ...ofMembers, ...gateCodes],
  admin: [
    ...["forbidden", ...ofMembers, "admin_required"],
    ...["two_factor_required", "two_factor_setup_required"],
  ] as Refusal[],
};

/** Such as "409 event_full": what follows from an operation's audience and input, and what it adds. */
export function refusalsOfRoute(route: DeclaredRoute): string[] {
  const { method, path, audience, key, recordsReading, needsFreshSignIn, body, refuses = [] } = route;
  const isWrite = method !== "get";
  const hasInput = body ?? route.params ?? route.query ?? route.headers;
  return [
    ...ofAnyOperation,
    ...ofAudience[audience],
    ...(isWrite || recordsReading ? (["foreign_origin"] as const) : []),
    ...(isWrite ? (["body_too_large", "rate_limited"] as const) : []),
    ...(needsFreshSignIn ? (["fresh_sign_in_required"] as const) : []),
    ...(key ? (["rate_limited"] as const) : []),
    ...(hasInput ? (["invalid_body"] as const) : []),
    ...(body ? (["400 bad_request", "415 bad_request"] as const) : []),
    ...(path.includes("{") ? (["not_found"] as const) : []),
    ...refuses,
  ].map(withStatus);
}

const withStatus = (refusal: Refusal): string =>
  refusal.includes(" ") ? refusal : `${statuses[refusal as ErrorCode]} ${refusal}`;

/** A response for each status, with the codes that it can have: a component for each set of codes. */
export function describeRefusals(
  refusals: readonly string[],
  components: Record<string, ResponseObject>,
): Record<string, ResponseObject> {
  const codes = new Map<string, string[]>();
  for (const refusal of [...new Set(refusals)].sort()) {
    const [status = "", code = ""] = refusal.split(" ");
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return Object.fromEntries([...codes].map(([status, all]) => [status, refTo(problem(status, all), components)]));
}

/** Under the words of its status and a number, as "Conflict3": names of all its codes would be a tenth of the description. */
function refTo(response: ResponseObject, components: Record<string, ResponseObject>): ResponseObject {
  const words = response.description?.replace(/\W/g, "") ?? "";
  const alike = Object.entries(components).filter(([, { description }]) => description === response.description);
  const found = alike.find(([, other]) => JSON.stringify(other) === JSON.stringify(response));
  const name = found?.[0] ?? `${words}${alike.length + 1}`;
  components[name] ??= response;
  return { $ref: `#/components/responses/${name}` };
}

const problem = (status: string, codes: string[]): ResponseObject => ({
  description: STATUS_CODES[status] ?? "",
  ...(headersOf[status] && { headers: headersOf[status] }),
  content: {
    "application/problem+json": {
      schema: { $ref: "#/components/schemas/Problem", properties: { code: { enum: codes } } },
    },
  },
});

const headersOf: Record<string, ResponseObject["headers"]> = {
  401: {
    "WWW-Authenticate": {
      description: "How a program signs in.",
      schema: { type: "string" },
      example: signInHeaders["www-authenticate"],
    },
  },
  429: { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" }, example: 60 } },
  503: { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" }, example: 2 } },
};
