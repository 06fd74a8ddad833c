import { randomUUID } from "node:crypto";
import { type SamplePerson, sampleMembers } from "./sample-people.ts";

/** The admin of the sample club who has let in everybody for whom nobody else is named. */
export const sampleAdminEmail = "amara@kindling.example";

export interface PlannedPerson extends SamplePerson {
  id: string;
  /** It is `null` for the first admins, whom the club itself let in. */
  host_id: string | null;
  invitation_id: string;
  /** It is `null` for somebody who was not imported. */
  import_id: string | null;
  submission_id: string;
  times: Timeline;
}

export interface PlannedGuest extends SampleGuest {
  host_id: string;
  invitation_id: string;
  /** It is `null` for somebody who was not imported. */
  import_id: string | null;
  invited: Date;
}

/** The people of the sample club with the ids and moments that their rows will have. */
export function planSampleClub(now: Date): { people: PlannedPerson[]; guests: PlannedGuest[] } {
  const everybody = [...sampleMembers, ...sampleNewcomers].map((person) => ({ ...person, id: randomUUID() }));
  const ids = new Map<string, string>(everybody.map(({ email, id }) => [email, id]));
  const hostId = (email = sampleAdminEmail): string => {
    const id = ids.get(email);
    if (!id) throw new Error(`The sample club has no ${email}.`);
    return id;
  };
  return {
    people: everybody.map((person, index) => ({
      ...person,
      host_id: person.is_admin ? null : hostId(person.host),
      invitation_id: randomUUID(),
      import_id: person.is_imported ? randomUUID() : null,
      submission_id: randomUUID(),
      times: timelineOf(person.registered_days_ago, index, now),
    })),
    guests: sampleGuests.map((guest, index) => ({
      ...guest,
      host_id: hostId(),
      invitation_id: randomUUID(),
      import_id: guest.imported_as ? randomUUID() : null,
      // People on one list were imported in the same minute.
      invited: momentAgo(guest.invited_days_ago, guest.imported_as ? 0 : index, now),
    })),
  };
}

/** Invented people who have an account but no published profile: what the admins have to decide on, and what they have. */
const sampleNewcomers: readonly SamplePerson[] = [
  {
    email: "luca@ferrante-imports.example",
    full_name: "Luca Ferrante",
    registered_days_ago: 140,
  },
  {
    email: "gordon@trimble.example",
    full_name: "Gordon Trimble",
    registered_days_ago: 66,
    membership: "rejected",
  },
  {
    email: "dominic@vaneaccess.example",
    full_name: "Dominic Vane",
    registered_days_ago: 47,
    profile: {
      position: "Founder & CEO",
      company: "Vane Access",
      location: "Mayfair, London",
      bio: "THE premier deal-sourcing platform for serious investors. Message me for our exclusive autumn pipeline. Limited places!!",
      services_offered: "Exclusive deal flow. Early-bird rates for club members.",
      expertise: ["Deal flow", "Networking"],
      website_url: "https://www.vaneaccess.example/join",
    },
    submission: {
      status: "rejected",
      admin_notes:
        "Thank you, Dominic. The directory is for members to get to know one another, so we cannot publish an advertisement. Could you tell us about yourself instead: what you have done, and what you could help other members with?",
    },
  },
  {
    email: "kirsty@ballantyne-textiles.example",
    full_name: "Kirsty B.",
    registered_days_ago: 29,
    host: "daniel@kindling.example",
    profile: {
      position: "Textile buyer",
      location: "Galashiels",
      bio: "Buying cloth in the Borders for longer than I care to say. Interested in anything that makes a mill waste less water.",
      expertise: ["Retail", "Supply chain"],
      website_url: "https://old-shop.example/about-us",
    },
    submission: {
      status: "rejected",
      admin_notes:
        "Nearly there, Kirsty. Your website link leads to a shop that is not yours any more, and members would like your full surname. Please correct both and send it again.",
    },
  },
  {
    email: "noor@haddad-dental.example",
    full_name: "Noor Haddad",
    registered_days_ago: 25,
    is_imported: true,
  },
  {
    email: "vanessa@crewe-leisure.example",
    full_name: "Vanessa Crewe",
    registered_days_ago: 19,
    host: "daniel@kindling.example",
    membership: "rejected",
  },
  {
    email: "adrian@munteanu.example",
    full_name: "Adrian Munteanu",
    registered_days_ago: 9,
    profile: {
      position: "Data engineer",
      company: "Munteanu Analytics",
      location: "Nottingham",
      bio: "I build the reports that boards look at, for two insurers and a chain of garden centres. Born in Cluj, settled in Beeston. I would like to learn how to judge a company before it has any reports at all.",
      services_offered: "I can check whether the numbers in a data room agree with each other.",
      expertise: ["Data", "SaaS metrics", "Insurance"],
      linkedin_url: "https://www.linkedin.example/in/adrian-munteanu",
    },
    submission: {
      status: "pending",
      admin_notes: "Please leave out your clients' names unless they have agreed, Adrian. Everything else is fine.",
    },
  },
  {
    email: "hamish@urquhart-estates.example",
    full_name: "Hamish Urquhart",
    registered_days_ago: 7,
    profile: {
      position: "Estate manager",
      company: "Urquhart Estates",
      location: "Perthshire",
      bio: "Trees, deer, holiday cottages and a small hydro scheme. Keen on anything that makes rural broadband less of a joke.",
      expertise: ["Property", "Climate", "Telecoms"],
    },
    submission: { status: "pending" },
  },
  {
    email: "gareth@pughdavies.example",
    full_name: "Gareth Pugh-Davies",
    registered_days_ago: 6,
    profile: {
      position: "Sales director",
      company: "Taff Telemetry",
      location: "Cardiff",
      bio: "I sell sensors to water companies. The sales cycle is eighteen months, so I have had time to think about patience. I would be glad to help any founder who sells to a regulated industry, and to talk about choirs.",
      services_offered: "Call reviews and pipeline checks for companies that sell to utilities.",
      expertise: ["Sales", "Public sector sales", "Hardware"],
      linkedin_url: "https://www.linkedin.example/in/gareth-pugh-davies",
      website_url: "https://tafftelemetry.example",
    },
    submission: { status: "pending" },
  },
  {
    email: "adaeze@nwankwolaw.example",
    full_name: "Adaeze Nwankwo",
    registered_days_ago: 4,
    membership: "pending",
    profile: {
      position: "Barrister",
      location: "Lagos, Nigeria, and London",
      bio: "Commercial disputes, mostly about who owned what and when. I would like to meet companies before they need me.",
      services_offered: "Intellectual property questions, asked early.",
      expertise: ["Intellectual property", "Company law"],
      linkedin_url: "https://www.linkedin.example/in/adaeze-nwankwo",
    },
    submission: { status: "pending" },
  },
  {
    email: "stephen@garside.example",
    full_name: "Stephen Garside",
    registered_days_ago: 3,
    membership: "pending",
  },
  {
    email: "monica@aldana-clinic.example",
    full_name: "Mónica Aldana",
    registered_days_ago: 2,
    host: "daniel@kindling.example",
    membership: "pending",
  },
  {
    email: "h.lockwood@lockwood-surveyors.example",
    full_name: "",
    registered_days_ago: 2,
    membership: "pending",
  },
  {
    email: "jasdeep@bhullar-foods.example",
    full_name: "Jasdeep Kaur Bhullar",
    registered_days_ago: 1,
    membership: "pending",
  },
  {
    email: "wei.ong@ongcapital.example",
    full_name: "Wei Ong",
    registered_days_ago: 1,
    email_verified: false,
    membership: "pending",
  },
];

