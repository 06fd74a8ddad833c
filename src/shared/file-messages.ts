export const fileMessages = {
  tooLarge: (megabytes: number) => `This file is larger than ${megabytes} MB. Please choose a smaller one.`,
  refusedType: "This file is not of a kind that can be used here. Please choose another one.",
  infected: "This file was refused by the virus scanner. Please choose another one.",
  unavailable: "Files cannot be stored or read just now. Please try again in a moment.",
  noSuchRange: "This file has no such part.",
} as const;
