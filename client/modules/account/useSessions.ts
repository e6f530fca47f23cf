import { useCallback, useEffect, useState } from 'react';
import { request } from '../../kit/api.ts';
import { onSaid } from '../../kit/live.ts';

/** A place where one is signed in. */
export interface Place {
  id: string;
  browser: string;
  system: string;
  address: string;
  begunAt: string | null;
  seenAt: string;
  current: boolean;
}

/** Where one is signed in, as it is now: what begins or ends elsewhere is heard. Null before the first answer. */
export function useSessions(): { places: Place[] | null; failed: boolean; read: () => Promise<void> } {
  const [places, setPlaces] = useState<Place[] | null>(null);
  const [failed, setFailed] = useState(false);
  const read = useCallback(async () => {
    try {
      const { data } = await request<Place[]>('GET', '/auth/sessions');
      // This one first: the others are told apart from it.
      setPlaces(data.toSorted((a, b) => Number(b.current) - Number(a.current)));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }, []);
  useEffect(() => {
    void read();
    return onSaid('account', () => void read());
  }, [read]);
  return { places, failed, read };
}
