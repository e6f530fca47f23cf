import { useRef } from 'react';
import { randomId } from '../../http/ids.ts';

/** Idempotency-Key of a request: the same for the same body, so that a retry after a lost answer has no second effect. */
export function useIdempotencyKey(): (body: object) => string {
  const wish = useRef({ key: '', body: '' });
  return body => {
    const text = JSON.stringify(body);
    if (text !== wish.current.body) wish.current = { key: randomId(), body: text };
    return wish.current.key;
  };
}
