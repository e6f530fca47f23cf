import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { announcement } from '@lobby/shared/modules/announcement.ts';
import { bill, TOLD } from '@lobby/shared/modules/bill.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { news } from '@lobby/shared/modules/news.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';

/** A card of the residents' home page: number of the household's open records of a kind. */
export interface Counted {
  /** Also the path of its page in the app. */
  key: string;
  definition: Definition;
  /** Open records; of posts to everybody the visible ones. */
  filter: Filter;
}

const inStatus = (...statuses: string[]): Filter => ({ status: { in: statuses } });

const ORDERS = Object.entries(merchantOrder.statuses).flatMap(([status, { tone }]) =>
  tone === 'waiting' || tone === 'going' ? status : [],
);

/** In display order. */
export const COUNTED: readonly Counted[] = [
  {
    key: 'bills',
    definition: bill,
    filter: { ...inStatus('ACTIVE'), paymentState: { in: ['UNPAID', 'PARTIAL_PAID'] }, publication: { in: TOLD } },
  },
  { key: 'requests', definition: ticket, filter: inStatus('WAITING_APPROVAL', 'APPROVED', 'PROCESSING') },
  { key: 'guests', definition: visitor, filter: visitor.list.tabs.expected },
  { key: 'bookings', definition: utilityBooking, filter: inStatus('PENDING', 'APPROVED', 'WAITING_FOR_COMPLETED') },
  { key: 'moves', definition: elevatorReservation, filter: inStatus('WAITING', 'APPROVED', 'IN_PROGRESS') },
  { key: 'works', definition: constructionRegistration, filter: inStatus('WAITING', 'APPROVED', 'IN_PROGRESS') },
  { key: 'cards', definition: cardRegistration, filter: inStatus('WAITING', 'APPROVED') },
  { key: 'orders', definition: merchantOrder, filter: inStatus(...ORDERS) },
  { key: 'parcels', definition: parcel, filter: inStatus('RECEIVED') },
  { key: 'polls', definition: poll, filter: inStatus('OPEN') },
  { key: 'announcements', definition: announcement, filter: inStatus('SENT') },
  { key: 'news', definition: news, filter: inStatus('PUBLISHED') },
];
