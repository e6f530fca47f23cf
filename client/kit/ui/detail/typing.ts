import { createContext, use } from 'react';

export const TypingContext = createContext<() => void>(() => {});

/** Tells the others that the reader types a message on the record that is open: to be called at each key stroke. */
export function useTyping(): () => void {
  return use(TypingContext);
}
