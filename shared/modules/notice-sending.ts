/** Kinds of a notice: the fee notice, three reminders (product.md 4), and the announcement of a late fee. */
export const NOTICE_KINDS = ['NORMAL', 'REMIND_DEBT_1', 'REMIND_DEBT_2', 'REMIND_DEBT_3', 'LATE_FEE'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
/** Formal demands, which residents cannot opt out of. */
export const isClaim = (kind: unknown): boolean => kind === 'REMIND_DEBT_3' || kind === 'LATE_FEE';

/** Kind of a sending; NORMAL by default. */
export const kindOf = ({ kind }: Readonly<Record<string, unknown>>): NoticeKind =>
  NOTICE_KINDS.find(noticeKind => noticeKind === kind) ?? 'NORMAL';
export const NOTICE_CHANNELS = ['EMAIL', 'SMS', 'ZALO', 'APP', 'PRINT'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** States of a sending to a household. */
export const SENDING_STATES = [
  'SEND',
  'IN_PROGRESS_SEND_EMAIL',
  'SENDING',
  'SENT',
  'DELIVERIED',
  'OPENED',
  'CLICKED',
  'BOUNCE',
  'COMPLAINT',
  'REJECT',
  'FAILED',
  'UNSUBSCRIBE',
  'COMPLETED',
  'SKIPPED',
] as const;
