import { invoice } from '@lobby/shared/modules/invoice.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { moveClaims } from './claims.ts';

/** What the publication of an invoice makes of the one that it changes: adjusted, or replaced, whose bills it then stands for. */
export async function followChain(
  { projectId }: Ctx,
  doc: Stored,
): Promise<{ with: Change[]; also: (session: Session) => Promise<void> }> {
  const none = { with: [], also: () => Promise.resolve() };
  if (!doc.originalId) return none;
  const original = await modelOf(invoice).findOne({ projectId, _id: doc.originalId, deletedAt: null }).lean<Stored>();
  if (!original) return none;
  const replaces = doc.kind === 'REPLACEMENT';
  const status = replaces ? 'REPLACED' : 'ADJUSTED';
  return {
    with: [
      { definition: invoice, action: replaces ? 'replaced' : 'adjusted', update: { doc: original, set: { status } } },
    ],
    also: session => (replaces ? moveClaims(projectId, original._id, doc._id, session) : Promise.resolve()),
  };
}
