import { readKept, writeKept } from '../../theme/kept.ts';

const KEY = 'device';

/** Id of this browser profile (api.md, X-Device-Id), created once. */
export function deviceId(): string {
  const known = readKept(KEY);
  if (known) return known;
  const made = crypto.randomUUID();
  writeKept(KEY, made);
  return made;
}
