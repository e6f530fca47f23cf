import { DAY_MS, HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { markupOf } from '@lobby/shared/kit/rich-text.ts';
import { announcement, type SendType, sendTypesOf } from '@lobby/shared/modules/announcement.ts';
import { announcementDelivery } from '@lobby/shared/modules/announcement-delivery.ts';
import { news } from '@lobby/shared/modules/news.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import type { resident } from '@lobby/shared/modules/resident.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import { type Random, randomOf } from './random.ts';
import type { Site } from './sites.ts';
import type { Colleague } from './staff.ts';
import { ANNOUNCEMENTS, NEWS, POLLS } from './texts/notices.ts';

const writerOf = (team: readonly Colleague[]) =>
  (team.find(person => person.active && person.positions.some(key => key === 'service')) ?? team[0])?.id ?? null;

type Told = Made<typeof announcement>;
type Delivery = Made<typeof announcementDelivery>;
type Person = Made<typeof resident>;

/** Announcements of the last year, the latest as draft and scheduled; what the sent ones reached follows from the residents. */
export function announcementsOf(
  site: Site,
  homes: readonly Home[],
  residents: readonly Person[],
  team: readonly Colleague[],
  now: Date,
): Told[] {
  const id = idsOf('announcement', site.key);
  const random = randomOf(`announcements ${site.key}`);
  const codeOf = codesOf(announcement.prefix);
  const amount = ANNOUNCEMENTS.length;
  return ANNOUNCEMENTS.map(({ title, content, block }, n) => {
    const left = amount - 1 - n;
    const at = new Date(now.getTime() - left * (340 / amount) * DAY_MS - HOUR_MS);
    const status = left === 0 ? 'DRAFT' : left === 1 ? 'SCHEDULED' : 'SENT';
    const blockId = homes.find(home => home.block === block)?.blockId;
    const doc = recordOf(announcement, site.id, id(n), at, {
      status,
      code: codeOf(at),
      title,
      content: markupOf(content),
      sendTypes: [{ channel: 'APP' as const }, ...(n % 3 === 0 ? [] : [{ channel: 'EMAIL' as const }])],
      audience: blockId ? 'UNITS' : 'RESIDENTS',
      blockIds: blockId ? [blockId] : [],
      scheduledAt: status === 'SCHEDULED' ? new Date(now.getTime() + 2 * DAY_MS) : null,
      authorId: writerOf(team),
      sentAt: status === 'SENT' ? new Date(at.getTime() + 120_000) : null,
    });
    if (status !== 'SENT') return doc;
    const people = peopleOf(doc, homes, residents);
    const messages = people.flatMap(person => sendTypesOf(doc).map(channel => outcomeOf(person, channel, random)));
    const failed = messages.filter(({ problem }) => problem !== null).length;
    return {
      ...doc,
      recipientCount: people.length,
      sentCount: messages.length - failed,
      failedCount: failed,
    };
  });
}

function peopleOf({ blockIds }: Told, homes: readonly Home[], residents: readonly Person[]): readonly Person[] {
  if (blockIds.length === 0) return residents;
  const blockOf = new Map(homes.map(home => [home.id, home.blockId]));
  return residents.filter(({ unitId }) => blockIds.includes(blockOf.get(unitId ?? '') ?? ''));
}

/** What became of a message to a person: the few with an account have it in the app, a few addresses take no mail. */
function outcomeOf({ userId, email }: Person, channel: SendType, random: Random): Pick<Delivery, 'status' | 'problem'> {
  if (channel === 'APP' && !userId) return { status: 'FAILED', problem: 'NO_ACCOUNT' };
  if (channel === 'APP') return { status: random.chance(0.7) ? 'SEEN' : 'DELIVERIED', problem: null };
  if (!email) return { status: 'FAILED', problem: 'NO_EMAIL' };
  if (random.chance(0.01)) return { status: 'BOUNCE', problem: 'BOUNCE' };
  return { status: random.chance(0.4) ? 'OPENED' : 'DELIVERIED', problem: null };
}

/** Deliveries of the latest sent announcement; sets its counts from them. */
export function deliveriesOf(
  site: Site,
  homes: readonly Home[],
  residents: readonly Person[],
  sent: readonly Told[],
): Delivery[] {
  const last = sent.findLast(notice => notice.status === 'SENT');
  if (!last) return [];
  const id = idsOf('announcement-delivery', site.key);
  const random = randomOf(`deliveries ${site.key}`);
  const rows = peopleOf(last, homes, residents)
    .flatMap(person => sendTypesOf(last).map(channel => ({ person, channel })))
    .map(({ person, channel }, n) =>
      recordOf(announcementDelivery, site.id, id(n), last.sentAt ?? site.founded, {
        ...outcomeOf(person, channel, random),
        announcementId: last._id,
        residentId: person._id,
        unitId: person.unitId,
        channel,
      }),
    );
  const failed = rows.filter(({ problem }) => problem !== null).length;
  Object.assign(last, { sentCount: rows.length - failed, failedCount: failed });
  return rows;
}

export function newsOf(site: Site, team: readonly Colleague[], now: Date): Made<typeof news>[] {
  const id = idsOf('news', site.key);
  return NEWS.map(({ title, summary, content, category }, n) => {
    const left = NEWS.length - 1 - n;
    const at = new Date(now.getTime() - left * 24 * DAY_MS - DAY_MS / 2);
    const published = left > 0;
    return recordOf(news, site.id, id(n), at, {
      status: published ? 'PUBLISHED' : 'UNPUBLISHED',
      title,
      summary,
      content: markupOf(content),
      category,
      audience: 'RESIDENTS',
      pinned: n === NEWS.length - 2,
      publishAt: published ? new Date(at.getTime() + HOUR_MS) : null,
      publishedAt: published ? new Date(at.getTime() + HOUR_MS) : null,
      viewers: published ? Math.ceil(site.accounts * (0.4 + ((n * 37) % 50) / 100)) : 0,
      authorId: writerOf(team),
    });
  });
}

/** Polls: closed ones, an open one and a draft. */
export function pollsOf(site: Site, team: readonly Colleague[], now: Date): Made<typeof poll>[] {
  const id = idsOf('poll', site.key);
  const random = randomOf(`polls ${site.key}`);
  return POLLS.map(({ question, answers, most = 1 }, n) => {
    const left = POLLS.length - 1 - n;
    const at = new Date(now.getTime() - left * 45 * DAY_MS - 4 * DAY_MS);
    const status = left === 0 ? 'DRAFT' : left === 1 ? 'OPEN' : 'CLOSED';
    const optionId = idsOf(`poll-option-${n}`, site.key);
    const options = answers.map((text, at) => ({ id: optionId(at), text }));
    const counts = options.map(option => ({
      id: option.id,
      votes: random.int(3, Math.max(3, site.accounts / answers.length)),
    }));
    const openedAt = status === 'DRAFT' ? null : at;
    const entitled = Math.round(site.units * (n % 2 === 0 ? 0.9 : 2.4));
    const votes = counts.reduce((sum, count) => sum + count.votes, 0);
    return recordOf(poll, site.id, id(n), at, {
      status,
      title: question,
      options,
      most,
      weight: n % 2 === 0 ? 'UNIT' : 'PERSON',
      entitled: status === 'DRAFT' ? 0 : entitled,
      audience: 'RESIDENTS',
      closesAt:
        status === 'OPEN'
          ? new Date(now.getTime() + 6 * DAY_MS)
          : status === 'CLOSED'
            ? new Date(at.getTime() + 14 * DAY_MS)
            : new Date(now.getTime() + 20 * DAY_MS),
      counts: status === 'DRAFT' ? [] : counts,
      // Of several answers each voter gave more than one.
      voted: status === 'DRAFT' ? 0 : Math.min(entitled, Math.ceil(votes / most)),
      opensAt: openedAt,
      openedAt,
      closedAt: status === 'CLOSED' ? new Date(at.getTime() + 14 * DAY_MS) : null,
      authorId: writerOf(team),
    });
  });
}
