import { formatDay, londonDate } from "#shared/london-time.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { findRecipient, type WriteMail } from "../../../platform/mail/mail-writer.ts";

interface Seat {
  name: string;
  until: string;
  device: string | null;
  shows_papers: boolean;
  shows_reliefs: boolean;
}

const shownWords = ({ shows_papers, shows_reliefs }: Pick<Seat, "shows_papers" | "shows_reliefs">): string => {
  const more = [shows_reliefs && "the reliefs that you recorded", shows_papers && "your documents"].filter(Boolean);
  return more.length > 0
    ? `your holdings, ${more.join(" and ")}, and nothing else of the club`
    : "your holdings, and nothing else of the club";
};

interface Texts {
  heading: (seat: Seat) => string;
  text: (seat: Seat) => string;
}

/** To the member alone, without a figure and without the link. */
const aboutSeat =
  ({ heading, text }: Texts): WriteMail<{ user_id: string; seat_id: string; opening_id?: string }> =>
  async (context, { user_id, seat_id, opening_id = null }) => {
    const { read, appUrl, club } = context;
    const person = await findRecipient(context, user_id);
    const found = await read
      .selectFrom("adviser_seats as s")
      .select(["s.name", "s.expires_at", "s.shows_papers", "s.shows_reliefs"])
      .select(({ selectFrom }) =>
        selectFrom("adviser_openings as o")
          .select("o.device")
          .whereRef("o.seat_id", "=", "s.id")
          .where("o.id", "=", opening_id)
          .as("device"),
      )
      .where("s.id", "=", seat_id)
      .where("s.user_id", "=", user_id)
      .executeTakeFirst();
    if (!person || !found) return undefined;
    const seat = { ...found, until: formatDay(londonDate(found.expires_at)) };
    return {
      to: person.email,
      content: {
        subject: heading(seat),
        preview: "My Investments says who can read what you hold.",
        heading: heading(seat),
        name: person.name,
        body: [text(seat)],
        action: { label: "See who can read", url: pageUrl(appUrl, paths.adviserSeats), tone: "act" },
        afterword: [
          `If this was not you, end the access there, choose a new password, and write to ${club.identity.contact_email}.`,
        ],
        reason: `You get this email because it is about who can read what you hold through ${club.identity.name}.`,
      },
    };
  };

export const adviserSeatMails = {
  "adviser-seat-granted": aboutSeat({
    heading: ({ name }) => `${name} can read what you hold`,
    text: ({ name, until, ...shown }) =>
      `You made a link by which ${name} reads ${shownWords(shown)}. It works until ${until}, or until you end it. The club has not sent it to anybody.`,
  }),
  "adviser-seat-opened": aboutSeat({
    heading: ({ name }) => `The link for ${name} was opened on a new device`,
    text: ({ name, device }) =>
      `What you hold was read by the link for ${name}, for the first time in ${device ?? "a browser that we do not know"}. Adviser access, in your Account, lists every opening.`,
  }),
  "adviser-seat-ending": aboutSeat({
    heading: ({ name }) => `The access of ${name} ends soon`,
    text: ({ name, until }) =>
      `The link by which ${name} reads what you hold works until ${until}. To let them read on, make a new link and give it to them.`,
  }),
  "adviser-seat-ended": aboutSeat({
    heading: ({ name }) => `${name} cannot read what you hold any more`,
    text: ({ name }) => `The link for ${name} opens nothing from now on. What they downloaded stays with them.`,
  }),
};
