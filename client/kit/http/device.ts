import { readKept, writeKept } from '../../theme/kept.ts';

const KEY = 'device';

/** Id of this browser profile (api.md, X-Device-Id), created once. */
export function deviceId(): string {
  const stored = readKept(KEY);
  if (stored) return stored;
  const made = crypto.randomUUID();
  writeKept(KEY, made);
  return made;
}
