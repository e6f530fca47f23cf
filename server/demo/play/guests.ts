import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { z } from 'zod';
import { fullName } from '../names.ts';
import type { Random } from '../random.ts';
import { PURPOSES } from '../texts/purposes.ts';
import type { Door, Resident } from './resident.ts';

const VISITOR = '/api/visitor';
const made = z.object({ code: z.string(), name: z.string() });

/** Registers a visitor who comes within the next three hours. Returns a line for the log. */
export async function inviteOnce(who: Resident, door: Door, random: Random): Promise<string> {
  const { code, name } = made.parse(
    await who.post(door, VISITOR, {
      name: fullName(random, random.chance(0.5) ? 'male' : 'female'),
      purpose: random.pick(PURPOSES),
      expectedInAt: new Date(Date.now() + random.int(5, 180) * MINUTE_MS).toISOString(),
      companions: random.chance(0.3) ? random.int(1, 3) : 0,
    }),
  );
  return `${code}  ${name}`;
}
