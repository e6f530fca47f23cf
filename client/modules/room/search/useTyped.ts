import { useEffect, useState } from 'react';

const PAUSE_MS = 250;
const LEAST = 2;

/** Search input: text, setter, and the debounced query; null below two characters. */
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
