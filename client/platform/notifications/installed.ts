import { readKept, writeKept } from '../../theme/kept.ts';

/** Push installation of this browser, and its user. */
export interface Installed {
  userId: string;
  id: string;
}

const KEY = 'push';

export function readInstalled(): Installed | null {
  const [userId, id] = (readKept(KEY) ?? '').split(' ');
  return userId && id ? { userId, id } : null;
}

export function keepInstalled(installed: Installed | null): void {
  writeKept(KEY, installed ? `${installed.userId} ${installed.id}` : '');
}
