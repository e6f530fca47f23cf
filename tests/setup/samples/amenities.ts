import { DAY_MS, dayOf, HOUR_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { MONEY_ACTS } from '@lobby/shared/modules/booking-money.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { ORDER_ACTS } from '@lobby/shared/modules/merchant-order-acts.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBan } from '@lobby/shared/modules/utility-ban.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityClosure } from '@lobby/shared/modules/utility-closure.ts';
import { WEEKDAYS } from '@lobby/shared/modules/utility-terms.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

/** The beginning of a day in the near future. */
const FAR = (Math.floor(Date.now() / DAY_MS) + 2) * DAY_MS;

/** Bookings are taken three months ahead; a run over all modules takes more frames than these have, but of many projects. */
const FRAMES = 80 * 24;
let hours = 0;
let bans = 0;

/** A frame used once only, within a project. */
export function nextFrame() {
  const from = FAR + (++hours % FRAMES) * HOUR_MS;
  return { from: new Date(from).toISOString(), to: new Date(from + HOUR_MS).toISOString() };
}
const inHours = (n: number) => new Date(Date.now() + n * HOUR_MS).toISOString();
const nextBan = () => {
  const day = dayOf(new Date(FAR + ++bans * DAY_MS), VIETNAM);
  return { scope: 'ALL', from: day, until: day };
};

/** Values of amenity fields that must fit each other; `undefined` leaves a field out. */
export const samples: OwnSamples = [
  [
    utility.fields,
    () => ({
      serveTime: WEEKDAYS.map(weekday => ({ weekday, from: '00:00', to: '24:00' })),
      coefficients: [],
      limitPerSlot: 100,
      limitPerUsage: 4,
      type: 'SLOT_TIME',
      timeStep: '60',
      approval: 'MANUAL',
      priceType: 'PRICE',
      price: 50_000,
      formulaId: undefined,
      priceTiers: undefined,
      bookers: undefined,
      partnerId: undefined,
      otherPartnerIds: undefined,
      wholeId: undefined,
      surcharges: [{ name: 'Lamp', price: 1000, per: 'BOOKING', required: true }],
      noShowLimit: undefined,
      rules: undefined,
      rulesFile: undefined,
      limitPerUnit: undefined,
      maxOpen: undefined,
      preOrderMin: undefined,
      preOrderMax: 3,
      preOrderMaxUnit: 'MONTH',
      payBefore: undefined,
      blockOverdueDays: undefined,
      pendingHolds: true,
      displayOrder: undefined,
      noRefundBefore: 6,
      fullRefundFrom: undefined,
      bufferBefore: undefined,
      bufferAfter: undefined,
      tiers: [
        { from: 24, unit: 'HOUR', percent: 50 },
        { from: 3, unit: 'DAY', percent: 90 },
      ],
    }),
  ],
  // Slots held by another booking, which samples.ts makes.
  [
    utilityWaitlist.fields,
    () => ({ slots: [nextFrame()], autoAccept: false, quantity: 1, utilityIds: undefined, flexible: '0' }),
  ],
  // Days without another ban.
  [utilityBan.fields, () => ({ ...nextBan(), utilityId: undefined, groupId: undefined, cause: 'RULES' })],
  [utilityBooking.actions['check-in'].input, () => ({ at: undefined })],
  // An order without a price list, some days ahead.
  [merchantOrder.fields, () => ({ items: [], wantedFrom: inHours(48), wantedTo: inHours(50), collectedBy: 'PARTNER' })],
  [ORDER_ACTS['pay-manual-fee'].input, () => ({ accountingDate: undefined })],
  [utilityBooking.fields, () => ({ slots: [nextFrame()], surcharges: undefined })],
  // The amount due, on a day that is not in the future.
  [MONEY_ACTS['pay-manual-fee'].input, () => ({ accountingDate: undefined, fromUnitAccount: false })],
  [MONEY_ACTS['refund-fee'].input, () => ({ accountingDate: undefined, amount: undefined, to: 'TRANSFER' })],
  // Long after all sample bookings.
  [
    utilityClosure.fields,
    () => ({ from: '2040-01-01T00:00:00.000Z', to: '2040-01-02T00:00:00.000Z', repeat: 'NONE', until: undefined }),
  ],
];
