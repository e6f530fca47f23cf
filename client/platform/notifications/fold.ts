import type { Notification } from './useNotifications.ts';

/** Fewest unread notifications of one kind to fold into a line. */
const FEWEST = 3;

/** Notifications of a record: the newest, and earlier ones. */
export interface RecordNotices {
  newest: Notification;
  before: readonly Notification[];
}

/** Groups notifications by record, newest first. */
export const byRecord = (rows: readonly Notification[]): RecordNotices[] =>
  [...Map.groupBy(rows, ({ module, entityId }) => `${module}/${entityId}`).values()].flatMap(([newest, ...before]) =>
    newest ? [{ newest, before }] : [],
  );

/**
 * Groups records whose newest notification is unread and of the same kind; a group takes the position of its first
 * record.
 */
export function groupNotices(rows: readonly Notification[]): RecordNotices[][] {
  const records = byRecord(rows);
  const groups = Map.groupBy(records, ({ newest: { kind, readAt, id } }) => (readAt ? id : kind));
  return records.flatMap(record => {
    const group = groups.get(record.newest.readAt ? record.newest.id : record.newest.kind) ?? [];
    if (group.length < FEWEST) return [[record]];
    return group[0] === record ? [group] : [];
  });
}

const NAMED = 4;

/** Units of a folded group: the first few by name, the rest as a number. */
export function unitsIn(group: readonly RecordNotices[]): string {
  const units = [...new Set(group.flatMap(({ newest: { unit } }) => unit ?? []))];
  return units.length > NAMED ? `${units.slice(0, NAMED).join(', ')}, +${units.length - NAMED}` : units.join(', ');
}

/** Second line of a row. */
export const lineOf = ({ unit, matter, body }: Notification): string =>
  [unit, matter, body].filter(Boolean).join(' · ');
