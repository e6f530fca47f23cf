import { useEffect, useState } from 'react';

const PAUSE_MS = 250;
const LEAST = 2;

/** What is typed, how it is changed, and what is looked for once the typing pauses: at least two letters, else null. */
export function useTyped(): [typed: string, type: (words: string) => void, q: string | null] {
  const [typed, type] = useState('');
  const [q, setQ] = useState<string | null>(null);
  useEffect(() => {
    const words = typed.trim();
    const timer = setTimeout(() => setQ(words.length < LEAST ? null : words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, type, q];
}
