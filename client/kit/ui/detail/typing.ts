import { createContext, use } from 'react';

export const TypingContext = createContext<() => void>(() => {});

/** Returns a function that reports typing on the open record, to be called at each key stroke. */
export function useTyping(): () => void {
  return use(TypingContext);
}
