import { z } from "zod";
import { listOf, maximumPageSize, momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { isAllowed, noticeChoices, noticeTopicNames } from "./notice-topics.ts";

/** All notice kinds, declared here only, in general words. Those of `ownNotices` name company, person, sum and day instead. */
export const noticeTexts = {
  act_announced:
    "A list of a deal that you take part in is signed. What is new or changed in it waits a day. Its page says what.",
  act_answered: "Your objection to a list is answered. Read the answer.",
  act_objected: "Somebody objects to a list of a deal that you sign for. It stands still. Read why.",
  act_void: "A list that you signed or made is void. Its page says what comes next.",
  act_waits: "A list of a deal waits for your signature.",
  adviser_seat_ended: "An adviser cannot read what you hold any more. My Investments says who can.",
  adviser_seat_ending: "An adviser’s access to what you hold ends soon. My Investments says when.",
  adviser_seat_granted: "A link was made by which an adviser reads what you hold. My Investments says for whom.",
  adviser_seat_opened: "An adviser’s link was opened on a new device. My Investments lists the openings.",
  balance_agrees: "The bank’s balance of a deal and its list agree again.",
  balance_differs:
    "The bank’s balance of a deal and its list differ. Nothing leaves the account until that is explained.",
  bank_feed_failing: "The bank’s feed of a deal cannot be read. The deal’s bank page says why.",
  commitment_changed: "Your commitment is changed. Its page has the new number of shares and the most you pay.",
  commitment_closed_early: "A deal that you committed to has closed earlier than announced. Its page has the reason.",
  commitment_closing: "Commitments to a deal that you committed to end at another time. Its page says when, and why.",
  commitment_placed: "You committed to a deal. The page of your commitment has its shares and the most you pay.",
  commitment_withdrawn: "You withdrew a commitment. You owe nothing.",
  commitment_lapsed: "A commitment of yours has ended: its change of terms was not answered. Nothing is owed.",
  deal_cancelled: "A deal that you committed to is cancelled. Nothing is owed, and what you sent comes back.",
  terms_changed: "The terms of a deal that you committed to have changed. Your commitment ends unless you answer.",
  confirmation_announced: "Something about shares that you hold is confirmed and takes effect a day later.",
  confirmation_ended: "Something about shares that you hold, which was announced, does not take effect.",
  company_account_sent:
    "A company has entered its account by the link of a mail. The deal’s page has it, and the closing list waits for it.",
  company_update_published: "A company that you hold shares of has told how it did. My Investments has its update.",
  company_update_sent: "A founder has sent a company’s update. It waits to be published.",
  completion_ahead: "Your shares are issued: the deal completes a day later, unless somebody objects.",
  // Read without a current statement too: these name no company.
  deal_stopped: "A deal that you sign for, or proposed to cancel, is stopped. What was signed for it is void.",
  deal_closing: "A deal that you can commit to closes at another time than announced. Its page says when, and why.",
  deal_question_closed:
    "A question that you asked about a deal is closed. The deal is over, so its page is closed to you.",
  deal_question_settled: "A question that you asked about a deal is answered or declined. The deal’s page says how.",
  deal_call_cancelled: "A founder call that you asked to join is cancelled.",
  deal_next: "A deal that you sign for has a next step. Its page says what it is.",
  deal_answered: "Questions that you follow about a deal are answered. Its page has the answers.",
  deal_call_planned: "A call with the founders of a deal is planned. The deal’s page says when.",
  deal_closes_soon: "A deal is open for some more days. Its page says when it closes.",
  deal_opened: "A deal was opened to members. Open Deals has it.",
  deal_call_moved: "A founder call that you asked to join has another time.",
  certificate_withdrawn: "The club withdrew a certificate for your tax return. Your commitment says why.",
  collection_account_changed: "The account that you pay to has changed. My Investments says from when you can pay.",
  commitment_reduced: "You keep the shares that you paid for; those that you took on top are released.",
  commitment_released: "Your shares are released: not all of the payment arrived in time. You owe nothing.",
  distribution_paid: "What you get for shares that you held was paid out to you.",
  event_cancelled: "An event that you answered is cancelled. Member Events says why.",
  event_changed: "An event that you answered has changed. Member Events has its time and place.",
  event_offer_ended: "The place at an event that was free for you was not taken in time.",
  event_offered: "A place is free for you at an event. Member Events says by when to answer.",
  event_place_lost: "A place of yours at an event is free again, as the event is not open to you any more.",
  event_reminder: "You are going to an event tomorrow. Member Events has its time and place.",
  exit_confirmed: "A company that you hold shares of pays out. My Investments says what you get.",
  exit_paid: "Money for shares that you held was paid to you.",
  exit_withdrawn: "What was said about money from a company that you hold shares of is withdrawn.",
  funds_called: "The funds for your shares are called. My Investments says how much, and by when.",
  funds_choose: "Too little arrived for your shares. Please choose: fewer shares, or everything back.",
  funds_extended: "You have more time to pay for your shares.",
  funds_late: "The time to pay for your shares is over. You keep them if your payment arrives within the grace.",
  funds_late_members: "Members of a deal are late with their payments. The closing board names them.",
  funds_overdue:
    "The grace of members who have not paid is over. An admin has to decide. The closing board names them.",
  funds_released: "Members who had not paid were released, as somebody waits for the shares.",
  funds_reminder: "Your payment for your shares is not booked yet.",
  funds_nudge: "Something about your commitment waits for you. My Investments says what.",
  holdings_imported: "Shares that you held before are now in My Investments.",
  holdings_import_undone:
    "Shares that were imported for you are taken out of My Investments again, with what you recorded for them.",
  introduction_asked: "A member asks to meet you. You decide whether they get your address.",
  introduction_accepted: "Your introduction is accepted. The address is in your introductions.",
  introduction_declined: "An introduction that you asked for did not come about.",
  introductions_barred: "You cannot ask for introductions any more. Your introductions say why.",
  account_differs: "The account of a deal and the bank’s list do not agree. Its money waits for you to explain it.",
  ledger_mismatch:
    "The account of a deal and the bank’s list do not agree. Its money stands still until that is explained.",
  message_offer: "There is news about a deal on the members’ site.",
  message_received: "The club has written to you.",
  payment_arrived: "Your payment for your shares has arrived.",
  payment_returned: "Your bank took back your payment. Your commitment says what you owe, and by when.",
  payment_said_sent: "You said that you sent the money for your shares.",
  payment_sent_back: "Money was sent back to you.",
  payment_unbooked: "Money that was booked as your payment is taken off again. Your commitment says what is missing.",
  payout_returned: "Your bank sent back money that was paid to you. It is owed to you again.",
  payout_unbooked: "Money that we said was sent to you has not left the account yet.",
  membership_approved: "Your membership is approved.",
  membership_rejected: "Your membership request was not approved.",
  profile_approved: "Your profile is in the member directory.",
  profile_rejected: "Your profile was not approved.",
  tier_ending: "Your membership plan ends soon. Your account page says when.",
  own_signatory_announced:
    "You are announced as somebody who signs for the club’s money. The list of admins says from when.",
  own_signatory_ended: "You do not sign for the club’s money any more.",
  own_signatory_objected:
    "Somebody objects to you as somebody who signs for the club’s money. The list of admins has the reason.",
  signatory_announced: "Somebody is announced who signs for the club’s money in a week, if nobody objects.",
  signatory_ended: "Somebody does not sign for the club’s money any more.",
  signatory_objected: "Somebody objects to a person who is announced. The list of admins has the reason.",
  tier_ended: "Your membership plan has ended. You are on Trial.",
  register_mismatch:
    "The register of what members were shown does not match its seals. The server's log names the days.",
  shares_given_out: "The shares of a deal of yours are allocated. Your commitment says how many you get.",
  shares_lost: "Nothing is left of shares that you hold. My Investments says what you may be able to claim.",
  shares_split:
    "A company whose shares you hold changed how many there are. My Investments says how many you have now.",
  shares_offered: "Shares of a deal of yours became free. Your commitment says how many you can take.",
  shares_offer_ended: "An offer of freed shares of a deal of yours was ended. Your commitment says how many you have.",
  paper_delivered: "A document of a company that you hold shares of is in Documents.",
  shares_issued: "Your shares are issued. Documents has the certificate.",
  statement_accepted: "Your investor statement is accepted.",
  statement_ended: "Your investor statement has ended.",
  statement_ends: "Your investor statement ends soon.",
  statement_refused: "Your investor statement was refused.",
  statement_revoked: "Your investor statement was revoked.",
  statement_withdrawn: "You withdrew your investor statement. If this was not you, write to us.",
} as const;

export type NoticeKind = keyof typeof noticeTexts;
const noticeKinds = Object.keys(noticeTexts) as NoticeKind[];

const noticeSchema = z.object({
  id: z.uuid(),
  kind: z.enum(noticeKinds),
  text: z.string(),
  /** For a profile, its submission. */
  subject_id: z.uuid().nullable(),
  /** The screen that it leads to. */
  path: z.string(),
  created_at: momentSchema,
  read_at: momentSchema.nullable(),
});

export type Notice = z.infer<typeof noticeSchema>;

const unreadCountSchema = z.int();

export const noticeListSchema = listOf(noticeSchema)
  .extend({ unread_count: unreadCountSchema })
  .meta({ id: "NoticeList" });

export const noticesReadSchema = z
  .union([
    z.strictObject({ ids: z.array(z.uuid()).min(1).max(maximumPageSize) }),
    z.strictObject({ all: z.literal(true) }),
  ])
  .meta({ id: "NoticesRead" });
export type NoticesRead = z.infer<typeof noticesReadSchema>;

export const noticesReadResponseSchema = namedObject("NoticesReadResponse", { unread_count: unreadCountSchema });

const choiceSchema = z.object({ topic: z.enum(noticeTopicNames), choice: z.enum(noticeChoices) });

/** Each topic that the reader is told of, with whether they get emails of it. */
export const noticeChoiceListSchema = namedObject("NoticeChoiceList", {
  items: z.array(choiceSchema),
  /** The last mails that the reader's mail server refused for good, since it took one; null where it refused none. */
  undelivered: z.object({ mails: z.int(), since: momentSchema }).nullable(),
});
export type NoticeChoices = z.infer<typeof noticeChoiceListSchema>;

export const noticeChoiceInputSchema = choiceSchema
  .refine(({ topic, choice }) => isAllowed(topic, choice), {
    path: ["choice"],
    error: "Choose one of the ways that this topic has",
  })
  .meta({ id: "NoticeChoiceInput" });
export type NoticeChoiceInput = z.infer<typeof noticeChoiceInputSchema>;

export const unsubscribeTokenSchema = namedObject("UnsubscribeToken", { token: z.string().min(1).max(200) });
export const unsubscribedSchema = namedObject("Unsubscribed", { topic: z.enum(noticeTopicNames) });
