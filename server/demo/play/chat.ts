import { z } from 'zod';
import { fill } from '../fill.ts';
import type { Random } from '../random.ts';
import { CHATS } from '../texts/chats.ts';
import { ANSWERS, NUDGES } from '../texts/remarks.ts';
import type { Door, Resident } from './resident.ts';

const ROOMS = '/api/rooms';

const rooms = z.array(
  z.object({ id: z.string(), title: z.string().nullable(), status: z.string(), roomType: z.string() }),
);
const messages = z.array(z.object({ author: z.object({ kind: z.string() }), content: z.string() }));

/**
 * Lets a resident write in a chat: answer the management, ask again, or start a new room. Returns a line for the log.
 */
export async function chatOnce(who: Resident, door: Door, random: Random): Promise<string> {
  const open = rooms.parse(await who.get(door, `${ROOMS}?limit=20`)).filter(room => room.status === 'ACTIVE');
  const openRoom = open.length > 0 && random.chance(0.7) ? random.pick(open) : null;
  if (!openRoom) return begin(who, door, random);
  const last = messages.parse(await who.get(door, `${ROOMS}/${openRoom.id}/messages?limit=20`)).at(-1);
  const byStaff = last?.author.kind === 'staff';
  const content = byStaff
    ? random.pick(last.content.includes('?') ? ANSWERS.question : ANSWERS.news)
    : fill(random.pick(NUDGES), { c: 'mình', C: 'Mình' });
  await who.post(door, `${ROOMS}/${openRoom.id}/messages`, { content });
  return `${openRoom.title ?? door.unitCode}  ${content}`;
}

async function begin(who: Resident, door: Door, random: Random): Promise<string> {
  const { roomType, title, lines } = random.pick(CHATS);
  const [, floor = '5'] = /(\d+)\D/.exec(door.unitCode) ?? [];
  const content = fill((lines[0] ?? '').slice(2), { c: 'mình', C: 'Mình', unit: door.unitCode, floor });
  await who.post(door, `${ROOMS}/create`, { roomType, title, content });
  return `${title}  ${content}`;
}
