import { createPublicKey } from "node:crypto";
import { Resolver } from "node:dns/promises";
import PostalMime from "postal-mime";
import type { SenderCheck, SenderDomain } from "#shared/system/system.ts";

/** @returns the texts at a name, none where there is no such name. @throws where no name server gives an answer. */
export type ResolveTxt = (name: string) => Promise<string[]>;

interface SenderFacts {
  /** From of the club's emails: `address` or `Name <address>`. */
  from: string;
  /** Without a mail server nothing is looked up. */
  smtpUrl: string | undefined;
  /** Of the club's DKIM key, as an admin typed it. */
  selector: string | null;
  /** Reports of DMARC may go to it. */
  contact: string;
  resolveTxt: ResolveTxt;
}

const noSuchName = ["ENOTFOUND", "ENODATA"];

/** @param servers in place of the machine's own. */
export function createTxtResolver(servers?: readonly string[]): ResolveTxt {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return (name) =>
    resolver.resolveTxt(name).then(
      (records) => records.map((parts) => parts.join("")),
      (error: NodeJS.ErrnoException) => {
        if (noSuchName.includes(error.code ?? "")) return [];
        throw new Error(`No name server gives an answer about ${name}.`);
      },
    );
}

/** Looks up what receivers ask of a sender. @param headers of an email of the club that has arrived. */
export async function readSenderDomain(facts: SenderFacts, headers?: string): Promise<SenderDomain> {
  const { from, smtpUrl } = facts;
  const domain = domainOf(from);
  const relay = relayOf(smtpUrl);
  const arrived = headers === undefined ? undefined : await readHeaders(headers);
  const sender = { domain, relay: relay?.name ?? null };
  const notLookedUp = reasonNotToLook(domain, smtpUrl, arrived);
  if (notLookedUp) return { ...sender, checks: keys.map((key) => check(key, "not_checked", notLookedUp)) };
  const dns = lookUpOnce(facts.resolveTxt);
  const look: Look = { ...facts, resolveTxt: dns, domain, relay, arrived };
  const [spf, dkim, dmarc, alignment] = await Promise.all([
    unlessSilent("spf", () => checkSpf(look)),
    unlessSilent("dkim", () => checkDkim(look)),
    unlessSilent("dmarc", () => checkDmarc(look)),
    unlessSilent("alignment", () => checkAlignment(look)),
  ]);
  return { ...sender, checks: [spf, dkim, dmarc, alignment] };
}

type Key = SenderCheck["key"];
type State = SenderCheck["state"];
type Resolved = Partial<Pick<SenderCheck, "name" | "found" | "add">>;

const keys: readonly Key[] = ["spf", "dkim", "dmarc", "alignment"];

const check = (key: Key, state: State, text: string, more: Resolved = {}): SenderCheck => ({
  key,
  state,
  text,
  name: null,
  found: [],
  add: null,
  ...more,
});

interface Relay {
  name: string;
  hosts: RegExp;
  /** What the domain's SPF record includes where this relay sends. */
  include: string;
  /** It sends with a return address of its own, so SPF is not asked of the domain in From. */
  hasOwnReturn: boolean;
  /** Those it takes unless told otherwise. */
  selectors: readonly string[];
}

/** These were not tried against the relays; docs/operations/system.md lists them too. */
const relays: readonly Relay[] = [
  {
    name: "Google Workspace",
    hosts: /^smtp(-relay)?\.gmail\.com$/,
    include: "_spf.google.com",
    hasOwnReturn: false,
    selectors: ["google"],
  },
  {
    name: "Microsoft 365",
    hosts: /^smtp\.office365\.com$|\.mail\.protection\.outlook\.com$/,
    include: "spf.protection.outlook.com",
    hasOwnReturn: false,
    selectors: ["selector1", "selector2"],
  },
  { name: "Postmark", hosts: /\.postmarkapp\.com$/, include: "spf.mtasv.net", hasOwnReturn: true, selectors: [] },
  {
    name: "Amazon SES",
    hosts: /^email-smtp[.-].*\.amazonaws\.com$/,
    include: "amazonses.com",
    hasOwnReturn: true,
    selectors: [],
  },
  { name: "Mailgun", hosts: /^smtp(\.eu)?\.mailgun\.org$/, include: "mailgun.org", hasOwnReturn: true, selectors: [] },
];

