/** RFC 6266, with the name in ASCII for clients that know no other. */
export const attachment = (name: string): string => disposition("attachment", name);
export const inline = (name: string): string => disposition("inline", name);

function disposition(kind: "attachment" | "inline", name: string): string {
  const ascii = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^ -~]|["\\%/]/g, "_");
  const whole = ascii === name ? "" : `; filename*=UTF-8''${encoded(name)}`;
  return `${kind}; filename="${ascii}"${whole}`;
}

/** RFC 8187: encodeURIComponent leaves more than the grammar takes. */
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
