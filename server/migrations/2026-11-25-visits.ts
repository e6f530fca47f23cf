import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Visits and familiar guests under the names of their fields; a card was noted by its number alone. */
export const namesOfVisits: Migration = {
  name: '2026-11-25 names of visits',
  async run() {
    const rename = {
      guestName: 'name',
      arrivedAt: 'actualInAt',
      leftAt: 'actualOutAt',
      idNumber: 'identifier',
      contactPerson: 'contactName',
      residentId: 'inviterId',
      registrationPlate: 'plate',
      'blind.idNumber': 'blind.identifier',
    };
    const visits = db().collection(collectionOf(visitor));
    await visits.updateMany({ guestName: { $exists: true } }, { $rename: rename, $unset: { cardNumber: '' } });
    await visits.updateMany({ cardStatus: 'GIVEN' }, { $set: { cardStatus: 'NONE' } });
    await visits.updateMany(
      { cardId: { $exists: false } },
      { $set: { cardId: null, contactId: null, destination: null, vehicleType: null } },
    );
    await db()
      .collection(collectionOf(elevatorReservation))
      .updateMany({}, { $rename: { registrationPlate: 'licensePlate' } });
    await db()
      .collection(collectionOf(guest))
      .updateMany(
        { idNumber: { $exists: true } },
        {
          $rename: { idNumber: 'identifier', registrationPlate: 'plate', 'blind.idNumber': 'blind.identifier' },
        },
      );
  },
};
