import type { room } from '@lobby/shared/modules/room.ts';
import { ROOM_TYPES, type roomTopic } from '@lobby/shared/modules/room-topic.ts';
import { type Asker, castOf } from './cast.ts';
import { baseOf, idsOf, type Made } from './documents.ts';
import { fill, valuesOf } from './fill.ts';
import type { Home } from './homes.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';
import { type Colleague, departmentId } from './staff.ts';
import type { Speaker } from './story.ts';
import { CHATS } from './texts/chats.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** A room with what was said in it, and the titles behind its refs. */
export interface Talk {
  doc: Made<typeof room>;
  messages: object[];
}

const ANSWER_MINUTES = 15;

/** Customer service answers on all topics. */
const answeredBy = (site: Site) => [departmentId(site, 'service')];

/** The topics of a project, as rooms are answered. */
export const topicsOf = (site: Site): Made<typeof roomTopic>[] =>
  ROOM_TYPES.map((roomType, n) => ({
    ...baseOf(idsOf('room-topic', site.key)(n), site.founded),
    projectId: site.id,
    roomType,
    active: true,
    departmentIds: answeredBy(site),
    answerMinutes: ANSWER_MINUTES,
    quietDays: 30,
  }));

/** The rooms of a project over the last year, those that wait for an answer last. */
export function roomsOf(site: Site, homes: readonly Home[], team: readonly Colleague[], now: Date): Talk[] {
  const cast = castOf(homes, team);
  const [roomId, messageId] = [idsOf('room', site.key), idsOf('room-message', site.key)];
  const amount = site.key === 'banmai' ? 8 : 84;
  const open = site.key === 'banmai' ? 2 : 14;
  const taken = new Set<string>();
  let said = 0;
  const talks = Array.from({ length: amount }, (_, n): Talk | null => {
    const random = randomOf(`room ${site.key} ${n}`);
    const chat = CHATS[n % CHATS.length] ?? random.pick(CHATS);
    const isOpen = n >= amount - open;
    // One room of a unit on a topic.
    let asker: Asker = isOpen && n % 2 === 0 ? cast.signedIn(random) : cast.asker(random);
    // A small building has fewer homes than rooms are wanted.
    for (let tries = 0; taken.has(`${asker.home.id}/${chat.roomType}`); tries++) {
      if (tries === 50) return null;
      asker = cast.asker(random);
    }
    taken.add(`${asker.home.id}/${chat.roomType}`);
    const ago = isOpen ? random.int(3, 600) * MINUTE : Math.round(350 - (n * 345) / amount) * DAY;
    const last = now.getTime() - Math.max(ago, 3 * MINUTE);
    // Of the open ones most end with the resident's word.
    const whole = chat.lines.length;
    const length = isOpen ? lengthTo(chat.lines, n % 3 === 0 ? '+' : '-', random.int(1, whole)) : whole;
    const lines = chat.lines.slice(0, length);
    const gap = random.int(2, isOpen ? 9 : 40) * MINUTE;
    const values = valuesOf(random, asker, last);
    const officer = cast.officer(random);
    const _id = roomId(n);
    const messages = lines.map((line, at) => {
      const author: Speaker = line.startsWith('-') ? asker.speaker : officer;
      return {
        ...{ _id: messageId(said++), projectId: site.id, roomId: _id, unitId: asker.home.id },
        ...{ at: new Date(last - (length - 1 - at) * gap), author, private: line.startsWith('#'), images: [] },
        content: fill(line.slice(2), values),
      };
    });
    const shown = messages.filter(message => !message.private);
    const [first, latest] = [messages[0], shown.at(-1)];
    const asked = shown.findLast(({ author }) => author.kind === 'resident');
    const waits = isOpen && latest?.author.kind === 'resident';
    const answered = messages.some(({ author }) => author.kind === 'staff');
    return {
      messages,
      doc: {
        ...baseOf(_id, first?.at ?? now),
        updatedAt: latest?.at ?? now,
        projectId: site.id,
        status: isOpen ? 'ACTIVE' : 'INACTIVE',
        title: chat.title,
        roomType: chat.roomType,
        unitId: asker.home.id,
        residentId: null,
        departmentIds: answeredBy(site),
        assigneeId: answered ? officer.id : null,
        memberIds: answered ? [officer.id] : [],
        followerIds: [],
        lastText: latest?.content.slice(0, 120) ?? null,
        note: null,
        lastMessageAt: latest?.at ?? null,
        lastResidentAt: asked?.at ?? null,
        waits,
        waitingSince: waits ? (latest?.at ?? null) : null,
        lateAt: waits && latest ? new Date(latest.at.getTime() + ANSWER_MINUTES * MINUTE) : null,
        late: waits && latest !== undefined && now.getTime() - latest.at.getTime() > ANSWER_MINUTES * MINUTE,
        messageCount: messages.length,
      },
    };
  });
  return talks.filter(talk => talk !== null);
}

/** The longest beginning of a talk, up to a length, that ends with a word of one side. */
function lengthTo(lines: readonly string[], side: '+' | '-', most: number): number {
  for (let n = Math.max(most, 1); n > 0; n--) if (lines[n - 1]?.startsWith(side)) return n;
  return 1;
}
