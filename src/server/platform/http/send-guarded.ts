import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Tracing } from "../tracing/tracing.ts";
import {
  isPublicAddress,
  literalAddressOf,
  PrivateAddressError,
  publicLookup,
  type Resolve,
} from "./public-address.ts";

export interface GuardedRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface GuardedAnswer {
  status: number;
  /** Its first bytes, as text. */
  text: string;
}

export interface GuardedSender {
  /** POST without redirects. @throws when there is no answer in time, or the address is not public. */
  send(request: GuardedRequest): Promise<GuardedAnswer>;
  /** Tells what can be told without asking a name server: a URL has to be https, or at a host of the operator's own. */
  isAllowed(url: string): "allowed" | "insecure" | "private";
}

interface Options {
  /** In the operator's own network: not checked, and reached over http too. */
  allowedHosts: readonly string[];
  resolve: Resolve;
  timeoutMs?: number;
  tracing?: Pick<Tracing, "outgoingHeaders"> | undefined;
}

const keptBytes = 1024;

/** Requests to addresses that admins typed, kept off the club's own network. */
export function createGuardedSender({ allowedHosts, resolve, timeoutMs = 10_000, tracing }: Options): GuardedSender {
  const isOwn = ({ hostname }: URL) => allowedHosts.includes(hostname.toLowerCase());
  const lookup = publicLookup(resolve);
  const isAllowed = (text: string) => {
    const url = new URL(text);
    if (isOwn(url)) return "allowed";
    if (url.protocol !== "https:") return "insecure";
    const literal = literalAddressOf(url.hostname);
    // Sockets look up names only.
    return literal === undefined || isPublicAddress(literal) ? "allowed" : "private";
  };
  return {
    isAllowed,
    send: async ({ url: text, headers: given, body }) => {
      if (isAllowed(text) !== "allowed") throw new PrivateAddressError();
      const url = new URL(text);
      const headers = { ...given, ...tracing?.outgoingHeaders() };
      const signal = AbortSignal.timeout(timeoutMs);
      const request = url.protocol === "https:" ? requestHttps : requestHttp;
      const response = await new Promise<IncomingMessage>((resolveResponse, reject) => {
        // A connection of its own: one that is kept may lead to an address of an earlier check.
        const guard = isOwn(url) ? {} : { lookup };
        const sent = request(url, { ...guard, method: "POST", headers, signal, agent: false }, resolveResponse);
        sent.on("error", reject);
        sent.end(body);
      });
      return { status: response.statusCode ?? 0, text: await readStart(response) };
    },
  };
}

/** The rest is not read: the connection is closed. The status counts, however much of the text arrives. */
async function readStart(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of response) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= keptBytes) break;
    }
  } catch {
    // Too slow, or cut off.
  }
  response.destroy();
  return toText(Buffer.concat(parts).subarray(0, keptBytes));
}

/** At most as many bytes: what is no UTF-8 becomes "?", and PostgreSQL stores no NUL. */
const toText = (start: Buffer): string => start.toString("utf8").replaceAll("\uFFFD", "?").replaceAll("\0", "");