interface SampleGuest {
  email: string;
  invited_days_ago: number;
  /** The name on the imported list, if they were invited by an import. */
  imported_as?: string;
}

/** Invited and not registered yet; an invitation lasts 30 days. */
const sampleGuests: readonly SampleGuest[] = [
  { email: "owen@castell.example", invited_days_ago: 1 },
  { email: "nadia.rahimi@rahimi-architects.example", invited_days_ago: 2 },
  { email: "theo@greenacrefoods.example", invited_days_ago: 6 },
  { email: "helena@vogelsang.example", invited_days_ago: 8, imported_as: "Helena Vogelsang" },
  { email: "desmond@achterberg.example", invited_days_ago: 8, imported_as: "Desmond Achterberg" },
  { email: "shreya@kulkarni-labs.example", invited_days_ago: 8, imported_as: "Shreya Kulkarni" },
  { email: "b.fenwick@fenwickmarine.example", invited_days_ago: 28 },
  { email: "oliver@stannard.example", invited_days_ago: 36 },
  { email: "marie-claire@dubreuil.example", invited_days_ago: 74 },
  { email: "k.tanaka@hoshiprojects.example", invited_days_ago: 190 },
];

const minute = 60 * 1000;
const day = 24 * 60 * minute;

/**
 * When somebody took each step from the invitation to the directory, a day or two apart.
 * @param registeredDaysAgo at least as many days as steps were taken after it, so that none lies ahead.
 * @param seed moves the times of day, so that people are not all there at the same minute.
 */
function timelineOf(registeredDaysAgo: number, seed: number, now: Date) {
  const at = (daysLater: number) => momentAgo(registeredDaysAgo - daysLater, seed, now);
  const registered = at(0);
  return {
    invited: at(-2),
    registered,
    verified: new Date(registered.getTime() + 6 * minute),
    decided: at(1),
    submitted: at(2),
    reviewed: at(3),
    revised: at(4),
  };
}

type Timeline = ReturnType<typeof timelineOf>;

/** A moment of that day between 7:00 and 21:00 UTC, always the same for the same arguments. */
export function momentAgo(daysAgo: number, seed: number, now: Date): Date {
  const midnight = Math.floor(now.getTime() / day) * day;
  const minutes = 7 * 60 + ((seed * 173 + daysAgo * 61) % (14 * 60));
  return new Date(midnight - daysAgo * day + minutes * minute);
}
