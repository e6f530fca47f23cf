import { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';

/** A sheet that prevents the meeting from ending: open, or closed and not counted. */
export const sheetInTheWay = (ctx: Ctx, conferenceId: string): Promise<Doc<typeof voteSheet> | null> =>
  records(voteSheet).first(ctx, { conferenceId, status: { $in: ['OPEN', 'CLOSED'] } });
