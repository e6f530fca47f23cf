import { DAY_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { wordKeys } from '@lobby/shared/kit/text-search.ts';
import type { room } from '@lobby/shared/modules/room.ts';
import { ROOM_TYPES, type RoomType, type roomTopic } from '@lobby/shared/modules/room-topic.ts';
import { type Asker, castOf } from './cast.ts';
import { baseOf, idsOf, type Made } from './documents.ts';
import { fill, valuesOf } from './fill.ts';
import type { Home } from './homes.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';
import { type Colleague, colleaguesOf, departmentId, userIdOf } from './staff.ts';
import type { Speaker } from './story.ts';
import { CHATS } from './texts/chats.ts';

/** A chat room with its messages, and the titles of its references. */
export interface Talk {
  doc: Made<typeof room>;
  messages: { _id: string; at: Date }[];
}

/** Whether residents see the names of staff; guards stay anonymous. */
const isNamed = (roomType: RoomType) => roomType !== 'SECURITY';
const ANSWER_MINUTES = 15;
/** Minutes that unanswered rooms have been waiting; more than ANSWER_MINUTES is late. */
const WAITING_MINUTES = [24, 19, 12, 9, 7, 4, 3];
/** Newest rooms not read by staff yet. */
const UNREAD = 3;

/** Customer service answers all topics. */
const answeredBy = (site: Site) => [departmentId(site, 'service')];

/** Settings of the chat topics. */
export const topicsOf = (site: Site): Made<typeof roomTopic>[] =>
  ROOM_TYPES.map((roomType, n) => ({
    ...baseOf(idsOf('room-topic', site.key)(n), site.founded),
    projectId: site.id,
    roomType,
    active: true,
    departmentIds: answeredBy(site),
    showStaffNames: isNamed(roomType),
    answerMinutes: ANSWER_MINUTES,
    quietDays: 30,
  }));

/** Chat rooms of the last year, unanswered ones last. */
export function roomsOf(site: Site, homes: readonly Home[], team: readonly Colleague[], now: Date): Talk[] {
  const cast = castOf(homes, team);
  const [roomId, messageId] = [idsOf('room', site.key), idsOf('room-message', site.key)];
  const amount = site.key === 'banmai' ? 8 : 420;
  const open = site.key === 'banmai' ? 2 : 16;
  const taken = new Set<string>();
  let count = 0;
  const talks = Array.from({ length: amount }, (_, n): Talk | null => {
    const random = randomOf(`room ${site.key} ${n}`);
    const chat = CHATS[n % CHATS.length] ?? random.pick(CHATS);
    const isOpen = n >= amount - open;
    // At most one room per unit and topic.
    let asker: Asker = isOpen && n % 2 === 0 ? cast.signedIn(random) : cast.asker(random);
    // A small building may have fewer homes than rooms are wanted.
    for (let tries = 0; taken.has(`${asker.home.id}/${chat.roomType}`); tries++) {
      if (tries === 50) return null;
      asker = cast.asker(random);
    }
    taken.add(`${asker.home.id}/${chat.roomType}`);
    // The newest rooms wait for an answer.
    const minutes = WAITING_MINUTES[n - (amount - Math.min(open, WAITING_MINUTES.length))];
    const ago = isOpen ? (minutes ?? random.int(30, 600)) * MINUTE_MS : Math.round(350 - (n * 345) / amount) * DAY_MS;
    const last = now.getTime() - ago;
    // Unanswered rooms end with the resident, other open ones with staff.
    const whole = chat.lines.length;
    const length = isOpen ? lengthTo(chat.lines, minutes ? '-' : '+', random.int(2, whole)) : whole;
    const lines = chat.lines.slice(0, length);
    const gap = random.int(2, isOpen ? 9 : 40) * MINUTE_MS;
    const values = valuesOf(random, asker, last);
    const officer = cast.officer(random);
    const _id = roomId(n);
    const messages = lines.map((line, at) => {
      const staff = { ...officer, ...(isNamed(chat.roomType) && { named: true as const }) };
      const author: Speaker & { named?: true } = line.startsWith('-') ? asker.speaker : staff;
      return {
        _id: messageId(count++),
        projectId: site.id,
        roomId: _id,
        unitId: asker.home.id,
        at: new Date(last - (length - 1 - at) * gap),
        author,
        private: line.startsWith('#'),
        images: [],
        ...textOf(fill(line.slice(2), values)),
      };
    });
    const shown = messages.filter(message => !message.private);
    const [first, latest] = [messages[0], shown.at(-1)];
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
        writerId: shown.findLast(({ author }) => author.kind === 'resident')?.author.id ?? null,
        departmentIds: answeredBy(site),
        assigneeId: answered ? officer.id : null,
        memberIds: answered ? [officer.id] : [],
        followerIds: [],
        leftIds: [],
        lastText: latest?.content.slice(0, 120) ?? null,
        note: null,
        lastMessageAt: latest?.at ?? null,
        lastWordAt: messages.at(-1)?.at ?? null,
        reopenedBy: null,
        waits,
        waitingSince: waits ? (latest?.at ?? null) : null,
        lateAt: waits && latest ? new Date(latest.at.getTime() + ANSWER_MINUTES * MINUTE_MS) : null,
        late: waits && latest !== undefined && now.getTime() - latest.at.getTime() > ANSWER_MINUTES * MINUTE_MS,
        messageCount: messages.length,
      },
    };
  });
  return talks.filter(talk => talk !== null);
}

const textOf = (content: string) => ({ content, words: wordKeys(content) });

/** Read marks of the service staff on all but the newest rooms. */
export const marksOf = (site: Site, talks: readonly Talk[]): object[] =>
  colleaguesOf(site)
    .filter(({ account, positions, active }) => active && account && positions.includes('service'))
    .flatMap(({ account, name }) => {
      const userId = userIdOf(account ?? '');
      return talks.slice(0, -UNREAD).flatMap(({ doc, messages }) => {
        const last = messages.at(-1);
        const mark = { projectId: site.id, roomId: doc._id, userId, name, kind: 'staff' };
        return last ? [{ _id: `${doc._id}/${userId}`, ...mark, messageId: last._id, at: last.at }] : [];
      });
    });

/** Length of the longest prefix, up to `most` lines, that ends with a line of one side; at least 1. */
function lengthTo(lines: readonly string[], side: '+' | '-', most: number): number {
  for (let n = Math.max(most, 1); n > 0; n--) if (lines[n - 1]?.startsWith(side)) return n;
  return 1;
}
