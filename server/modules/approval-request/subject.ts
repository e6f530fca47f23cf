import type { Subject } from '@lobby/shared/kit/notification-target.ts';
import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { numberIn } from '../../kit/base/numbers.ts';
import type { Doc } from '../../kit/store/records.ts';

type Named = Pick<Doc<typeof approvalRequest>, '_id' | 'code' | 'entityCode' | 'amount'>;

/**
 * A request as subject of notifications, named by the document that it is about and its amount; a document yet to be made
 * has no code.
 */
export const requestSubject = ({ _id: id, code, entityCode, amount }: Named): Subject => ({
  module: approvalRequest.code,
  id,
  title: [code, entityCode, `${numberIn('vi', amount)}\u00a0₫`].filter(Boolean).join(' · '),
});
