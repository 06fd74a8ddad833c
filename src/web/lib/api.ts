import { signInMessages } from "#shared/account/sign-in-messages.ts";
import type { Problem } from "#shared/errors.ts";
import { noteServerTime } from "./server-time.ts";

/** A problem response; switch on its code. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly problem: Problem;
  /** The value is false for a non-JSON body of a proxy or crash. */
  readonly isReadable: boolean;
  readonly headers: Headers | undefined;
  constructor(problem: Problem, isReadable = true, headers?: Headers) {
    super(describeProblem(problem));
    this.problem = problem;
    this.isReadable = isReadable;
    this.headers = headers;
  }
}

/** No response. */
export class NetworkError extends Error {
  override name = "NetworkError";
}

/** A retry may succeed. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && [502, 503, 504].includes(error.problem.status));

/** The change that was sent last, while it has no answer. */
let underWay: { key: string; answer: Promise<unknown> } | undefined;

/** The same change once more before its answer is a second press, and gets that answer. @throws ApiError, or NetworkError without a response. */
export function callApi<Answer>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
  if (method === "GET" || signal) return request(method, path, body, signal);
  const key = JSON.stringify([method, path, body]);
  if (underWay?.key === key) return underWay.answer as Promise<Answer>;
  const answer = request<Answer>(method, path, body);
  const sent = { key, answer };
  underWay = sent;
  const forget = () => {
    if (underWay === sent) underWay = undefined;
  };
  answer.then(forget, forget);
  return answer;
}

const request = <Answer>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> =>
  withFreshSignIn(async () => {
    const response = await send(method, path, body, signal);
    return readResponse(response, await response.text());
  });

/** @throws like `callApi`. */
export const fetchFile = (method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> =>
  withFreshSignIn(async () => {
    const response = await send(method, path, body, signal);
    if (!response.ok) readResponse(response, await response.text());
    return response;
  });

let askAgain: (() => Promise<boolean>) | undefined;

/** @param ask the person, who may not want to. */
export function confirmSignInWith(ask: (() => Promise<boolean>) | undefined): void {
  askAgain = ask;
}

/** Sends what was refused for it once more, after the person has confirmed. */
async function withFreshSignIn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    const isStale = error instanceof ApiError && error.problem.code === "fresh_sign_in_required";
    if (isStale && (await askAgain?.())) return work();
    throw error;
  }
}

/** @throws ApiError unless 2xx. */
export function readResponse<Answer>({ status, statusText, headers }: AnswerHead, text: string): Answer {
  const answer: unknown = text === "" ? null : parse(text);
  if (status >= 200 && status < 300) return answer as Answer;
  const isReadable = isProblem(answer);
  throw new ApiError(isReadable ? answer : unreadableProblem(status, statusText), isReadable, headers);
}

type AnswerHead = Pick<Response, "status" | "statusText"> & { headers?: Headers };

export const unreachableMessage = "The club could not be reached. Please check your connection and try again.";

async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { method, credentials: "same-origin", headers: { accept: "application/json" } };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.headers = { ...init.headers, "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  try {
    return noteServerTime(await fetch(`/api${path}`, init));
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new NetworkError(unreachableMessage, { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isProblem = (answer: unknown): answer is Problem =>
  typeof answer === "object" && answer !== null && "detail" in answer && "code" in answer;

const unreadableProblem = (status: number, title: string): Problem => ({
  type: "about:blank",
  title,
  status,
  detail: unreadableAnswerMessage,
  code: "internal_error",
});

/** Adds the request id to unexpected errors. */
function describeProblem({ code, detail, errors, request_id }: Problem): string {
  if (code === "session_missing") return signInMessages.sessionEnded;
  // Without the paths of `detail`, which are a program's words.
  if (code === "invalid_body" && errors?.length) return [...new Set(errors.map(({ message }) => message))].join("; ");
  return request_id ? `${detail} If you tell us about it, give this number: ${request_id}.` : detail;
}

const unreadableAnswerMessage = "The club did not answer as it should. Please try again in a moment.";
