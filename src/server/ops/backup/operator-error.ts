/** Why a backup or a restore does not take place, in words for the operator. Nothing has been changed. */
export class OperatorError extends Error {}
