import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError, request } from '../../kit/http/api.ts';

/** Purpose and owner of a mailed link. */
export interface MailedLink {
  /** User id. */
  id: string;
  purpose: 'confirm' | 'activate' | 'reset' | 'address';
  name: string;
  email: string;
  kind: 'staff' | 'resident';
}

/** Token in the fragment of the address, which browsers do not send to servers. */
export const useToken = () => new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? '';

type State = { phase: 'reading' } | { phase: 'good'; link: MailedLink } | { phase: 'bad' | 'unreachable' };

/** Loads the link of the page; `again` retries after a network error. */
export function useLink(token: string): State & { again: () => void } {
  const [state, setState] = useState<State>({ phase: 'reading' });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn reads again
  useEffect(() => {
    let wanted = true;
    void request<MailedLink>('POST', '/auth/link', { body: { token } }).then(
      ({ data }) => wanted && setState({ phase: 'good', link: data }),
      error => wanted && setState({ phase: error instanceof ApiError && !error.passing ? 'bad' : 'unreachable' }),
    );
    return () => {
      wanted = false;
    };
  }, [token, turn]);
  return { ...state, again: () => setTurn(turn + 1) };
}
