import { useRef } from 'react';
import { randomId } from '../ids.ts';

/** The Idempotency-Key of what is sent: the same for the same body, so that it comes true once when an answer was lost. */
export function useWish(): (body: object) => string {
  const wish = useRef({ key: '', body: '' });
  return body => {
    const text = JSON.stringify(body);
    if (text !== wish.current.body) wish.current = { key: randomId(), body: text };
    return wish.current.key;
  };
}
