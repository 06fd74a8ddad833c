import { createContext, useContext } from "react";
import { memberWords, type ReaderWords } from "#shared/portfolio/portfolio-page-messages.ts";

const WordsOfReader = createContext<ReaderWords>(memberWords);

export const ReaderWordsProvider = WordsOfReader.Provider;
export const useReaderWords = (): ReaderWords => useContext(WordsOfReader);
