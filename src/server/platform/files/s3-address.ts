export interface S3Address {
  /** Scheme, host and port. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export const acceptedFilesUrl = "s3://key:secret@host:port/bucket, with ?region=… and &tls=false if needed";

const usualRegion = "us-east-1";
const parameters = ["region", "tls"];

/** @throws TypeError saying what is wrong, never with the URL in it: it holds a secret. */
export function parseFilesUrl(text: string): S3Address {
  if (!text.startsWith("s3://")) throw new TypeError("it does not start with s3://");
  if (!URL.canParse(text)) throw new TypeError("it is no URL (special characters in a secret are written %XX)");
  const { username, password, host, pathname, searchParams } = new URL(text);
  if (!username || !password) throw new TypeError("it lacks the key or the secret");
  if (!host) throw new TypeError("it names no host");
  const bucket = pathname.slice(1);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw new TypeError("it does not name one bucket");
  const unknown = [...searchParams.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined) throw new TypeError("it has a parameter besides region and tls");
  const tls = searchParams.get("tls") ?? "true";
  if (tls !== "true" && tls !== "false") throw new TypeError("its tls is neither true nor false");
  return {
    endpoint: `${tls === "true" ? "https" : "http"}://${host}`,
    bucket,
    region: searchParams.get("region") ?? usualRegion,
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  };
}
