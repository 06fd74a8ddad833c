import { fundsMessages } from "#shared/funds-messages.ts";
import { HttpError } from "../../platform/http/http-error.ts";

export const ledgerMismatch = () => new HttpError(409, "ledger_mismatch", fundsMessages.ledgerMismatch);
