import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { db } from '../../../../kit/database/database.ts';
import type { Doc } from '../../../../kit/store/records.ts';
import { collectionOf } from '../../../../kit/store/schema.ts';

export const deliveries = () => db().collection<Doc<typeof noticeDelivery>>(collectionOf(noticeDelivery));
