/** Each reason says why somebody is no second person for what another has entered. */
export const secondPersonReasons = [
  "same_account",
  "not_standing",
  "same_origin",
  "same_identity",
  "same_device",
  "announced",
  "own_part",
  "own_commitment",
  "not_on_panel",
  "own_gain",
  "new_passkey",
] as const;
export type SecondPersonReason = (typeof secondPersonReasons)[number];

export const secondPersonMessages = {
  needed: "A second person has to confirm this: another admin, announced at least 7 days ago.",
  youFrom: (time: string) => `You can confirm from ${time}, if nobody objects.`,
  otherFrom: (time: string) => `Another admin can confirm from ${time}, if nobody objects.`,
  reasons: {
    same_account: "You entered it yourself.",
    not_standing:
      "It counts once you, and whoever entered or signed it, have been announced for 7 days without an open objection. People → Admins shows since when.",
    same_origin: "One of you let the other in, and nobody else has confirmed that.",
    same_identity:
      "Your accounts look like those of one person: the same name and date of birth, bank account or mailbox.",
    same_device:
      "Sign in on your own device: this browser, or another of yours, was used by the other person in the last 30 days.",
    announced: "It is confirmed already and takes effect a day after that.",
    own_part: "You have a part in it.",
    not_on_panel:
      "You are not one of those who sign for this deal. Its panel is named in the version that members read, and does not change.",
    own_gain: "A line of this list was changed in your favour.",
    new_passkey: "Your passkey is new. You can sign with it 72 hours after you added it.",
    own_commitment: "It is about your own money, or that of an account that looks like yours.",
  } satisfies Record<SecondPersonReason, string>,
} as const;
