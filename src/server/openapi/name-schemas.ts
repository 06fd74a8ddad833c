import { z } from "zod";
import * as account from "#shared/account.ts";
import * as adviserSeats from "#shared/adviser-seats.ts";
import * as apiKeys from "#shared/api-keys.ts";
import * as audit from "#shared/audit.ts";
import * as commitments from "#shared/commitments.ts";
import * as companies from "#shared/companies.ts";
import * as companyUpdates from "#shared/company-updates.ts";
import * as content from "#shared/content.ts";
import * as dealCalls from "#shared/deal-calls.ts";
import * as dealMailings from "#shared/deal-mailings.ts";
import * as dealQuestions from "#shared/deal-questions.ts";
import * as dealRoom from "#shared/deal-room.ts";
import * as deals from "#shared/deals.ts";
import * as deletionRequests from "#shared/deletion-requests.ts";
import * as errors from "#shared/errors.ts";
import * as events from "#shared/events.ts";
import * as funds from "#shared/funds.ts";
import * as fundsCompletion from "#shared/funds-completion.ts";
import * as fundsExits from "#shared/funds-exits.ts";
import * as fundsRelief from "#shared/funds-relief.ts";
import * as holdingImports from "#shared/holding-imports.ts";
import * as imports from "#shared/imports.ts";
import * as introductions from "#shared/introductions.ts";
import * as investorRecords from "#shared/investor-records.ts";
import * as invitations from "#shared/invitations.ts";
import * as membershipRequests from "#shared/membership-requests.ts";
import * as newsletter from "#shared/newsletter.ts";
import * as notices from "#shared/notices.ts";
import * as ownDocuments from "#shared/own-documents.ts";
import * as passkeys from "#shared/passkeys.ts";
import * as people from "#shared/people.ts";
import * as pictures from "#shared/pictures.ts";
import * as portfolio from "#shared/portfolio.ts";
import * as profileSubmissions from "#shared/profile-submissions.ts";
import * as profiles from "#shared/profiles.ts";
import * as registrations from "#shared/registrations.ts";
import * as richText from "#shared/rich-text.ts";
import * as session from "#shared/session.ts";
import * as settings from "#shared/settings.ts";
import * as setup from "#shared/setup.ts";
import * as signedStatements from "#shared/signed-statements.ts";
import * as statements from "#shared/statements.ts";
import * as system from "#shared/system.ts";
import * as typedHoldings from "#shared/typed-holdings.ts";
import * as waitingCounts from "#shared/waiting-counts.ts";
import * as webhooks from "#shared/webhooks.ts";
import * as yearEndPack from "#shared/year-end-pack.ts";
import * as tokens from "../auth/tokens/token-schemas.ts";
import * as responses from "../platform/http/responses.ts";

const modules: Record<string, unknown>[] = [
  ...[account, adviserSeats, apiKeys, audit, commitments, companies, companyUpdates, content, dealCalls, dealMailings],
  ...[dealQuestions, dealRoom, deals, deletionRequests, errors, events, funds, fundsCompletion, fundsExits],
  ...[
    fundsRelief,
    holdingImports,
    imports,
    introductions,
    investorRecords,
    invitations,
    membershipRequests,
    newsletter,
    notices,
  ],
  ...[ownDocuments, passkeys, people, pictures, portfolio, profileSubmissions, profiles, registrations, richText],
  ...[
    session,
    settings,
    setup,
    signedStatements,
    statements,
    system,
    typedHoldings,
    waitingCounts,
    webhooks,
    yearEndPack,
  ],
  ...[tokens, responses],
];

/** Where two files export a schema of the same name. */
const renamed = new Map<unknown, string>([
  [deals.companyUpdateSchema, "CompanyChange"],
  [people.reasonInputSchema, "ReasonForPerson"],
]);

/** A name for every exported schema: that of its export, so that `eventListSchema` is EventList. */
export function nameSchemas(): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  const exported = modules.flatMap((module) => Object.entries(module));
  const exports = new Set(exported.map(([name]) => name));
  for (const [name, schema] of exported) {
    if (!isWorthAName(schema)) continue;
    const bare = name.replace(/ResponseSchema$/, "Schema");
    const chosen = renamed.get(schema) ?? capital((exports.has(bare) ? name : bare).replace(/Schema$/, ""));
    if (names.has(schema)) continue;
    if ([...names.values()].includes(chosen)) throw new Error(`Two schemas are called ${chosen}.`);
    names.set(schema, chosen);
  }
  return names;
}

export const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

const isWorthAName = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodType && ["object", "union", "record", "enum"].includes(value.def.type);
