import { text } from '@lobby/server/kit/base/messages.ts';
import { inLanguage } from '@lobby/server/modules/handover-unit/ready-made.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { expect, it } from 'vitest';
import handoverSchedule from '../../shared/locales/en/handover-schedule.json' with { type: 'json' };

it('says what counts something in the form that its language has for the number', () => {
  const counted = { days: '28/11/2026', count: 1 };
  for (const language of LANGUAGES) {
    expect(text(language, 'handover-schedule.paper.count', counted), language).toContain('28/11/2026 · 1');
    expect(text(language, 'handover-schedule.paper.count', { ...counted, count: 7 }), language).toContain('7');
  }
  const [one, more] = [1, 7].map(count => text('en', 'handover-schedule.paper.count', { ...counted, count }));
  const said = (words: string, count: number) =>
    words.replace('{{days}}', counted.days).replace('{{count}}', String(count));
  expect(one).toBe(said(handoverSchedule.paper.count_one, 1));
  expect(more).toBe(said(handoverSchedule.paper.count_other, 7));
});

it('says rooms and things of the ready-made set in the language of a paper, and leaves what a building calls otherwise', () => {
  expect(['Hành lang', 'Cửa chính', 'bộ'].map(word => inLanguage(word, 'en'))).toEqual([
    'Hallway',
    'Front door',
    'set',
  ]);
  expect(inLanguage('Hallway', 'vi')).toBe('Hành lang');
  expect(inLanguage('Phòng thờ', 'en')).toBe('Phòng thờ');
});