interface Look extends SenderFacts {
  domain: string;
  relay: Relay | undefined;
  arrived: Arrived | undefined;
}

const hostOf = (smtpUrl: string): string => new URL(smtpUrl).hostname.toLowerCase();

const relayOf = (smtpUrl: string | undefined): Relay | undefined =>
  smtpUrl === undefined ? undefined : relays.find(({ hosts }) => hosts.test(hostOf(smtpUrl)));

const domainOf = (mailbox: string): string =>
  mailbox
    .slice(mailbox.lastIndexOf("@") + 1)
    .replace(/>.*$/, "")
    .trim()
    .toLowerCase();

function reasonNotToLook(domain: string, smtpUrl: string | undefined, arrived: Arrived | undefined) {
  if (smtpUrl === undefined) return "No mail server is set: emails are only written to files.";
  if (!isPublicDomain(domain)) return `${domain} is not a public domain, so no receiver can look anything up.`;
  if (!arrived) return undefined;
  if (arrived.from === "") return "The pasted text has no line that begins with From: paste all headers.";
  if (arrived.from !== domain) return `The pasted headers are of an email from ${arrived.from}, not from ${domain}.`;
  return undefined;
}

/** RFC 2606, 6761, 6762, 8375 and 9476, and names of home networks. */
const privateEndings = /(^|\.)(test|example|invalid|localhost|local|internal|lan|home|corp|onion|alt|arpa)$/;
const exampleDomains = /(^|\.)example\.(com|net|org)$/;

