import { hasPartsOfPenny } from "#shared/commitments/share-costs.ts";
import type { FoundOnCertificate, Relief } from "#shared/funds/funds-relief.ts";
import {
  blockingReliefDifferences,
  reliefMessages as messages,
  type ReliefDifference,
  reliefDifferences,
} from "#shared/funds/funds-relief-messages.ts";
import { formatDay } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import { isSameCompany, isSimilarName } from "../bank-files/similar-names.ts";

export interface HeldShares {
  legal_name: string | null;
  shares: number;
  price: string;
  cost_pence: number;
  issued_on: string;
}

type Difference = NonNullable<Relief["certificates"][number]["suggested"]>["differences"][number];

/**
 * Returns what a certificate says otherwise than the register; what it does not say differs from nothing. @param uir HMRC's, once
 * it answered.
 */
export function compareCertificate(found: FoundOnCertificate, held: HeldShares, uir: string | null): Difference[] {
  const differ: Record<ReliefDifference, string | null> = {
    amount_pence: said(
      found.amount_pence,
      held.cost_pence,
      (given, has) => messages.amount(formatPence(given), formatPence(has)),
      (given) => isCost(given, held),
    ),
    issued_on: said(found.issued_on, held.issued_on, (given, has) =>
      messages.issuedOn(formatDay(given), formatDay(has)),
    ),
    name: said(found.name, held.legal_name, messages.name, isSimilarName),
    shares: said(found.shares, held.shares, (given, has) =>
      messages.shares(given.toLocaleString("en-GB"), has.toLocaleString("en-GB")),
    ),
    uir: said(found.uir, uir, messages.uirDiffers, (one, other) => plain(one) === plain(other)),
  };
  return reliefDifferences.flatMap((path) => {
    const words = differ[path];
    return words === null ? [] : [{ path, is_blocking: isBlocking(path), said: words }];
  });
}

export interface DealOfShares {
  company: string;
  company_number: string | null;
  scheme: "SEIS" | "EIS" | "none";
}

/** Returns what says that a certificate is not of this deal; what it does not say, and what the deal has not, differ from nothing. */
export function compareDeal({ companies, company_numbers, scheme }: FoundOnCertificate, deal: DealOfShares): string[] {
  const { company, company_number: number } = deal;
  const names = companies.filter((name) => !isSameCompany(name, company));
  const numbers = number ? company_numbers.filter((given) => plainNumber(given) !== plainNumber(number)) : [];
  return [
    ...names.map((name) => messages.otherCompany(name, company)),
    ...numbers.map((given) => messages.otherNumber(given, company, number ?? "")),
    ...(scheme !== null && scheme !== deal.scheme ? [messages.otherScheme(scheme, deal.scheme)] : []),
  ];
}

/** "SC012345" is "SC12345". */
const plainNumber = (number: string): string => plain(number).replace(/^([A-Z]*)0+/, "$1");

/** Where a price has parts of a penny, shares × price and a member's cost can be one apart. */
const isCost = (pence: number, { cost_pence, price }: HeldShares): boolean =>
  Math.abs(pence - cost_pence) <= (hasPartsOfPenny(price) ? 1 : 0);
const isBlocking = (path: ReliefDifference) => blockingReliefDifferences.some((each) => each === path);
const plain = (reference: string) => reference.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

function said<Value>(
  given: Value | null,
  held: Value | null,
  inWords: (given: Value, held: Value) => string,
  isSame: (given: Value, held: Value) => boolean = (one, other) => one === other,
): string | null {
  return given === null || held === null || isSame(given, held) ? null : inWords(given, held);
}

/** Whom a certificate seems to be for: the only one of that name, or of these figures among those of that name, or all. */
export function suggestMember<Member extends HeldShares>(
  found: FoundOnCertificate,
  members: readonly Member[],
): Member | undefined {
  const { name, amount_pence, shares } = found;
  const hasFigures = (member: Member) =>
    amount_pence !== null && isCost(amount_pence, member) && member.shares === shares;
  const named = name === null ? [] : members.filter(({ legal_name }) => legal_name && isSimilarName(name, legal_name));
  return only(named) ?? only((named.length > 0 ? named : members).filter(hasFigures));
}

const only = <Item>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined);
