import { z } from "zod";
import type { TracingSettings } from "./platform/tracing/tracing.ts";
import { quoting } from "./settings-schema.ts";

/** OpenTelemetry's own names and meanings; only with one of `wanting` are the others read. */
const wanting = ["OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"] as const;

export function isTracingWanted(env: Record<string, string | undefined>): boolean {
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === "true") return false;
  return env.OTEL_TRACES_EXPORTER?.trim() !== "none" && wanting.some((name) => env[name] !== undefined);
}

const samplers = {
  always_on: { ratio: 1, followsParent: false },
  always_off: { ratio: 0, followsParent: false },
  traceidratio: { ratio: undefined, followsParent: false },
  parentbased_always_on: { ratio: 1, followsParent: true },
  parentbased_always_off: { ratio: 0, followsParent: true },
  parentbased_traceidratio: { ratio: undefined, followsParent: true },
} as const;
type SamplerName = keyof typeof samplers;
const samplerNames = Object.keys(samplers) as [SamplerName, ...SamplerName[]];

const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names, complaint: string) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(names, quoting(complaint, names.join(", "))));

const protocol = oneOf(["http/json"], "is no protocol of the club").optional();
const compression = oneOf(["gzip", "none"], "is no compression").optional();
const endpoint = z
  .string()
  .trim()
  .refine(
    isWebAddress,
    "is no address of a collector; accepted: http or https, a host, a port and perhaps a path; a password goes into the headers.",
  )
  .optional();
const headers = z
  .string()
  .refine(isHeaders, "is no list of headers; accepted: name=value, separated by commas, values percent-encoded.")
  .transform((text) => parsePairs(text) ?? {})
  .optional();
const pairs = z
  .string()
  .refine((text) => parsePairs(text) !== undefined, "is no list; accepted: name=value, separated by commas.")
  .transform((text) => parsePairs(text) ?? {})
  .optional();
const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .trim()
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most,
      quoting("is no such number", `a whole number, ${least} to ${most}`),
    )
    .transform(Number);
const milliseconds = wholeNumber(1, 600_000);
const count = wholeNumber(1, 100_000);

export const tracingSchema = z.object({
  OTEL_TRACES_EXPORTER: oneOf(["otlp", "none"], "is no exporter of the club").optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers,
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds.default(10_000),
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: milliseconds.optional(),
  OTEL_EXPORTER_OTLP_COMPRESSION: compression,
  OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: compression,
  OTEL_SERVICE_NAME: z.string().trim().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_TRACES_SAMPLER: oneOf(samplerNames, "is no sampler").default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .trim()
    .refine(
      (text) => /^\d*\.?\d+$/.test(text) && Number(text) <= 1,
      quoting("is no share", "a number from 0 to 1, such as 0.1"),
    )
    .transform(Number)
    .default(1),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds.default(5000),
  OTEL_BSP_MAX_QUEUE_SIZE: count.default(2048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: count.default(512),
});

export function toTracingSettings(env: z.infer<typeof tracingSchema>): TracingSettings {
  const { ratio, followsParent } = samplers[env.OTEL_TRACES_SAMPLER];
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT ?? "http://localhost:4318";
  return {
    url: env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? `${base.replace(/\/$/, "")}/v1/traces`,
    headers: { ...env.OTEL_EXPORTER_OTLP_HEADERS, ...env.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    timeoutMilliseconds: env.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? env.OTEL_EXPORTER_OTLP_TIMEOUT,
    isCompressed: (env.OTEL_EXPORTER_OTLP_TRACES_COMPRESSION ?? env.OTEL_EXPORTER_OTLP_COMPRESSION) === "gzip",
    resource: {
      "service.name": "kindling",
      ...env.OTEL_RESOURCE_ATTRIBUTES,
      ...(env.OTEL_SERVICE_NAME && { "service.name": env.OTEL_SERVICE_NAME }),
    },
    sampler: { ratio: ratio ?? env.OTEL_TRACES_SAMPLER_ARG, followsParent },
    delayMilliseconds: env.OTEL_BSP_SCHEDULE_DELAY,
    mostWaiting: env.OTEL_BSP_MAX_QUEUE_SIZE,
    mostInBatch: Math.min(env.OTEL_BSP_MAX_EXPORT_BATCH_SIZE, env.OTEL_BSP_MAX_QUEUE_SIZE),
  };
}

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return !username && !password;
}

function isHeaders(text: string): boolean {
  try {
    new Headers(parsePairs(text) ?? [["", ""]]);
    return true;
  } catch {
    return false;
  }
}

/** Names and values of W3C Baggage: percent-encoded. @returns undefined for anything else. */
function parsePairs(text: string): Record<string, string> | undefined {
  const parts = text.split(",").filter((part) => part.trim() !== "");
  const entries = parts.map((part) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(part));
  if (entries.some((entry) => entry === null)) return undefined;
  try {
    return Object.fromEntries(
      entries.map((entry) => [decodeURIComponent(entry?.[1] ?? ""), decodeURIComponent(entry?.[2] ?? "")]),
    );
  } catch {
    return undefined;
  }
}
