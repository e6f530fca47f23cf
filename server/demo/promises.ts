import { MINUTE_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { assignmentRule } from '@lobby/shared/modules/assignment-rule.ts';
import { serviceLevel } from '@lobby/shared/modules/service-level.ts';
import { OPEN_STATUSES } from '@lobby/shared/modules/ticket.ts';
import { afterWorkingTime, type WorkCalendar } from '@lobby/shared/modules/working-time.ts';
import { typeIdOf } from './desk.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import type { Site } from './sites.ts';
import { type Colleague, departmentId } from './staff.ts';
import type { TicketDoc } from './story.ts';
import type { TicketKind } from './texts/kinds.ts';
import { holidaysOf, schedulesOf } from './working.ts';

/** Service levels: for elevators, for urgent tickets, and the default. */
export function levelsOfService(site: Site, team: readonly Colleague[]): Made<typeof serviceLevel>[] {
  const id = idsOf('service-level', site.key);
  const chiefs = team.filter(({ positions }) => positions.includes('admin')).map(member => member.id);
  const level = (n: number, values: Parameters<typeof recordOf<typeof serviceLevel>>[4]) =>
    recordOf(serviceLevel, site.id, id(n), site.founded, { escalateToIds: chiefs.slice(0, 1), ...values });
  return [
    level(0, {
      name: 'Thang máy',
      typeId: typeIdOf(site, 'elevator'),
      firstAnswerMinutes: 15,
      nextAnswerMinutes: 30,
      resolutionHours: 4,
      workingTime: false,
    }),
    level(1, {
      name: 'Khẩn cấp',
      priority: 'urgent',
      firstAnswerMinutes: 15,
      nextAnswerMinutes: 30,
      resolutionHours: 8,
      workingTime: false,
      warnPercent: 70,
    }),
    level(2, { name: 'Mặc định trong giờ làm việc', firstAnswerMinutes: 60, nextAnswerMinutes: 240 }),
  ];
}

export function assignmentRulesOf(site: Site): Made<typeof assignmentRule>[] {
  const id = idsOf('assignment-rule', site.key);
  const rule = (n: number, values: Parameters<typeof recordOf<typeof assignmentRule>>[4]) =>
    recordOf(assignmentRule, site.id, id(n), site.founded, { order: (n + 1) * 10, ...values });
  return [
    rule(0, {
      name: 'Hạ tầng: chăm sóc cư dân luân phiên',
      typeIds: [typeIdOf(site, 'structure')],
      // Technicians may read requests alone: works on them reach them as tasks.
      departmentId: departmentId(site, 'service'),
      capacity: 20,
      returnMinutes: 240,
    }),
    rule(1, {
      name: 'Gửi xe: lễ tân đang trực',
      typeIds: [typeIdOf(site, 'parking')],
      departmentId: departmentId(site, 'reception'),
      onShift: true,
      method: 'LEAST_BUSY',
      active: false,
    }),
  ];
}

type Word = { at: Date; private: boolean; author: { kind: string } };

/**
 * Returns a function that sets the service-level times of a ticket: promised deadlines and the wait for the next
 * answer.
 */
export function promisesOf(site: Site, team: readonly Colleague[], now: Date) {
  const levels = levelsOfService(site, team);
  const calendar: WorkCalendar = {
    timeZone: VIETNAM,
    schedules: schedulesOf(site).filter(({ counts }) => counts),
    holidays: holidaysOf(site, now),
  };
  return (doc: TicketDoc, kind: TicketKind, words: readonly Word[]): void => {
    const level = kind === 'elevator' ? levels[0] : doc.priority === 'urgent' ? levels[1] : levels[2];
    if (!level) return;
    const open = words.filter(word => !word.private);
    doc.firstAnsweredAt = open.find(({ author }) => author.kind === 'staff')?.at ?? null;
    Object.assign(doc, { serviceLevel: level.name, serviceLevelId: level._id });
    if (!OPEN_STATUSES.includes(doc.status)) return;
    if (!doc.awaitsReply) {
      if (doc.status === 'PROCESSING' && doc.code?.endsWith('3'))
        Object.assign(doc, { onHold: true, heldAt: doc.lastMessageAt });
      return;
    }
    const from = open.findLast(({ author }) => author.kind === 'resident')?.at ?? doc.createdAt;
    const minutes = (doc.firstAnsweredAt ? level.nextAnswerMinutes : level.firstAnswerMinutes) ?? 0;
    const due = level.workingTime
      ? afterWorkingTime(calendar, from, minutes * MINUTE_MS)
      : new Date(from.getTime() + minutes * MINUTE_MS);
    const late = due !== null && due <= now;
    Object.assign(doc, { answerDueAt: due, answerLate: late, clockAt: late ? null : due });
  };
}
