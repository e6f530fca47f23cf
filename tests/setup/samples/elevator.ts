import { elevator, elevatorClosure } from '@lobby/shared/modules/elevator.ts';
import { WEEK } from '@lobby/shared/modules/work-schedule.ts';
import type { OwnSamples } from '../contract/own-samples.ts';
import { nextFrame } from './amenities.ts';

const nextWait = () => {
  const { from, to } = nextFrame();
  return { startAt: from, endAt: to };
};

export const samples: OwnSamples = [
  // Moves of samples need any hour.
  [
    elevator.fields,
    () => ({
      ...Object.fromEntries(WEEK.map(day => [day, '00:00-24:00'])),
      slotMinutes: '30',
      minMinutes: 30,
      maxMinutes: 240,
      bufferMinutes: 0,
    }),
  ],
  [elevatorClosure.fields, () => nextWait()],
];
