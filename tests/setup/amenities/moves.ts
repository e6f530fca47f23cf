import { instantAt, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { elevator } from '@lobby/shared/modules/elevator.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { WEEKDAYS } from '@lobby/shared/modules/work-schedule.ts';
import type { Caller, Row } from '../caller.ts';
import { inDays } from '../time/days.ts';
import type { Site } from '../world.ts';

/** An hour in Vietnam, some days from now. */
export const at = (days: number, hour: number) => instantAt(inDays(days), hour * 60, VIETNAM).toISOString();
/** The same hours on all days. */
export const week = (hours: string) => Object.fromEntries(WEEKDAYS.map(day => [day, hours]));

let names = 0;

/** Elevators and moves of a project. */
export function movesIn({ ann, dora, emil, unitId }: Site) {
  const make = async (path: string, values: object): Promise<Row> => {
    const made = await ann.post(path, values);
    if (made.status !== 201) throw new Error(made.text);
    return made.data;
  };
  const path = elevatorReservation.path;
  const body = (elevatorId: string, days: number, from: number, to: number, own: object = {}) => ({
    unitId,
    residentId: dora.id,
    type: 'IN',
    elevatorId,
    goodsName: 'Sofa',
    regulationAgreed: true,
    expectedStartAt: at(days, from),
    expectedEndAt: at(days, to),
    ...own,
  });
  return {
    make,
    body,
    lift: (own: object = {}) =>
      make(elevator.path, { name: `Thang ${++names}`, ...week('08:00-12:00, 13:30-17:30'), ...own }),
    move: (elevatorId: string, days: number, from: number, to: number, own: object = {}) =>
      ann.post(path, body(elevatorId, days, from, to, own)),
    /** A move requested by a resident of another unit. */
    asked(elevatorId: string, days: number, from: number, to: number) {
      const { unitId: _unit, residentId: _resident, ...own } = body(elevatorId, days, from, to);
      return emil.post(path, own);
    },
    act: (of: string, { id }: Row, name: string, input: object = {}) => ann.put(`${of}/${id}/${name}`, input),
    free: async (id: string, days: number, minutes: number) =>
      (await ann.get<Row[]>(`${elevator.path}/${id}/free?date=${inDays(days)}&minutes=${minutes}`)).data,
    read: async (id: string) => (await ann.get(`${path}/${id}`)).data,
    toldTo: async (who: Caller) => (await who.get<Row[]>('/histories/pms?limit=50')).data.map(({ kind }) => kind),
  };
}
