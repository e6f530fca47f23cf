import type { Notification } from './useNotifications.ts';

/** From so many on, unread lines of one kind are one. */
const FEWEST = 3;

/** What was told of one record: its newest line, and those before it. */
export interface RecordNotices {
  newest: Notification;
  before: readonly Notification[];
}

/** Lines by their record, newest first: one of a record that has a line before it stands with that. */
export const byRecord = (rows: readonly Notification[]): RecordNotices[] =>
  [...Map.groupBy(rows, ({ module, entityId }) => `${module}/${entityId}`).values()].flatMap(([newest, ...before]) =>
    newest ? [{ newest, before }] : [],
  );

/** Lines as they are shown: records of which the same is newest and unread are together, where the first of them stands. */
export function folded(rows: readonly Notification[]): RecordNotices[][] {
  const told = byRecord(rows);
  const groups = Map.groupBy(told, ({ newest: { kind, readAt, id } }) => (readAt ? id : kind));
  return told.flatMap(one => {
    const group = groups.get(one.newest.readAt ? one.newest.id : one.newest.kind) ?? [];
    if (group.length < FEWEST) return [[one]];
    return group[0] === one ? [group] : [];
  });
}

const NAMED = 4;

/** What a folded line says it is about: its units, the first of them by name. */
export function unitsIn(group: readonly RecordNotices[]): string {
  const units = [...new Set(group.flatMap(({ newest: { unit } }) => unit ?? []))];
  return units.length > NAMED ? `${units.slice(0, NAMED).join(', ')}, +${units.length - NAMED}` : units.join(', ');
}

/** What a line says below its title. */
export const lineOf = ({ unit, matter, body }: Notification): string =>
  [unit, matter, body].filter(Boolean).join(' · ');
