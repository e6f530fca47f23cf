import { CHECKS, type Check, reconciliation } from '@lobby/shared/modules/reconciliation.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { text } from '../../kit/base/messages.ts';
import type { Session } from '../../kit/database/database.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { type Standing, standingId, standings } from './store.ts';

/** Result of a check in a run, with its previous state. */
export interface Turn {
  check: Check;
  ok: boolean;
  before: Standing | null;
  /** Whether the difference has been explained. */
  known: boolean;
}

/** Notifies the readers of the checks of a difference: at once, daily while nobody has explained it, and once when it is gone. */
export async function notifyOfResults(ctx: Ctx, turns: readonly Turn[], session: Session): Promise<void> {
  const today = todayOf(ctx);
  const due = turns.filter(({ ok, before, known }) =>
    ok ? before?.ok === false : !known && (before?.ok !== false || before.toldOn !== today),
  );
  if (due.length === 0) return;
  const who = toStaff(await loadReaders(ctx.projectId, reconciliation.code));
  for (const { check, ok } of due) {
    const title = `${CHECKS.indexOf(check) + 1}. ${text(ctx, `reconciliation.checks.${check}`)}`;
    const id = standingId(ctx.projectId, check);
    const kind = ok ? 'RECONCILIATION_AGREES' : 'RECONCILIATION_DIFFERS';
    await notify(ctx, who, kind, { module: reconciliation.code, id, title, part: check }, session);
    await standings().updateOne({ _id: id }, { $set: { toldOn: ok ? null : today } }, { session });
  }
}
