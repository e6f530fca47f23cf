import type { Subject } from '@lobby/shared/kit/notification-target.ts';
import { sayDay } from '@lobby/shared/kit/nouns.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { Doc } from '../../kit/store/records.ts';

/** A notice as subject of its household's notifications, named by its month: households do not know it by its code. */
export const noticeSubject = ({ _id: id, code, month, feeMonth }: Doc<typeof feeNotice>): Subject => ({
  module: feeNotice.code,
  id,
  title: `${code} · ${sayDay(feeMonth ?? month)}`,
});
