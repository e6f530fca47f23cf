import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { type Loaded, records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { notify, type Who } from '../../platform/notifications/notifications.ts';
import { subjectOf } from './form-notices.ts';

const BATCH = 500;

interface Due<D extends Definition> {
  definition: D;
  action: string;
  query: Record<string, unknown>;
  set: (doc: Loaded<D>) => Record<string, unknown>;
  /** Absent if nobody is notified. */
  type?: NotificationType;
  who?: (doc: Loaded<D>) => Promise<readonly Who[]>;
}

/** Marks records that are due, once, and sends notifications; safe on several servers. */
export async function markDue<const D extends Definition>(ctx: Ctx, due: Due<D>): Promise<number>;
export async function markDue(
  ctx: Ctx,
  { definition, action, query, set, type, who }: Due<Definition>,
): Promise<number> {
  const docs = await records(definition).find(ctx, query, { limit: BATCH });
  return attemptEach(docs, doc => {
    const update = { doc, set: set(doc), keepVersion: true, while: query };
    const also = async (session: Session) => {
      if (!type) return;
      for (const recipient of (await who?.(doc)) ?? [])
        await notify(ctx, recipient, type, subjectOf(definition, doc), session);
    };
    return save(ctx, [{ definition, action, update, also }]);
  });
}
