import { expect, it } from 'vitest';
import { openStage } from '../load/stage.ts';
import { endAfterwards } from '../setup/started.ts';
import { f3 } from './f3-primary-lost.ts';
import { f4 } from './f4-client-cut.ts';
import { f8 } from './f8-same-key.ts';
import { fullDisk } from './full-disk.ts';

// The programs of `npm run faults` with small sizes: what is lost or done twice counts, times do not.

const stage = await openStage();
endAfterwards(stage.close);

it.each([f3, f4, f8, { title: 'A full disk', run: fullDisk }].map(figure => [figure.title, figure] as const))(
  '%s',
  async (_title, figure) => {
    const lines = await figure.run(stage, true);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter(line => line.verdict === 'missed')).toEqual([]);
  },
  120_000,
);
