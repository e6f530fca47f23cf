import { expect, it } from 'vitest';
import { overview, sectionText } from '../load/report.ts';

const ROWS = `| S1 | Deliveries: to 200 | 142 /s | 136 /s | 1.04 | >= 0.7 | met | 2026-11-23 06:48 UTC |
| S1 | Deliveries: lost | 0 events |  |  | <= 0 events | met | 2026-11-23 06:48 UTC |
| S13 | Start | 1.93 s |  |  | <= 3 s | met | 2026-11-27 06:48 UTC |`;

it('the file of figures begins with a line for each, which says how old it is', () => {
  const lines = overview(ROWS, new Date('2026-11-28T10:00:00Z')).split('\n');
  const cells = (id: string) =>
    lines
      .find(line => line.startsWith(`| ${id} |`))
      ?.split('|')
      .slice(3, -1)
      .map(cell => cell.trim());
  expect(cells('S1')).toEqual(['142 /s', '136 /s', '1.04', '>= 0.7', 'not measured since 2026-11-23']);
  expect(cells('S13')).toEqual(['1.93 s', '', '', '<= 3 s', '2026-11-27']);
  expect(cells('S6')?.at(-1)).toBe('not measured yet');
  expect(lines.filter(line => /^\| S\d/.test(line))).toHaveLength(17);
});

it('keeps what another machine measured until it is measured anew, and says which machine it was', () => {
  const at = new Date('2026-11-28T10:00:00Z');
  const measured = (id: string, ours: string) => ({
    figure: { id, title: 'Start' },
    lines: [{ what: 'second', ours, baseline: '', ratio: '', bar: '', verdict: 'no bar' as const }],
  });
  const write = (machine: string, known: string, ...figures: ReturnType<typeof measured>[]) =>
    sectionText('bench', { at, machine, figures }, known);
  const first = write('2 x Old', '', measured('s3', '1 s'), measured('s13', '2 s'));
  const second = write('2 x New', first, measured('s3', '3 s'));
  const rows = (text: string) => text.split('\n').filter(line => /^\| S|^- /.test(line));
  expect(rows(second)).toEqual([
    '- A: 2 x Old',
    '- B: 2 x New',
    '| S3 | Start: second | 3 s |  |  |  | no bar | 2026-11-28 10:00 UTC, B |',
    '| S13 | Start: second | 2 s |  |  |  | no bar | 2026-11-28 10:00 UTC, A |',
  ]);
  expect(rows(write('2 x New', second, measured('s13', '4 s')))[0]).toBe('- B: 2 x New');
});
