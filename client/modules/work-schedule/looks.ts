import type { WorkScheduleRow } from '@lobby/shared/modules/work-schedule.ts';

/** Theme palettes by schedule color. */
export const PALETTES: Record<WorkScheduleRow['color'], string> = {
  teal: 'tint6',
  blue: 'tint1',
  green: 'tint3',
  amber: 'tint4',
  violet: 'tint7',
  pink: 'tint5',
};
