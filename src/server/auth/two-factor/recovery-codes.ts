import { randomInt } from "node:crypto";
import { invitationCodeAlphabet } from "#shared/invitations.ts";

const amount = 10;
const length = 10;
const groupLength = 5;

/** Such as K7QX2-MPR9W, 49 bits each. */
export const createRecoveryCodes = (): string[] => Array.from({ length: amount }, () => grouped(createCode()));

const createCode = () =>
  Array.from({ length }, () => invitationCodeAlphabet[randomInt(invitationCodeAlphabet.length)]).join("");

/** Ignores case, spaces and hyphens. */
export const normalRecoveryCode = (typed: string): string => grouped(typed.replace(/[\s-]/g, "").toUpperCase());

const grouped = (code: string) => `${code.slice(0, groupLength)}-${code.slice(groupLength)}`;
