import type { Tier } from "#shared/people/people-messages.ts";

interface SampleTier {
  tier: Tier;
  from_days_ago: number;
  /** Negative once it has ended; null without an end. */
  days_left: number | null;
  reason: string;
}

/** Who is or was on another tier than Trial, in the order in which it was set. */
export const sampleTiers: Readonly<Record<string, readonly SampleTier[]>> = {
  "eleanor@kindling.example": [{ tier: "vip", from_days_ago: 540, days_left: null, reason: "Co-founder." }],
  "daniel@kindling.example": [{ tier: "vip", from_days_ago: 540, days_left: null, reason: "Co-founder." }],
  "amara@kindling.example": [{ tier: "premium", from_days_ago: 540, days_left: null, reason: "Works for the club." }],
  "tomasz@wieczorek.example": [
    { tier: "premium", from_days_ago: 490, days_left: -126, reason: "Paid for a year by bank transfer." },
    { tier: "vip", from_days_ago: 125, days_left: 239, reason: "Moved up on renewal." },
  ],
  "fiona.macaskill@glenview.example": [
    { tier: "premium", from_days_ago: 210, days_left: 154, reason: "Paid for a year." },
  ],
  "kwame@harbourline.example": [{ tier: "premium", from_days_ago: 96, days_left: 268, reason: "Paid for a year." }],
  "meilin@fenlight.example": [{ tier: "vip", from_days_ago: 60, days_left: 304, reason: "Paid for a year." }],
  "z.alhakim@saffrongate.example": [{ tier: "vip", from_days_ago: 330, days_left: 34, reason: "Paid for a year." }],
  "aoife@tidewrack.example": [
    { tier: "premium", from_days_ago: 385, days_left: -21, reason: "Paid for a year, not renewed yet." },
  ],
  "sam@bellwetherdesk.example": [{ tier: "premium", from_days_ago: 300, days_left: 64, reason: "Paid for a year." }],
  "priya@ledgerlight.example": [
    { tier: "premium", from_days_ago: 236, days_left: 128, reason: "Paid for a year by bank transfer." },
  ],
  "ingrid@nordlyskraft.example": [{ tier: "vip", from_days_ago: 150, days_left: 214, reason: "Paid for a year." }],
  "leila.moradi@plovermedical.example": [
    { tier: "premium", from_days_ago: 40, days_left: 324, reason: "Paid for a year." },
  ],
  "luca@ferrante-imports.example": [
    { tier: "premium", from_days_ago: 130, days_left: 234, reason: "Paid for a year." },
  ],
};

interface SampleStanding {
  change: "suspended" | "ended";
  days_ago: number;
  reason: string;
}

/** Approved members who are not in the club at the moment. */
export const sampleStandings: Readonly<Record<string, SampleStanding>> = {
  "luca@ferrante-imports.example": {
    change: "suspended",
    days_ago: 12,
    reason: "You sent another member’s deck to a newsletter. Please call us, and we talk about how to go on.",
  },
  "dominic@vaneaccess.example": {
    change: "ended",
    days_ago: 20,
    reason: "Members told us three times that you advertised to them after we had asked you to stop.",
  },
};

/** Nobody else can sign in as one of these: the secret of their authenticator app is not known. */
export const sampleSecondFactors: ReadonlySet<string> = new Set([
  "fiona.macaskill@glenview.example",
  "tomasz@wieczorek.example",
  "kwame@harbourline.example",
  "meilin@fenlight.example",
  "ingrid@nordlyskraft.example",
  "grace@umojapay.example",
  "vikram@lantanasecurity.example",
  "nils@akerblom.example",
]);

/** Hidden by themselves. */
export const sampleHiddenByOwner: ReadonlySet<string> = new Set(["hello@studiominami.example"]);
