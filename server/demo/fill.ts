import type { Asker } from './cast.ts';
import { givenName } from './names.ts';
import { ZONE } from './plans.ts';
import type { Random } from './random.ts';

/** Replaces `{name}` placeholders; unknown ones stay as they are. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.includes('{') ? text.replace(/\{(\w+)\}/g, (brace, name: string) => values[name] ?? brace) : text;
}

/** Values of the placeholders in a resident's ticket. */
export function valuesOf(random: Random, { home, person }: Asker, at: number): Record<string, string> {
  const female = person.gender === 'female';
  const month = new Date(at + ZONE).getUTCMonth() || 12;
  return {
    block: home.block,
    floor: String(home.floor),
    unit: home.code,
    n: String(random.int(1, 3)),
    month: String(month),
    plate: `${random.pick(['29', '30', '31', '33', '99'])}${random.pick(['A', 'E', 'F', 'K', 'L'])}-${random.int(100, 999)}.${random.int(10, 99)}`,
    c: female ? 'chị' : 'anh',
    C: female ? 'Chị' : 'Anh',
    ten: givenName(person.name),
  };
}
