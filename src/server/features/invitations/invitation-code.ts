import { randomInt } from "node:crypto";
import { invitationCodeAlphabet, invitationCodeLength } from "#shared/invitations.ts";

/** 31 ^ 10, about 49 bits. */
export const createInvitationCode = (): string =>
  Array.from(
    { length: invitationCodeLength },
    () => invitationCodeAlphabet[randomInt(invitationCodeAlphabet.length)],
  ).join("");
