import { createServer as createHttpServer, type Server } from "node:http";
import { type AddressInfo, createServer, type Server as SocketServer } from "node:net";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { internalErrorMessage } from "#shared/errors.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { problemBody, problemHeaders } from "../../platform/http/problem.ts";

export type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

interface Place {
  host: string;
  port: number;
}

const requestsMayTakeMilliseconds = 10_000;
const sweepMilliseconds = 50;

/** Against slowloris; 25 MiB take two minutes at 1.8 Mbit/s, which the files in deploy/ give too. Node's default is five minutes. */
export const patience = { headersTimeout: 10_000, requestTimeout: 120_000, connectionsCheckingInterval: 2_000 };

/** Resolves port 0 early, since the app needs its own URL. @throws Error naming the port. */
export async function findPort(place: Place): Promise<number> {
  const server = createServer();
  await open(server, place);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** @returns graceful close, 10 seconds at most. */
export async function listen(fetch: Fetch, place: Place, given = patience): Promise<() => Promise<void>> {
  const answer = getRequestListener((request, bindings) => fetch(request, bindings as HttpBindings), {
    errorHandler: answerUnreadable,
  });
  const server = createHttpServer(given, answer);
  await open(server, place);
  return () => close(server);
}

/** For requests that never reach the app, such as a malformed Host. */
function answerUnreadable(error: unknown): Response {
  const refusal =
    error instanceof RequestError
      ? new HttpError("bad_request", "The address or the host of this request is not valid.")
      : new HttpError("internal_error", internalErrorMessage);
  return new Response(problemBody(refusal), { status: refusal.status, headers: problemHeaders });
}

function open(server: SocketServer, { host, port }: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(new Error(explain(error, { host, port }), { cause: error })));
    server.listen(port, host, resolve);
  });
}

function explain(error: NodeJS.ErrnoException, { host, port }: Place): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `Port ${port} is already in use, perhaps by another club. Stop that program, or choose another port: PORT=${port + 1}.`;
    case "EACCES":
      return `This user may not listen on port ${port}. Choose one above 1023, such as PORT=3000.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST=${host} is no address of this machine. Choose one of its own, such as 127.0.0.1, or 0.0.0.0 for all.`;
    default:
      return `Listening on ${host}, port ${port} failed: ${error.message}`;
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Keep-alive connections would delay closing.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMilliseconds);
    const cut = setTimeout(() => server.closeAllConnections(), requestsMayTakeMilliseconds);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
}
