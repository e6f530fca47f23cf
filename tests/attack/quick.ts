import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Figure } from '../load/figure.ts';
import { openStage, type Stage } from '../load/stage.ts';
import { endShared } from './arena.ts';

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
    it.each(attacks.map(attack => [`${attack.id} ${attack.title}`, attack] as const))(
      '%s',
      async (_, attack) => {
        const lines = await attack.run(stage, true);
        expect(lines.length).toBeGreaterThan(0);
        // How long it takes says something on a calm machine alone: npm run attack.
        expect(lines.filter(line => line.verdict === 'missed' && line.bar === '0')).toEqual([]);
        expect(lines.some(line => line.bar === '0')).toBe(true);
      },
      180_000,
    );
  });
}
