import type { LockKind } from '@lobby/shared/modules/lock-date.ts';
import { request } from '../../kit/http/api.ts';
import { randomId } from '../../kit/http/ids.ts';
import { scopeNow } from '../../kit/session/session.ts';

interface Move {
  kind: LockKind;
  /** Lock date as known to the user; the server refuses if it has changed. */
  until: string | null;
  to: string | null;
  reason?: string;
  /** Idempotency key. */
  key?: string;
}

export function moveLock({ kind, until, to, reason, key = randomId() }: Move) {
  const moved = until === null ? {} : { prevLockDataAt: until, ...(reason && { reason }) };
  const [path, body] =
    kind === 'TRANSACTION'
      ? ['/transaction-lock-date', { transactionLockDate: to, ...moved }]
      : [until === null ? '/lock-date' : '/lock-date/update', { lockDataAt: to, ...moved }];
  return request('POST', path as string, { ...scopeNow(), body: body as object, idempotencyKey: key });
}
