import { sendTime } from '@lobby/server/platform/projects/quiet.ts';
import { expect, it } from 'vitest';

const NO_NIGHT = { quietFrom: '00:00', quietTo: '00:00' };

it('what can wait goes out when the quiet hours of its project are over', () => {
  const project = { timeZone: 'Asia/Ho_Chi_Minh' };
  const at = (time: string) => sendTime(project, new Date(time)).toISOString();
  expect(at('2026-11-24T15:00:00Z')).toBe('2026-11-25T00:00:00.000Z');
  expect(at('2026-11-24T20:00:00Z')).toBe('2026-11-25T00:00:00.000Z');
  expect(at('2026-11-24T03:00:00Z')).toBe('2026-11-24T03:00:00.000Z');
  // Phones stay silent at night, whatever the settings.
  const open = { ...project, sending: NO_NIGHT };
  const late = new Date('2026-11-24T15:30:00Z');
  expect(sendTime(open, late)).toBe(late);
  expect(sendTime(open, late, true).toISOString()).toBe('2026-11-25T00:00:00.000Z');
  const all = { ...open, sending: { quietFrom: '07:00', quietTo: '22:00' } };
  expect(sendTime(all, late, true).toISOString()).toBe('2026-11-25T00:00:00.000Z');
});
