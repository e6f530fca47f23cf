import { DAY_MS, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { rawPlate, standardPlate } from '@lobby/shared/kit/plate.ts';
import type { card } from '@lobby/shared/modules/card.ts';
import { type CardRegistration, cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import type { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';
import { plateOf } from './visitors.ts';

const dayText = (at: Date) => dayOf(at, VIETNAM);

type Form = readonly [
  status: CardRegistration['status'],
  type: CardRegistration['type'],
  target: CardRegistration['target'],
  deposit?: CardRegistration['depositStatus'],
];
/** Card forms in each status, newest first: all types, all four deposit statuses. */
const FORMS: readonly Form[] = [
  ['WAITING', 'NEW', 'VEHICLE', 'WAIT_FOR_DEPOSIT'],
  ['WAITING', 'LOST', 'RESIDENT'],
  ['WAITING', 'UPDATE', 'VEHICLE'],
  ['WAITING', 'CANCEL', 'VEHICLE'],
  ['WAITING', 'REISSUE', 'RESIDENT', 'DEPOSITED'],
  ['WAITING', 'CANCEL_TICKET', 'VEHICLE'],
  ['APPROVED', 'NEW', 'VEHICLE', 'DEPOSITED'],
  ['APPROVED', 'NEW', 'RESIDENT'],
  ['APPROVED', 'REISSUE', 'RESIDENT', 'DEPOSITED'],
  ['APPROVED', 'NEW', 'RESIDENT'],
  ['APPROVED', 'CANCEL', 'RESIDENT'],
  ['IN_PROGRESS', 'NEW', 'VEHICLE', 'DEPOSITED'],
  ['IN_PROGRESS', 'NEW', 'RESIDENT'],
  ['IN_PROGRESS', 'REISSUE', 'RESIDENT'],
  ['REJECTED', 'NEW', 'VEHICLE'],
  ['REJECTED', 'UPDATE', 'VEHICLE'],
  ['CANCELLED', 'NEW', 'RESIDENT', 'DEPOSITED'],
  ['CANCELLED', 'CANCEL', 'VEHICLE'],
  ...Array.from(
    { length: 12 },
    (_, n): Form => ['COMPLETED', 'NEW', n % 2 ? 'VEHICLE' : 'RESIDENT', n % 3 ? 'DEPOSITED' : 'REFUNDED'],
  ),
];
const AMOUNT = 200_000;

function depositOf(
  status: Form[0],
  depositStatus: Form[3],
  at: Date,
  payer: string,
): Partial<Made<typeof cardRegistration>> {
  if (!depositStatus) return { depositAmount: 0, depositStatus: 'NONE' };
  const waits = depositStatus === 'WAIT_FOR_DEPOSIT';
  const isKept = status === 'COMPLETED' && depositStatus === 'DEPOSITED';
  const paid = new Date(at.getTime() + DAY_MS / 8);
  return {
    depositAmount: AMOUNT,
    depositStatus,
    ...(!waits && { depositMethod: 'CASH', depositPaidOn: dayText(paid), depositPayer: payer }),
    depositConfirmedAt: waits || status === 'WAITING' ? null : paid,
    ...(depositStatus === 'REFUNDED' && {
      refundAmount: AMOUNT,
      refundMethod: 'CASH',
      refundedOn: dayText(new Date(at.getTime() + DAY_MS)),
    }),
    ...(isKept && { withoutRefund: true, withoutRefundReason: 'Giữ cọc trong thời gian dùng thẻ' }),
  };
}

/** Card registration forms; their cards are taken from the existing stock. */
export function cardFormsOf(
  site: Site,
  homes: readonly Home[],
  { cards, vehicles }: { cards: Made<typeof card>[]; vehicles: readonly Made<typeof vehicle>[] },
  now: Date,
): Made<typeof cardRegistration>[] {
  const id = idsOf('card-registration', site.key);
  const random = randomOf(`card forms ${site.key}`);
  const inhabited = homes.filter(home => home.people.length > 0);
  const amount = site.key === 'banmai' ? Math.min(8, FORMS.length) : FORMS.length;
  const codeOf = codesOf(cardRegistration.prefix);
  const left = cards.filter(({ status, locked }) => status === 'USING' && !locked);
  const stock = cards.filter(({ status }) => status === 'EMPTY');
  const take = (from: Made<typeof card>[], target: Form[2]) => {
    const at = from.findIndex(({ type }) => type === target);
    return at < 0 ? null : (from.splice(at, 1)[0] ?? null);
  };
  return Array.from({ length: amount }, (_, n) => amount - 1 - n).flatMap(n => {
    const [status, type, target, deposit] = FORMS[n] ?? ['WAITING', 'NEW', 'RESIDENT'];
    const old = type === 'NEW' ? null : take(left, target);
    if (type !== 'NEW' && !old) return [];
    const home = inhabited.find(house => house.id === old?.unitId) ?? random.pick(inhabited);
    const at = new Date(now.getTime() - (n * 3 + 1) * DAY_MS);
    const newCar = target === 'VEHICLE' && type === 'NEW';
    const vehicleType = newCar ? (random.chance(0.7) ? 'MOTORBIKE' : 'CAR') : null;
    const plate = vehicleType ? standardPlate(plateOf(random), vehicleType) : null;
    const isGranted = status === 'COMPLETED' || (status === 'IN_PROGRESS' && type !== 'CANCEL');
    const fresh = isGranted && status === 'IN_PROGRESS' ? take(stock, target) : null;
    const quickLock = type === 'LOST' && old !== null;
    if (fresh) Object.assign(fresh, { heldForId: id(n) });
    if (quickLock) Object.assign(old, { locked: true, reason: 'LOST' });
    const owner = home.people[0];
    return recordOf(cardRegistration, site.id, id(n), at, {
      status,
      target,
      type,
      code: codeOf(at),
      unitId: home.id,
      residentId: old?.residentId ?? owner?.id ?? '',
      relationship: 'SELF',
      cardId: old?._id ?? null,
      newCardId: fresh?._id ?? null,
      vehicleId: old ? (vehicles.find(({ _id }) => _id === old.vehicleId)?._id ?? null) : null,
      vehicleType,
      plate,
      rawPlate: plate ? rawPlate(plate) : null,
      quickLock,
      parking: newCar,
      brand: newCar ? random.pick(['Honda', 'Yamaha', 'VinFast', 'Toyota', 'Mazda']) : null,
      color: target === 'VEHICLE' && (newCar || type === 'UPDATE') ? random.pick(['Đen', 'Trắng', 'Đỏ', 'Xám']) : null,
      startDate: dayText(at),
      ...depositOf(status, deposit, at, owner?.name ?? 'Chủ hộ'),
      approvedAt: ['APPROVED', 'IN_PROGRESS'].includes(status) ? new Date(at.getTime() + DAY_MS / 2) : null,
      completedAt: status === 'COMPLETED' ? new Date(at.getTime() + DAY_MS) : null,
      reason: status === 'REJECTED' ? 'Thiếu giấy đăng ký xe.' : status === 'CANCELLED' ? 'Chủ hộ đổi ý.' : null,
    });
  });
}
