export const dealQuestionMessages = {
  required: "This field is required",
  tooShort: "Ask in at least 10 characters",
  tooLong: (most: number) => `At most ${most.toLocaleString("en-GB")} characters`,
  target: "Choose the question that it is put together with",
  closed: "This question was put together with another one or declined",
  changedMeanwhile: "Somebody else has changed this question meanwhile. Please look at it again.",
  tooMany: "Ten of your questions on this deal wait for an answer; wait for the first",
} as const;
