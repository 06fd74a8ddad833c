export const certificateRefusals = ["unreadable", "not_pdf", "locked", "too_many", "too_large"] as const;
export type CertificateRefusal = (typeof certificateRefusals)[number];

/** An upload that has no certificates in it, or more than is taken. */
export class RefusedCertificates extends Error {
  override name = "RefusedCertificates";
  readonly refusal: CertificateRefusal;
  constructor(refusal: CertificateRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}