const isPublicDomain = (domain: string): boolean =>
  /^([a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]*$/.test(domain) && !privateEndings.test(domain) && !exampleDomains.test(domain);

/** Several checks ask for the same names. */
function lookUpOnce(resolveTxt: ResolveTxt): ResolveTxt {
  const asked = new Map<string, Promise<string[]>>();
  return (name) => {
    const answer = asked.get(name) ?? resolveTxt(name);
    asked.set(name, answer);
    return answer;
  };
}

const unlessSilent = (key: Key, look: () => Promise<SenderCheck>): Promise<SenderCheck> =>
  look().catch((error: Error) => check(key, "not_checked", error.message));

// SPF, RFC 7208

const isSpf = (text: string): boolean => /^v=spf1( |$)/i.test(text.trim());
const termsOf = (record: string): string[] => record.trim().split(/\s+/).slice(1);
/** Of a record and all that it includes. */
const mostLookups = 10;

async function checkSpf({ domain: fromDomain, relay, arrived, smtpUrl, resolveTxt }: Look): Promise<SenderCheck> {
  const domain = arrived?.returnPath || fromDomain;
  const records = (await resolveTxt(domain)).filter(isSpf);
  const [record] = records;
  const isOwn = domain === fromDomain || domain.endsWith(`.${fromDomain}`);
  const add = (value: string) => (isOwn ? { type: "TXT" as const, name: domain, value } : null);
  const at = { name: domain, found: records };
  if (record === undefined) {
    if (relay?.hasOwnReturn && !arrived)
      return check(
        "spf",
        "not_checked",
        `${relay.name} sends with a return address of its own, whose domain is looked up in place of ${domain}: paste the headers of a test email.`,
      );
    const host = relay ? `include:${relay.include}` : `a:${hostOf(smtpUrl ?? "")}`;
    const caution = relay ? "" : " Ask who runs the mail server whether it sends by itself or through others.";
    return check("spf", "missing", `No record says who may send for ${domain}.${caution}`, {
      ...at,
      add: add(`v=spf1 ${host} ~all`),
    });
  }
  if (records.length > 1)
    return check("spf", "wrong", `${records.length} records are there, and receivers take none. Keep one.`, {
      ...at,
      add: add(mergedSpf(records)),
    });
  const terms = termsOf(record);
  const unknown = terms.find((term) => !isSpfTerm(term));
  if (unknown !== undefined)
    return check("spf", "wrong", `“${unknown}” is not a part that receivers know, so they take none of it.`, at);
  if (terms.some((term) => /^\+?all$/i.test(term)))
    return check("spf", "wrong", `The record lets everybody send for ${domain}.`, {
      ...at,
      add: add(record.replace(/(^|\s)\+?all(?=\s|$)/i, "$1~all")),
    });
  const spread = await followSpf(record, resolveTxt);
  if (spread.lookups > mostLookups)
    return check(
      "spf",
      "wrong",
      `The record and what it includes need more than ${mostLookups} lookups, so receivers take none of it. Take out what no longer sends.`,
      at,
    );
  if (spread.empty)
    return check("spf", "wrong", `${spread.empty}, which the record includes, has no record of its own.`, at);
  if (relay && !relay.hasOwnReturn && domain === fromDomain && !spread.names.has(relay.include))
    return check("spf", "wrong", `The record does not let ${relay.name} send for ${domain}.`, {
      ...at,
      add: add(record.replace(/^v=spf1/i, `v=spf1 include:${relay.include}`)),
    });
  return check("spf", "ok", `${spread.lookups} of ${mostLookups} lookups.`, at);
}

const isSpfTerm = (term: string): boolean =>
  /^[+?~-]?(all|include:\S+|a([:/]\S+)?|mx([:/]\S+)?|ptr(:\S+)?|ip4:[\d.]+(\/\d+)?|ip6:[\da-f:.]+(\/\d+)?|exists:\S+)$/i.test(
    term,
  ) || /^[a-z][\w.-]*=\S*$/i.test(term);

interface SpfSpread {
  lookups: number;
  names: Set<string>;
  /** Its record is missing, or there are several. */
  empty: string | undefined;
}

/** Counts the lookups, and stops beyond those that are allowed: records may include each other. */
async function followSpf(record: string, resolveTxt: ResolveTxt): Promise<SpfSpread> {
  const spread: SpfSpread = { lookups: 0, names: new Set(), empty: undefined };
  const waiting = [record];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const terms = termsOf(next);
    const hasAll = terms.some((term) => /^[+?~-]?all$/i.test(term));
    for (const term of terms) {
      const [, included] = /^(?:[+?~-]?include:|redirect=)(\S+)$/i.exec(term) ?? [];
      if (included && hasAll && /^redirect=/i.test(term)) continue;
      if (included || /^[+?~-]?(a|mx|ptr|exists)([:/]|$)/i.test(term)) spread.lookups++;
      if (spread.lookups > mostLookups) return spread;
      // What has a macro depends on the email.
      if (!included || included.includes("%")) continue;
      spread.names.add(included.toLowerCase());
      const [found, ...others] = (await resolveTxt(included)).filter(isSpf);
      if (found === undefined || others.length > 0) return { ...spread, empty: included };
      waiting.push(found);
    }
  }
  return spread;
}

/** All that any of them lets send, and the strictest end. */
function mergedSpf(records: readonly string[]): string {
  const terms = records.flatMap(termsOf);
  const ends = terms.filter((term) => /^[+?~-]?all$/i.test(term));
  const end = ["-all", "~all", "?all"].find((each) => ends.some((term) => term.toLowerCase() === each)) ?? "~all";
  return ["v=spf1", ...new Set(terms.filter((term) => !ends.includes(term))), end].join(" ");
}

// DKIM, RFC 6376 and 8301

const leastRsaBits = 1024;

