import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { db } from '../../../kit/database/database.ts';
import { collectionOf, type Stored } from '../../../kit/store/schema.ts';

/** What was sent, by household and channel. */
export const deliveries = () => db().collection<Stored>(collectionOf(noticeDelivery));
