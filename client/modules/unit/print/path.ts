import type { SentFilter } from '@lobby/shared/kit/filter-schema.ts';

/** Print layout: a page of details per unit, or a grid of QR codes. */
export type Sheet = 'info' | 'qr';
/** Units to print: by id, or all that match a list filter. */
export type Which = { ids: readonly string[] } | { filter: SentFilter };

const KEY = 'lobby.print.units';

/**
 * Address of the print page. The selection is kept in the session storage: thousands of ids do not fit into an address.
 */
export function printPath(projectId: string, sheet: Sheet, which: Which): string {
  sessionStorage.setItem(KEY, JSON.stringify({ projectId, which }));
  return `/print/${projectId}/units/${sheet}`;
}

/** Units that this tab was asked to print; none if the address was opened directly. */
export function unitsToPrint(projectId: string): Which {
  const stored: { projectId?: string; which?: Which } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
  return stored.projectId === projectId && stored.which ? stored.which : { ids: [] };
}
