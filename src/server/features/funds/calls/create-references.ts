import { randomInt } from "node:crypto";
import { paymentReference, referenceAlphabet } from "#shared/funds/payment-reference.ts";

const dealLength = 3;
const memberLength = 4;

const randomCode = (length: number) =>
  Array.from({ length }, () => referenceAlphabet.charAt(randomInt(referenceAlphabet.length))).join("");

/** Of a deal, which is none of those that are used. */
export function createDealCode(used: ReadonlySet<string>): string {
  for (;;) {
    const code = randomCode(dealLength);
    if (!used.has(code)) return code;
  }
}

/** Different from each other and from those that are used. */
export function createReferences(dealCode: string, count: number, used: readonly string[]): string[] {
  const taken = new Set(used);
  const references: string[] = [];
  while (references.length < count) {
    const reference = paymentReference(dealCode, randomCode(memberLength));
    if (taken.has(reference)) continue;
    taken.add(reference);
    references.push(reference);
  }
  return references;
}