async function checkDkim(look: Look): Promise<SenderCheck> {
  const { domain, relay, arrived, resolveTxt } = look;
  const aligned = arrived && (await alignedSignatures(look, arrived))[0];
  const signature = aligned ?? arrived?.signatures[0];
  if (arrived && !signature)
    return check("dkim", "missing", "The email that arrived has no signature: switch DKIM on at the mail server.");
  const typed = signature?.selector ?? look.selector;
  const selectors = typed ? [typed] : (relay?.selectors ?? []);
  const signer = signature?.domain ?? domain;
  for (const selector of selectors) {
    const name = `${selector}._domainkey.${signer}`;
    const records = await resolveTxt(name);
    if (records.length > 0) return describeKey(name, records);
  }
  if (typed) {
    const name = `${typed}._domainkey.${signer}`;
    const value = "The mail server, or who runs it, has the value.";
    return check("dkim", "missing", `There is no key at ${name}. ${value}`, { name });
  }
  const tried = selectors.length > 0 ? ` It is not at ${selectors.join(" or ")}.` : "";
  return check(
    "dkim",
    "not_checked",
    `A key has a name, the selector.${tried} Type it in Settings → Emails, or paste the headers of a test email.`,
  );
}

function describeKey(name: string, records: string[]): SenderCheck {
  const at = { name, found: records };
  const [record] = records;
  if (record === undefined || records.length > 1)
    return check("dkim", "wrong", `${records.length} records are at this name, where one belongs.`, at);
  const tags = tagsOf(record);
  const key = tags.get("p")?.replaceAll(/\s/g, "");
  if (key === undefined) return check("dkim", "wrong", "The record holds no key (p=).", at);
  if (key === "") return check("dkim", "wrong", "The key has been revoked: its p= is empty.", at);
  if (tags.get("k")?.toLowerCase() === "ed25519") return check("dkim", "ok", "An Ed25519 key.", at);
  const bits = rsaBits(key);
  if (bits === undefined) return check("dkim", "wrong", "The key is cut off or mistyped: copy it again.", at);
  if (bits < leastRsaBits)
    return check("dkim", "wrong", `An RSA key of ${bits} bits is too short: receivers ignore it. Make a new one.`, at);
  return check("dkim", "ok", `An RSA key of ${bits} bits.`, at);
}

/** "v=DKIM1; k=rsa; p=…". */
const tagsOf = (record: string): Map<string, string> =>
  new Map(
    record.split(";").flatMap((part): [string, string][] => {
      const [, name, value] = /^\s*(\w+)\s*=\s*(.*?)\s*$/s.exec(part) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), value ?? ""]];
    }),
  );

function rsaBits(base64: string): number | undefined {
  for (const type of ["spki", "pkcs1"] as const)
    try {
      const key = createPublicKey({ key: Buffer.from(base64, "base64"), format: "der", type });
      return key.asymmetricKeyDetails?.modulusLength;
    } catch {
      // It may be written in the other way.
    }
  return undefined;
}

// DMARC, RFC 7489

const isDmarc = (text: string): boolean => /^v\s*=\s*DMARC1\s*(;|$)/i.test(text.trim());

interface DmarcPolicy {
  name: string;
  records: string[];
}

/** Of the domain, else of the nearest one above it. */
async function findDmarc(domain: string, resolveTxt: ResolveTxt): Promise<DmarcPolicy | undefined> {
  for (const parent of withParents(domain)) {
    const name = `_dmarc.${parent}`;
    const records = (await resolveTxt(name)).filter(isDmarc);
    if (records.length > 0) return { name, records };
  }
  return undefined;
}

/** Without the top level. */
function withParents(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
}

async function checkDmarc({ domain, contact, resolveTxt }: Look): Promise<SenderCheck> {
  const found = await findDmarc(domain, resolveTxt);
  const reports = domainOf(contact) === domain ? ` rua=mailto:${contact}` : "";
  const add = { type: "TXT" as const, name: `_dmarc.${domain}`, value: `v=DMARC1; p=none;${reports}` };
  if (!found) return check("dmarc", "missing", "No record says what receivers do with forged emails.", { add });
  const at = { name: found.name, found: found.records };
  const [record] = found.records;
  if (record === undefined || found.records.length > 1)
    return check("dmarc", "wrong", `${found.records.length} records are there, and receivers take none. Keep one.`, at);
  const policy = tagsOf(record).get("p")?.toLowerCase() ?? "";
  if (!["none", "quarantine", "reject"].includes(policy))
    return check("dmarc", "wrong", "The record says no policy (p=none, p=quarantine or p=reject).", { ...at, add });
  const meaning = policy === "none" ? "Receivers deliver forged emails too, and may report them." : "";
  return check("dmarc", "ok", `The policy is ${policy}. ${meaning}`.trim(), at);
}

