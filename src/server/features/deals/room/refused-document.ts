import type { DocumentRefusal } from "#shared/deals/deal-room.ts";

/** A file that a room does not take, whatever it is called. */
export class RefusedDocument extends Error {
  override name = "RefusedDocument";
  readonly refusal: DocumentRefusal;
  constructor(refusal: DocumentRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}
