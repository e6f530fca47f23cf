import { useEffect, useState } from 'react';
import { type Call, request } from '../../../kit/http/api.ts';
import { type Query, useQuery } from '../../../kit/live/useQuery.ts';

/** Delay after the last change of the input, in ms. */
const QUIET_MS = 350;

/** Debounces a value. */
function useQuiet<T>(value: T): T {
  const [quiet, setQuiet] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(JSON.parse(text)), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return quiet;
}

/** Query for input being edited, debounced; a null body sends nothing. */
export function useAsked<T>(method: 'POST' | 'PUT', path: string, body: object | null, follow: string): Query<T> {
  const quiet = useQuiet(body);
  const read = async (at: string, { query, ...call }: Call): Promise<T> =>
    (await request<T>(method, at, { ...call, body: JSON.parse(String(query?.of)) })).data;
  return useQuery<T>(quiet ? path : null, { query: { of: JSON.stringify(quiet) }, read, follow, delay: 1500 });
}
