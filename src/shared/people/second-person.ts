/** Why somebody is no second person for what another has entered. */
export const secondPersonReasons = [
  "same_account",
  "not_standing",
  "same_origin",
  "same_identity",
  "same_device",
  "own_part",
  "own_commitment",
] as const;
export type SecondPersonReason = (typeof secondPersonReasons)[number];

export const secondPersonMessages = {
  needed: "A second person has to confirm this: another admin, announced at least 7 days ago.",
  reasons: {
    same_account: "You entered it yourself.",
    not_standing:
      "Both of you have to be announced for 7 days, without an open objection. Member Directory → Who Signs shows since when.",
    same_origin: "One of you let the other in, and nobody else has confirmed that.",
    same_identity:
      "Your accounts look like those of one person: the same name and date of birth, bank account or mailbox.",
    same_device:
      "Sign in on your own device: this browser, or another of yours, was used by the other person in the last 30 days.",
    own_part: "You have a part in it.",
    own_commitment: "It is about your own money, or that of an account that looks like yours.",
  } satisfies Record<SecondPersonReason, string>,
} as const;
