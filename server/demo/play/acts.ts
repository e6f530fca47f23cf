import { DAY_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { OPEN_STATUSES } from '@lobby/shared/modules/ticket.ts';
import { z } from 'zod';
import { fill } from '../fill.ts';
import type { Random } from '../random.ts';
import { KIND_SHARES, TICKET_KINDS } from '../texts/kinds.ts';
import { ANSWERS, NUDGES, RATING_WORDS } from '../texts/remarks.ts';
import { SUBJECTS } from '../texts/subjects.ts';
import { chatOnce } from './chat.ts';
import { inviteOnce } from './guests.ts';
import { takePhoto } from './photo.ts';
import type { Door, Resident } from './resident.ts';

const HELP_DESK = '/api/pms/helpdesk';

const typeRows = z.array(z.object({ id: z.string(), name: z.string() }));
const ticketRow = z.object({
  id: z.string(),
  code: z.string().nullable(),
  title: z.string(),
  status: z.string(),
  version: z.int(),
  messageCount: z.int().nullish(),
  createdAt: z.string(),
  completedAt: z.string().nullish(),
  lastMessageAt: z.string().nullish(),
});
type TicketRow = z.infer<typeof ticketRow>;
const messageRows = z.array(z.object({ author: z.object({ kind: z.string() }), content: z.string() }));
const uploaded = z.array(z.object({ id: z.string() })).min(1);

/** The act of a resident as one line of the log. */
export interface Done {
  act: 'new' | 'answer' | 'nudge' | 'rate' | 'chat' | 'guest';
  text: string;
}
type Act = () => Promise<Done>;

/** Memory of a player: tickets already reminded of, and ticket types by home. */
export interface Memory {
  nudged: Set<string>;
  types: Map<string, Map<string, string>>;
}

/**
 * Lets a resident do one random act at a home: chat, invite a guest, answer staff, rate a finished ticket, remind of a
 * slow one, or report a new one.
 */
export async function actOnce(who: Resident, door: Door, memory: Memory, random: Random): Promise<Done> {
  if (random.chance(0.3)) return { act: 'chat', text: await chatOnce(who, door, random) };
  if (random.chance(0.2)) return { act: 'guest', text: await inviteOnce(who, door, random) };
  const rows = z.array(ticketRow).parse(await who.get(door, `${HELP_DESK}?limit=20`));
  const waiting = rows.filter(row => row.status === 'WAITING_APPROVAL');
  // New tickets are less likely while some fresh ones are waiting.
  const fresh = waiting.filter(row => age(row.createdAt) < 10 * MINUTE_MS).length;
  const chances: [Act, number][] = [[() => writeIn(who, door, memory, random), 3 / (1 + fresh)]];
  const done = rows.find(row => row.status === 'COMPLETED' && age(row.completedAt) < 14 * DAY_MS);
  if (done) chances.push([() => rate(who, door, done, random), 2.5]);
  const talked = rows.find(row => OPEN_STATUSES.includes(row.status) && age(row.lastMessageAt) < 2 * DAY_MS);
  if (talked) {
    const last = messageRows.parse(await who.get(door, `${HELP_DESK}/${talked.id}/messages?limit=20`)).at(-1);
    if (last?.author.kind === 'staff') chances.push([() => answer(who, door, talked, last.content, random), 6]);
  }
  const slow = waiting.find(row => !memory.nudged.has(row.id) && age(row.createdAt) > 2 * MINUTE_MS);
  if (slow) chances.push([() => nudge(who, door, slow, memory, random), 1]);
  return random.weighted(chances)();
}

const age = (at: string | null | undefined) => (at ? Date.now() - Date.parse(at) : Number.POSITIVE_INFINITY);

async function writeIn(who: Resident, door: Door, memory: Memory, random: Random): Promise<Done> {
  const kind = random.weighted(KIND_SHARES);
  const subject = random.pick(SUBJECTS[kind]);
  const [, block = 'A', floor = '5'] = /^(\p{L}+)-0?(\d+)/u.exec(door.unitCode) ?? [];
  const values = {
    block,
    floor,
    unit: door.unitCode,
    n: String(random.int(1, 3)),
    month: String(new Date().getMonth() || 12),
    plate: `30${random.pick(['A', 'E', 'K'])}-${random.int(100, 999)}.${random.int(10, 99)}`,
  };
  const typeId = (await loadTypes(who, door, memory)).get(TICKET_KINDS[kind].name);
  const images = random.chance(0.35) ? [await upload(who, door, await takePhoto(kind, random))] : [];
  const title = fill(subject.title, values);
  const body = {
    title,
    content: fill(random.pick(subject.contents), values),
    // Not everybody chooses a type.
    ...(typeId && random.chance(0.9) && { typeId }),
    ...(images.length > 0 && { images }),
  };
  const { code } = ticketRow.parse(await who.post(door, HELP_DESK, body));
  return { act: 'new', text: `${code}  ${title}${images.length > 0 ? '  (photo)' : ''}` };
}

async function loadTypes(who: Resident, door: Door, { types }: Memory): Promise<Map<string, string>> {
  const stored = types.get(door.unitId);
  if (stored) return stored;
  const rows = typeRows.parse(await who.get(door, `${HELP_DESK}-type?limit=100`));
  const made = new Map(rows.map(row => [row.name, row.id]));
  types.set(door.unitId, made);
  return made;
}

async function upload(who: Resident, door: Door, photo: Buffer): Promise<string> {
  const form = new FormData();
  form.append('files', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), `IMG_${Date.now()}.jpg`);
  const [file] = uploaded.parse(await who.post(door, '/api/upload', form));
  return file?.id ?? '';
}

async function answer(who: Resident, door: Door, row: TicketRow, text: string, random: Random): Promise<Done> {
  const content = random.pick(text.includes('?') ? ANSWERS.question : ANSWERS.news);
  await who.post(door, `${HELP_DESK}/${row.id}/messages`, { content });
  return { act: 'answer', text: `${row.code}  ${content}` };
}

async function nudge(who: Resident, door: Door, row: TicketRow, memory: Memory, random: Random): Promise<Done> {
  memory.nudged.add(row.id);
  const content = fill(random.pick(NUDGES), { c: 'mình', C: 'Mình' });
  await who.post(door, `${HELP_DESK}/${row.id}/messages`, { content });
  return { act: 'nudge', text: `${row.code}  ${content}` };
}

async function rate(who: Resident, door: Door, row: TicketRow, random: Random): Promise<Done> {
  const rating = random.weighted([
    [5, 5],
    [4, 3],
    [3, 1],
    [2, 0.5],
  ] as const);
  const comment = random.chance(0.6) ? random.pick(RATING_WORDS[rating]) : undefined;
  await who.put(door, `${HELP_DESK}/${row.id}/rate`, { rating, ...(comment && { comment }), version: row.version });
  return { act: 'rate', text: `${row.code}  ${'★'.repeat(rating)}${comment ? `  ${comment}` : ''}` };
}
