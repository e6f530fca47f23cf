import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Figure } from '../load/figure.ts';
import { openStage, type Stage } from '../load/stage.ts';
import { endShared } from './arena.ts';
import { isLeftOut } from './verdict.ts';

/** Attacks with few cases; all of them: npm run attack. */
export function tryQuickly(attacks: readonly Figure[]): void {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(async () => {
    await endShared(stage);
    await stage.close();
  });

  describe('nobody gets in', () => {
    it.for(attacks.map(attack => [`${attack.id} ${attack.title}`, attack] as const))(
      '%s',
      { timeout: 900_000 },
      async ([, attack], { skip }) => {
        const lines = await attack.run(stage, true);
        const [first] = lines;
        if (first && lines.every(isLeftOut)) skip(first.note);
        // How long it takes says something on a calm machine alone: npm run attack.
        expect(lines.filter(line => line.verdict === 'missed' && line.bar === '0')).toEqual([]);
        expect(lines.some(line => line.bar === '0')).toBe(true);
      },
    );
  });
}
