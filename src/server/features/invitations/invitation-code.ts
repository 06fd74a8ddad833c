import { randomInt } from "node:crypto";
import { invitationCodeAlphabet, invitationCodeLength } from "#shared/invitations.ts";

/** 31 ^ 10 possibilities, about 49 bits, from the system's cryptographic source. */
export const createInvitationCode = (): string =>
  Array.from(
    { length: invitationCodeLength },
    () => invitationCodeAlphabet[randomInt(invitationCodeAlphabet.length)],
  ).join("");
