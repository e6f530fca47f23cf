import type { label } from '@lobby/shared/modules/label.ts';
import type { labelGroup } from '@lobby/shared/modules/label-group.ts';
import type { ticketReply } from '@lobby/shared/modules/ticket-reply.ts';
import type { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { baseOf, demoId, type Made } from './documents.ts';
import type { Site } from './sites.ts';
import { type Colleague, departmentId } from './staff.ts';
import { KINDS, TICKET_KINDS, type TicketKind } from './texts/kinds.ts';
import { CANNED, LABEL_GROUPS, LABELS } from './texts/replies.ts';

export const typeIdOf = (site: Site, kind: TicketKind) => demoId('ticket-type', site.key, KINDS.indexOf(kind));

/** Default assignee of a ticket kind; null where the project has none. */
export function defaultAssignee(kind: TicketKind, team: readonly Colleague[]): Colleague | null {
  const { assignee } = TICKET_KINDS[kind];
  return team.find(member => assignee !== undefined && member.account?.startsWith(`${assignee}@`)) ?? null;
}

/** Id of the department in charge of a ticket kind. */
export const departmentOf = (site: Site, kind: TicketKind) => departmentId(site, TICKET_KINDS[kind].department);

export function typesOf(site: Site, team: readonly Colleague[]): Made<typeof ticketType>[] {
  return KINDS.map((kind, n) => ({
    ...baseOf(typeIdOf(site, kind), site.founded),
    projectId: site.id,
    name: TICKET_KINDS[kind].name,
    nameEn: TICKET_KINDS[kind].nameEn,
    icon: TICKET_KINDS[kind].icon,
    slaHours: TICKET_KINDS[kind].slaHours,
    departmentId: departmentOf(site, kind),
    assigneeId: defaultAssignee(kind, team)?.id ?? null,
    order: (n + 1) * 10,
    active: true,
  }));
}

export function repliesOf(site: Site): Made<typeof ticketReply>[] {
  return CANNED.map(({ name, kind, scope, content }, n) => ({
    ...baseOf(demoId('ticket-reply', site.key, n), site.founded),
    projectId: site.id,
    name,
    content,
    typeId: kind ? typeIdOf(site, kind) : null,
    scope: scope ?? (kind || content.includes('{{code}}') ? 'TICKET' : 'BOTH'),
  }));
}

const groupId = (site: Site, name: string | undefined) => {
  const n = LABEL_GROUPS.findIndex(group => group.name === name);
  return n < 0 ? null : demoId('label-group', site.key, n);
};

export function labelGroupsOf(site: Site): Made<typeof labelGroup>[] {
  return LABEL_GROUPS.map(({ parent, ...rest }, n) => ({
    ...baseOf(demoId('label-group', site.key, n), site.founded),
    projectId: site.id,
    ...rest,
    parentId: groupId(site, parent),
  }));
}

export function labelsOf(site: Site): Made<typeof label>[] {
  return LABELS.map(({ group, ...rest }, n) => ({
    ...baseOf(demoId('label', site.key, n), site.founded),
    projectId: site.id,
    ...rest,
    groupId: groupId(site, group),
  }));
}
