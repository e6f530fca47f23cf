import type { Notification } from './useNotifications.ts';

/** From so many on, unread lines of one kind that follow each other are one. */
const FEWEST = 3;

/** Lines as they are shown: those of one kind that nobody has read, one after another, together. */
export function folded(rows: readonly Notification[]): Notification[][] {
  const groups: Notification[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    const [before] = last ?? [];
    if (last && before && !before.readAt && !row.readAt && before.kind === row.kind) last.push(row);
    else groups.push([row]);
  }
  return groups.flatMap(group => (group.length < FEWEST ? group.map(row => [row]) : [group]));
}

const NAMED = 4;

/** What a folded line says it is about: its units, the first of them by name. */
export function unitsIn(group: readonly Notification[]): string {
  const units = [...new Set(group.flatMap(({ unit }) => unit ?? []))];
  return units.length > NAMED ? `${units.slice(0, NAMED).join(', ')}, +${units.length - NAMED}` : units.join(', ');
}
