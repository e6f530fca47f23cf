import type { SentFilter } from '../../../kit/http/query.ts';

/** What is printed: a sheet of facts for each unit, or their codes side by side. */
export type Sheet = 'info' | 'qr';
/** Which units: these, or all that a list shows. */
export type Which = { ids: readonly string[] } | { filter: SentFilter };

const KEY = 'lobby.print.units';

/** The address that prints units. Which they are is kept for this tab: thousands of ids are no address. */
export function printPath(projectId: string, sheet: Sheet, which: Which): string {
  sessionStorage.setItem(KEY, JSON.stringify({ projectId, which }));
  return `/print/${projectId}/units/${sheet}`;
}

/** The units that this tab was asked to print; none where the address was opened by itself. */
export function printed(projectId: string): Which {
  const kept: { projectId?: string; which?: Which } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
  return kept.projectId === projectId && kept.which ? kept.which : { ids: [] };
}