// What an email that arrived says

interface Signature {
  /** "d=" and "s=". */
  domain: string;
  selector: string;
}

interface Arrived {
  /** Domains; empty where the header is missing. */
  from: string;
  returnPath: string;
  signatures: Signature[];
  /** Of the receiver: "pass", "fail". */
  dmarc: string | undefined;
}

async function readHeaders(text: string): Promise<Arrived> {
  // What is pasted begins with a header, and the parser ends at the first empty line.
  const { headers } = await PostalMime.parse(text.trim().replaceAll(/\r?\n(\r?\n)+/g, "\n"));
  const valuesOf = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value);
  const [from = ""] = valuesOf("from");
  const [returnPath = ""] = valuesOf("return-path");
  const [results = ""] = valuesOf("authentication-results");
  return {
    from: domainOf(from),
    returnPath: domainOf(returnPath),
    dmarc: /\bdmarc=(\w+)/i.exec(results)?.[1]?.toLowerCase(),
    signatures: valuesOf("dkim-signature").flatMap((value) => {
      const tags = tagsOf(value);
      const [domain, selector] = [tags.get("d")?.toLowerCase(), tags.get("s")];
      return domain && selector ? [{ domain, selector }] : [];
    }),
  };
}

const alignedSignatures = (look: Look, { signatures }: Arrived): Promise<Signature[]> =>
  Promise.all(signatures.map(async (each) => ((await isAligned(look, each.domain, "adkim")) ? [each] : []))).then(
    (found) => found.flat(),
  );

/** The same domain; or, unless the policy is strict, two of one owner. */
async function isAligned({ domain, resolveTxt }: Look, other: string, tag: "adkim" | "aspf"): Promise<boolean> {
  if (other === domain) return true;
  const policy = await findDmarc(domain, resolveTxt);
  if (
    tagsOf(policy?.records[0] ?? "")
      .get(tag)
      ?.toLowerCase() === "s"
  )
    return false;
  const owner = await ownerOf(domain, resolveTxt);
  return other === owner || other.endsWith(`.${owner}`);
}

/** The topmost domain with a policy, beneath those under which strangers register theirs (psd=y). */
async function ownerOf(domain: string, resolveTxt: ResolveTxt): Promise<string> {
  for (const parent of withParents(domain).toReversed()) {
    const [record] = (await resolveTxt(`_dmarc.${parent}`)).filter(isDmarc);
    if (record !== undefined && tagsOf(record).get("psd")?.toLowerCase() !== "y") return parent;
  }
  return domain;
}

async function checkAlignment(look: Look): Promise<SenderCheck> {
  const { domain, arrived } = look;
  if (!arrived)
    return check(
      "alignment",
      "not_checked",
      `Receivers ask whether signature and return address are of ${domain} too. Send a test email, open its headers where it arrives, and paste them below.`,
    );
  const signed = await alignedSignatures(look, arrived);
  const returns = arrived.returnPath !== "" && (await isAligned(look, arrived.returnPath, "aspf"));
  const names = [
    ...new Set([...arrived.signatures.map(({ domain: signer }) => signer), arrived.returnPath].filter(Boolean)),
  ];
  if (signed.length === 0 && !returns)
    return check(
      "alignment",
      "wrong",
      `Signature and return address are of ${names.join(" and ") || "nobody"}, not of ${domain}: set up DKIM for ${domain} at the mail server.`,
    );
  if (arrived.dmarc === "fail")
    return check("alignment", "wrong", "The receiver says “dmarc=fail”: the signature or SPF did not hold.");
  if (signed.length === 0)
    return check(
      "alignment",
      "ok",
      "The return address alone is, so an email that is forwarded fails. Set up DKIM too.",
    );
  const selectors = signed.map(({ selector }) => selector).join(" and ");
  return check("alignment", "ok", `The email is signed for ${domain} with the selector ${selectors}.`);
}
