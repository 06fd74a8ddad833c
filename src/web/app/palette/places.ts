import { adminPaths } from "#shared/admin-paths.ts";
import { paths } from "#shared/paths.ts";
import { settingPath } from "#shared/settings/setting-parts.ts";
import type { View } from "#web/views.tsx";
import type { Entry } from "./find.ts";

/** Synonyms of a screen, by its place in the table of views. */
export const synonyms: Readonly<Record<string, string>> = {
  "investments overview": "home, start, portfolio, to do, dashboard, what waits, waiting",
  "investments deals": "deals, invest, rounds, pitch, opportunities, commit, question, ask",
  "investments mine":
    "holdings, shares, portfolio, value, return, my money, own commitments, how much I owe, not paid yet, withdraw, withdraw my commitment, closing of a deal, what it is worth, profit, gain, performance",
  "investments documents": "certificate, SEIS3, EIS3, receipt, PDF, deck, papers",
  "directory list": "members, who, find somebody",
  "directory introductions": "meet, contact, message a member",
  "directory edit": "bio, photo, LinkedIn, skills, picture",
  "directory submit": "bio, photo, LinkedIn, skills, picture",
  "directory review": "approve profile",
  "events list": "calendar, supper, call, RSVP, guest, cancel my place",
  "admin today": "waiting, what waits, to do, overdue, late, inbox",
  "admin enquiries": "applications, founders, pitch, decks, triage, pipeline",
  "admin deals":
    "deal desk, pipeline, board, closing, terms, release, allocation, commitments, completion, signed list, start a deal, close a deal",
  "admin companies":
    "prices, valuation, exit, split, updates, latest update, SEIS1, EIS1, relief, shares register, holdings",
  "admin money":
    "not paid, unpaid, late, arrears, bank, refund, unidentified, payouts, payments, bank statement, upload bank statement",
  "admin people":
    "members, tier, suspend, reinstate, end, admin role, access, export members, download members, remove a member, kick out, delete a member, reset password of a member, administrator, change a member's plan, promote to VIP",
  "admin requests": "approve, applicants, new members, applications",
  "admin invitations": "invite, code",
  "admin import": "import, upload, CSV",
  "admin statements": "investor statement, review, high net worth, sophisticated",
  "admin statement-forms": "statement forms, high net worth, sophisticated",
  "admin investors": "passport, address, bank account, KYC, identity check",
  "admin content": "article, write an article, news, page, FAQ, picture",
  "admin newsletter": "subscribers, email members, announcement, mail",
  "admin club": "settings, options, configuration, legal pages",
  "admin look": "settings, theme",
  "admin plans": "settings, prices",
  "admin deal-rules": "settings, legal",
  "admin emails": "settings, SMTP, mail server",
  "admin keys": "settings, API, token, program, webhook, integration",
  "admin audit": "log, history, who did, who changed what, who looked at, who read, export audit, download audit",
  "admin shown": "register, deliveries, history",
  "admin data": "GDPR, deletion, privacy",
  "admin reports": "abuse, complaint",
  "admin system":
    "backup, download backup, restore, health, jobs, queue, version, setup, failed emails, failed mail, emails not delivered, bounced, is everything ok, status",
  "account you": "name, email, photo, preferences",
  "account security": "sign-in, log in",
  "account investor":
    "investor statement, high net worth, sophisticated, passport name, address, bank account, bank details, date of birth",
  "account plan": "tier, trial, Premium, VIP, upgrade, Direct Debit, invoice, membership fee, leave",
  "account emails": "notifications, unsubscribe, stop emails, stop mail, no more emails, calendar feed",
  "account data":
    "export, download, adviser, accountant, close my account, delete my account, cancel membership, end my membership, GDPR, privacy",
  "account notices": "alerts, news, bell, notifications",
};

interface Part extends Entry {
  audience: View["audience"];
}

const part = (audience: View["audience"], hint: string, label: string, to: string, words: string): Part => ({
  audience,
  hint,
  label,
  to,
  words,
});

const setting = (section: string, label: string, words: string): Part =>
  part("admin", "Admin", `Settings, ${label}`, settingPath(section), words);

/** Places inside a screen that have an address. */
export const parts: readonly Part[] = [
  part(
    "member",
    "Investments",
    "Documents, For your tax return",
    paths.documents,
    "tax certificate, tax return, SEIS3, EIS3, HMRC, relief",
  ),
  part(
    "member",
    "Documents",
    "Tax years",
    paths.yearEnd,
    "year-end, summary, tax return, tax certificate, capital gains, HMRC",
  ),
  part("member", "Documents", "Export", paths.export, "export, download, tables, CSV, if we vanish, keep"),
  part("approved", "Documents", "Deals as you were shown them", paths.shownDeals, "shown, deck, past deals"),
  part("member", "Documents", "What you own", paths.documents, "beneficial ownership, share certificate"),
  part("member", "Documents", "What you signed", paths.documents, "signed commitments"),
  part("member", "Documents", "Payments", paths.documents, "receipt, ledger"),
  part("admin", "Admin", "Money, Who has not paid", adminPaths.money, "not paid, unpaid, late, owes"),
  part(
    "admin",
    "Member Events",
    "Places and answers",
    adminPaths.eventPlaces,
    "places, answers, attendees, door list, guest list, who comes, RSVP, waiting list, cancel an event",
  ),
  part(
    "admin",
    "Content",
    "Content, Company",
    adminPaths.addCard,
    "card, portfolio card, company card, new card, home page, picture of a company",
  ),
  part("admin", "People", "Admins", adminPaths.admins, "admin role, propose an admin, remove an admin, who signs"),
  part("person", "Account", "Password", paths.changePassword, "sign-in, security"),
  part("person", "Account", "Passkeys", paths.accountPart("passkeys"), "fingerprint, face, PIN, sign-in, security"),
  part(
    "person",
    "Account",
    "Two-factor sign-in",
    paths.accountPart("two-factor"),
    "2FA, authenticator, code, security",
  ),
  part("member", "Account", "Adviser access", paths.adviserSeats, "accountant, advisers, share with"),
  part("person", "Account", "Sessions", paths.accountPart("sessions"), "sign out everywhere, devices, security"),
  setting("identity", "Identity", "club, name, address, company number, email"),
  setting("brand", "Logo and colours", "look, picture, brand"),
  setting("links", "Links", "social, LinkedIn, booking"),
  setting("plans", "What each plan offers", "fees, tiers, Premium, VIP"),
  setting("figures", "Numbers on the public pages", "home page, figures"),
  setting("stats", "Figures in the members area", "numbers, counted"),
  setting("warnings", "Risk warnings", "legal"),
  setting("deals", "Deals", "cooling-off, countries, retention, grace, hours"),
  setting("nominee", "Nominee", "who holds shares"),
  setting("fee_account", "Account for fees", "bank account, sort code"),
  setting("price_ages", "Ages of prices", "valuation, stale"),
  setting("deal_texts", "Deal warnings", "risk, legal"),
  setting("sender", "Sender", "email address, mail"),
  setting("newsletter", "Newsletter", "subscribe, list"),
  setting("terms", "Fees and minimum", "carry, success fee, annual fee, change the fee, minimum"),
];
