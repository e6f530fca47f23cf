import type { Subject } from '@lobby/shared/kit/notification-target.ts';
import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import type { Doc } from '../../kit/store/records.ts';

/** A request as subject of notifications, named by the document that it is about; a document yet to be made has no code. */
export const requestSubject = ({
  _id: id,
  code,
  entityCode,
}: Pick<Doc<typeof approvalRequest>, '_id' | 'code' | 'entityCode'>): Subject => ({
  module: approvalRequest.code,
  id,
  title: entityCode ? `${code} · ${entityCode}` : String(code),
});
