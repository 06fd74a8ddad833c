import { STATUS_CODES } from "node:http";
import type { ErrorCode } from "#shared/errors.ts";
import { offerGates } from "#shared/signed-statement-messages.ts";
import type { Audience } from "../auth/guard.ts";
import { signInHeaders } from "../platform/http/problem.ts";
import type { ResponseObject } from "./document.ts";
import { statuses } from "../platform/http/statuses.ts";
import type { Refusal } from "../route.ts";

interface Shape {
  method: string;
  path: string;
  audience: Audience;
  hasInput: boolean;
  hasJsonBody: boolean;
}

const ofAnyOperation: Refusal[] = [
  "400 invalid_jwt",
  "401 api_key_invalid",
  "401 session_missing",
  "403 api_key_closed",
  "500 internal_error",
  "503 database_unavailable",
  "503 stopping",
];
const ofMembers: Refusal[] = ["403 membership_ended", "403 membership_rejected", "403 membership_suspended"];
const gateCodes = offerGates.filter((gate) => gate !== "open").map((gate) => `403 ${gate}` as const);
const ofAudience: Record<Audience, Refusal[]> = {
  anyone: [],
  person: ["403 forbidden"],
  member: ["403 forbidden", ...ofMembers],
  approved: ["403 forbidden", ...ofMembers, "403 membership_required"],
  reader: ["403 forbidden", ...ofMembers, ...gateCodes],
  investor: ["403 forbidden", ...ofMembers, ...gateCodes],
  admin: [
    ...["403 forbidden", ...ofMembers, "403 admin_required"],
    ...["403 two_factor_required", "403 two_factor_setup_required"],
  ] as Refusal[],
};

/** Of what an API key may call. */
export const refusalsOfKeys: Refusal[] = ["429 rate_limited"];

/** What follows from an operation's audience and input; each operation adds its own. */
export function impliedRefusals({ method, path, audience, hasInput, hasJsonBody }: Shape): Refusal[] {
  const isWrite = method !== "get";
  return [
    ...ofAnyOperation,
    ...ofAudience[audience],
    ...(isWrite ? (["403 foreign_origin", "413 body_too_large", "429 rate_limited"] as const) : []),
    ...(hasInput ? (["422 invalid_body"] as const) : []),
    ...(hasJsonBody ? (["400 bad_request", "415 bad_request"] as const) : []),
    ...(path.includes("{") ? (["404 not_found"] as const) : []),
  ];
}

/** Such as "409 event_full". */
export const withStatus = (refusal: Refusal): string =>
  refusal.includes(" ") ? refusal : `${statuses[refusal as ErrorCode]} ${refusal}`;

/**
 * A response for each status, with the codes that it can have: a component for each set of codes, named by the status and the
 * codes that are particular to it.
 */
export function describeRefusals(
  refusals: readonly string[],
  components: Record<string, ResponseObject>,
): Record<string, ResponseObject> {
  const codes = new Map<string, string[]>();
  for (const refusal of [...new Set(refusals)].sort()) {
    const [status = "", code = ""] = refusal.split(" ");
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...codes].map(([status, all]) => {
      const name = nameOf(status, all);
      components[name] ??= problem(status, all);
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

const nameOf = (status: string, codes: readonly string[]): string =>
  commonNames.get(codesKey(status, codes)) ?? `Refused${status}_${codes.join("-")}`;

const codesKey = (status: string, codes: readonly string[]) => `${status} ${codes.join()}`;

function problem(status: string, codes: string[]): ResponseObject {
  return {
    description: `${STATUS_CODES[status]}: ${codes.join(", ")}`,
    ...(headersOf[status] && { headers: headersOf[status] }),
    content: {
      "application/problem+json": {
        schema: { allOf: [{ $ref: "#/components/schemas/Problem" }], properties: { code: { enum: codes } } },
      },
    },
  };
}

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

/** Names of those that most operations share. */
const commonNames = new Map([
  [codesKey("401", ["api_key_invalid", "session_missing"]), "SignedOut"],
  [codesKey("404", ["not_found"]), "NotFound"],
  [codesKey("413", ["body_too_large"]), "TooLarge"],
  [codesKey("422", ["invalid_body"]), "InvalidInput"],
  [codesKey("500", ["internal_error"]), "Failed"],
  [codesKey("503", ["database_unavailable", "stopping"]), "Unavailable"],
]);
